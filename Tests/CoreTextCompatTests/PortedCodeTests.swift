import CoreTextCompat
import ExampleCoreText
import Foundation
import TestSupport
import Testing

/// Registration code for Apple's systems, of which only the imports differ (Examples/CoreText).
@Suite(.fewAtOnce, .privateFonts, .timeLimit(.minutes(60))) struct PortedCodeTests {
    private let home: PrivateHome

    init() throws { home = try #require(PrivateFonts.home) }

    @Test func aStyleGuideRegistersItsFonts() throws {
        let folder = home.root + "/Guide.resources"
        for style in ["Regular", "Bold"] {
            try home.put(SyntheticFont(style: style).build(), at: "\(folder)/Guide-\(style).ttf")
        }
        let bundle = try #require(Bundle(path: folder))
        let names = ["Guide-Regular", "Guide-Bold"]
        for _ in 0..<2 {
            #expect(
                try StyleGuide.registerFonts(names, withExtension: "ttf", in: bundle)
                    == ["Synthetic-Regular", "Synthetic-Bold"])
        }
        #expect(StyleGuide.isAvailable("Synthetic-Bold") && !StyleGuide.isAvailable("Synthetic-Light"))
        #expect(throws: StyleGuide.RegistrationError.self) {
            try StyleGuide.registerFonts(["Guide-Light"], withExtension: "ttf", in: bundle)
        }
        let other = URL(filePath: try home.write(SyntheticFont(salt: 1)))
        let error = #expect(throws: StyleGuide.RegistrationError.self) { try StyleGuide.register(other) }
        guard case .failed(other, code: 305, reason: _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        StyleGuide.unregister(URL(filePath: folder + "/Guide-Bold.ttf"))
        #expect(!StyleGuide.isAvailable("Synthetic-Bold"))
    }

    @Test func aProviderInstallsAndRemovesFonts() async throws {
        let files = try ["One", "Two"].map { URL(filePath: try home.write(SyntheticFont(family: $0), as: "\($0).ttf")) }
        let missing = URL(filePath: home.root + "/none.ttf")
        let installer = FontInstaller()
        let changes = Counter()
        installer.observe { changes.increment() }
        var problems: [FontInstaller.Problem]?
        installer.install([files[0], missing, files[1]], stopsAtProblem: true) { problems = $0 }
        #expect(problems?.map(\.code) == [101] && problems?.first?.files == [missing])
        #expect(installer.installedNames() == ["One-Regular"])
        installer.install(files) { problems = $0 }
        #expect(problems?.map(\.code) == [105] && problems?.first?.files == [files[0]])
        #expect(installer.installedNames() == ["One-Regular", "Two-Regular"])
        #expect(await eventually { changes.value >= 2 })
        var unresolved: [String]?
        installer.request(["Two-Regular", "Three-Regular"]) { unresolved = $0 }
        #expect(unresolved == ["Three-Regular"])
        installer.remove(files + [missing]) { problems = $0 }
        #expect(problems?.map(\.code) == [201])
        #expect(installer.installedNames().isEmpty)
    }

    @Test func fontsOfAFolderAreLoadedIntoMemory() throws {
        let folder = home.root + "/fonts"
        let file = URL(filePath: try home.put(SyntheticFont().build(), at: folder + "/a.ttf"))
        try home.put(SyntheticFont(salt: 1).build(), at: folder + "/b.ttf")
        try home.put(Array("no font".utf8), at: folder + "/c.otf")
        #expect(BundledFonts.load(in: URL(filePath: folder)) == ["Synthetic-Regular", "Synthetic-Regular"])
        #expect(names(CTFontManagerCopyRegisteredFontDescriptors(.process, true)) == ["Synthetic-Regular"])
        #expect(BundledFonts.unload(file) && !BundledFonts.unload(file))
    }

    @Test func aFontOfIconsIsRegisteredOnce() throws {
        let icons = IconFont(fileURL: URL(filePath: try home.write(SyntheticFont(family: "Icons"))))
        #expect(icons.familyNames == ["Icons"])
        #expect(icons.register() == nil && icons.register() == 105)
        #expect(icons.isRegistered)
        #expect(icons.unregister() == 201)
        #expect(icons.unregister(from: .process) == nil)
        #expect(!icons.isRegistered)
    }

    @Test func aMenuListsFamiliesAndFaces() throws {
        for (style, weight) in [("Regular", 400), ("Bold", 700)] {
            register(
                try home.write(
                    SyntheticFont(style: style) {
                        $0.weight = weight; $0.isBold = weight == 700
                    }))
        }
        #expect(FontMenu.families == ["Synthetic"])
        #expect(FontMenu.faces(of: "Synthetic") == ["Regular": "Synthetic-Regular", "Bold": "Synthetic-Bold"])
        #expect(FontMenu.faces(of: "Nothing").isEmpty)
        #expect(FontMenu.bold(of: "Synthetic-Regular") == "Synthetic-Bold")
        #expect(FontMenu.weight(of: "Synthetic-Bold") == 0.4)
    }

    @Test(.enabled(if: Command.find("swiftc") != nil, "Needs swiftc."), arguments: ["5", "6"])
    func itCompilesWithTheImportChanged(mode: String) throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../Examples/CoreText").standardized
        let examples = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            $0.hasSuffix(".swift")
        }
        try #require(examples.count >= 5)
        let files = try examples.map { name in
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            // The one line that Apple's systems have.
            let condition = "#if canImport(CoreText)\n    import CoreText\n#else\n    import CoreTextCompat\n#endif\n"
            #expect(text.contains(condition) && text.components(separatedBy: "#if").count == 2, "\(name)")
            let changed = text.replacingOccurrences(of: condition, with: "import CoreTextCompat\n")
            return try home.put(Array(changed.utf8), at: "\(home.root)/code/\(name)")
        }
        let result = try BuiltModules.check(files, in: home, flags: ["-swift-version", mode])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(!result.errors.contains("warning:"), "\(result.errors)")
    }
}
