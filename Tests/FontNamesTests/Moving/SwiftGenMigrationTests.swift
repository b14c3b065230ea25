import FontMigration
import Foundation
import TestSupport
import Testing

/// A package with SwiftGen moves to FontNames.
@Suite struct SwiftGenMigrationTests {
    private static let generated = "Sources/App/Generated/Fonts.swift"

    private static let configuration = """
        input_dir: Sources/App
        output_dir: ${PROJECT_DIR}/Sources/App/Generated
        strings:
          inputs: en.lproj
          outputs: {templateName: structured-swift5, output: Strings.swift}
        # The fonts.
        fonts:
        - inputs:
            - Fonts
          outputs:
            templateName: swift5
            output: Fonts.swift

            params:
              enumName: Typeface
              publicAccess: true

        # The colours.
        colors:
          inputs: colors.json
          outputs: {templateName: swift5, output: Colors.swift}

        """

    private func package(_ configuration: String = configuration, source: String = "") throws -> MovingPackage {
        try MovingPackage(
            [
                "swiftgen.yml": configuration, Self.generated: "enum Typeface {}\n",
                "Sources/App/main.swift": source,
            ],
            fonts: ["Sources/App/Fonts/Lora.ttf": "Lora"])
    }

    @Test func theSectionBecomesSettings() throws {
        let plan = try package().plan()
        let settings = try #require(MovingPackage.change(of: "Sources/App/fontnames.json", in: plan))
        let values = try JSONDecoder().decode([String: String].self, from: Data(settings.utf8))
        #expect(values == ["access": "public", "compatibility": "swiftgen"])
        #expect(plan.changes.contains { $0.path == Self.generated && $0.old != nil && $0.new == nil })
        let rest = try #require(MovingPackage.change(of: "swiftgen.yml", in: plan))
        #expect(!rest.contains("fonts:") && !rest.contains("Typeface"))
        for kept in ["strings:", "# The fonts.", "# The colours.", "colors:"] {
            #expect(rest.contains(kept), "\(kept)")
        }
        #expect(plan.remarks.isEmpty)
    }

    /// Paths of a configuration begin at its folder, and what is outside of the package stays.
    @Test func nothingOutsideOfThePackageIsRemoved() throws {
        let moved = try package(
            Self.configuration.replacingOccurrences(
                of: "output: Fonts.swift", with: "output: ../../../../Other/Fonts.swift"))
        try moved.home.put(Array("enum Typeface {}\n".utf8), at: moved.home.root + "/Other/Fonts.swift")
        let plan = try moved.plan()
        #expect(!plan.changes.contains { $0.path.contains("Other") })
        #expect(plan.remarks.contains { "\($0)".contains("Other/Fonts.swift") }, "\(plan.remarks)")
        let outside = FileChange(
            path: "../Other/Fonts.swift", old: Array("enum Typeface {}\n".utf8), new: nil)
        #expect(throws: MigrationError.self) { try ChangeWriter(package: moved.folder).write([outside]) }
        #expect(FileManager.default.fileExists(atPath: moved.home.root + "/Other/Fonts.swift"))
    }

    @Test func otherTargetsThatImportTheModuleAreRenamed() throws {
        let moved = try package()
        let (use, other) = ("Sources/Reader/Use.swift", "Sources/Other/Own.swift")
        try moved.home.put(
            Array("import App\nlet font = Typeface.Lora.regular\n".utf8), at: "\(moved.folder.path)/\(use)")
        try moved.home.put(Array("let own = Typeface.Lora.regular\n".utf8), at: "\(moved.folder.path)/\(other)")
        let plan = try moved.plan(others: ["Reader", "Other"])
        #expect(
            MovingPackage.change(of: use, in: plan) == "import App\nlet font = FontFamily.Lora.regular\n")
        #expect(!plan.changes.contains { $0.path == other })
    }

    @Test func theEnumerationGetsTheNameOfTheGeneratedCode() throws {
        let source = """
            // Typeface.Lora.regular
            let name = "\\(Typeface.Lora.regular.name) Typeface.Lora"
            let own = my.Typeface.Lora, font = Typeface.Lora.regular.font(size: 12)

            """
        let plan = try package(source: source).plan()
        #expect(
            MovingPackage.change(of: "Sources/App/main.swift", in: plan) == """
                // Typeface.Lora.regular
                let name = "\\(FontFamily.Lora.regular.name) Typeface.Lora"
                let own = my.Typeface.Lora, font = FontFamily.Lora.regular.font(size: 12)

                """)
        #expect(plan.remarks.map(\.line) == [3])
        #expect(plan.remarks.first?.text.hasPrefix("font(…) makes a font of UIKit") == true)
    }

    @Test func aFileForFontsAloneIsRemoved() throws {
        let configuration = """
            fonts:
              inputs: Sources/App/Fonts
              outputs: [{templateName: swift5, output: Sources/App/Generated/Fonts.swift}]
            """
        let plan = try package(configuration).plan()
        #expect(plan.changes.contains { $0.path == "swiftgen.yml" && $0.new == nil })
    }

    @Test func deprecatedKeysAreRead() throws {
        let configuration = """
            "fonts":
              paths: [Sources/App/Fonts]
              templateName: swift4
              output: Sources/App/Generated/Fonts.swift
            xcassets: {inputs: [], outputs: []}
            """
        let plan = try package(configuration).plan()
        #expect(plan.changes.contains { $0.path == Self.generated && $0.new == nil })
        #expect(MovingPackage.change(of: "swiftgen.yml", in: plan) == "xcassets: {inputs: [], outputs: []}")
    }

    @Test func settingsAreAdded() throws {
        let package = try package()
        try package.home.put(
            Array(#"{"exclude": ["a"]}"#.utf8), at: package.folder.path + "/Sources/App/fontnames.json")
        let settings = try #require(MovingPackage.change(of: "Sources/App/fontnames.json", in: package.plan()))
        #expect(settings.contains("\"exclude\"") && settings.contains("\"compatibility\""))
    }

    @Test func whatHasNoCounterpartIsLeft() throws {
        let configuration = """
            fonts:
              - inputs: Sources/App/Fonts
                filter: .+\\.otf$
                outputs:
                  templatePath: own.stencil
                  output: ${DERIVED}/Fonts.swift
                  params: {bundle: Bundle.app}
              - inputs: Elsewhere
                outputs: {templateName: swift5, output: Else.swift}
            """
        let plan = try package(configuration).plan()
        let texts = plan.remarks.map(\.text).joined(separator: "\n")
        for part in [
            ".+\\.otf$", "own.stencil", "bundle: Bundle.app", "Delete ${DERIVED}/Fonts.swift", "Elsewhere",
            "fonts stays",
        ] { #expect(texts.contains(part), "\(part): \(texts)") }
        #expect(!plan.changes.contains { $0.path == "swiftgen.yml" })
    }

    @Test func aDocumentInBracesIsNotCut() throws {
        let configuration = #"{"fonts": {"inputs": "Sources/App/Fonts", "outputs": []}, "strings": {}}"#
        let plan = try package(configuration).plan()
        #expect(plan.remarks.map(\.text) == ["Remove the section fonts, which cannot be cut out of this document."])
    }

    @Test func aFileThatIsNoYAMLIsNamedWithItsLine() throws {
        let package = try package("strings: {}\nfonts: [\n")
        let error = try #require(throws: MigrationError.self) { try package.plan() }
        #expect(error.message.hasPrefix("swiftgen.yml:") && error.message.contains("is no YAML"))
    }

    /// What is not about fonts stays as it was written.
    @Test(arguments: ["\n", "\r\n"]) func onlyTheSectionIsCut(_ end: String) {
        let before = ["---", "a:", "- fonts: 1", "# b"]
        let section = ["fonts:", "  x: |", "    fonts:", "", "   # c"]
        let after = ["", "# d", "b: 2", ""]
        let text = (before + section + after).joined(separator: end)
        #expect(YAMLSection.removing("fonts", from: text) == (before + after).joined(separator: end))
        #expect(YAMLSection.removing("none", from: text) == nil)
    }
}
