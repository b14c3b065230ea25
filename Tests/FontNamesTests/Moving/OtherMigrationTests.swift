import FontMigration
import Foundation
import TestSupport
import Testing

/// A package with R.swift, `UIAppFonts` or fonts in asset catalogues moves to FontNames.
@Suite struct OtherMigrationTests {
    private static let main = "Sources/App/main.swift"

    @Test func fontsOfRSwiftBecomeConstants() throws {
        let source = """
            import Rswift
            // R.font.loraRegular
            let a = R.font.loraRegular, b = "\\(R.font.loraRegular.name)"
            let c = R.font.loraRegular.fontName, d = R.font.loraRegular(size: 12)
            let e = R.font.other, f = x.R.font.loraRegular, g = R.font.loraRegular.filename
            R.font.validate()

            """
        let plan = try MovingPackage([Self.main: source], fonts: ["Sources/App/Fonts/Lora.ttf": "Lora"]).plan()
        #expect(
            MovingPackage.change(of: Self.main, in: plan) == """
                import Rswift
                // R.font.loraRegular
                let a = FontName.loraRegular, b = "\\(FontName.loraRegular.rawValue)"
                let c = FontName.loraRegular.rawValue, d = R.font.loraRegular(size: 12)
                let e = R.font.other, f = x.R.font.loraRegular, g = R.font.loraRegular.filename
                R.font.validate()

                """)
        #expect(plan.remarks.map(\.line) == [1, 4, 5, 5, 6])
        #expect(plan.remarks.allSatisfy { $0.path == Self.main })
    }

    /// Other resources still need the import.
    @Test func theImportStaysForOthers() throws {
        let source = "import Rswift\nlet a = R.font.loraRegular, b = R.image.x\n"
        let plan = try MovingPackage([Self.main: source], fonts: ["Sources/App/Lora.ttf": "Lora"]).plan()
        #expect(plan.remarks.isEmpty)
    }

    /// R.swift generates nothing for two fonts with the same identifier.
    @Test func ambiguousNamesAreLeft() throws {
        let fonts = ["Sources/App/1.ttf": "Lora", "Sources/App/2.ttf": "lora"]
        let target = MigrationTarget(
            name: "App", folder: "Sources/App",
            fonts: [
                .init(path: "Sources/App/1.ttf", constants: ["Lora-Regular": "FontName.loraRegular"]),
                .init(path: "Sources/App/2.ttf", constants: ["lora-Regular": "FontName.loraRegularTTF"]),
            ])
        let package = try MovingPackage([Self.main: "let a = R.font.loraRegular\n"], fonts: fonts)
        let plan = try Migration.plan(package: package.folder, targets: [target])
        #expect(plan.changes.isEmpty && plan.remarks.count == 1)
    }

    @Test func namesAreThoseOfRSwift() throws {
        let names = [
            "IBMPlexSans-Bold": "ibmPlexSansBold", "INTER": "inteR", "1942Report-Regular": "reportRegular",
            "A": "a", "ABc": "aBc", "Foo.bar_baz": "fooBar_baz", "SF3-x": "sf3X",
        ]
        for (name, identifier) in names {
            let target = MigrationTarget(
                name: "App", folder: "Sources/App",
                fonts: [.init(path: "Sources/App/1.ttf", constants: [name: "FontName.own"])])
            let package = try MovingPackage([Self.main: "R.font.\(identifier)\n"])
            let plan = try Migration.plan(package: package.folder, targets: [target])
            #expect(MovingPackage.change(of: Self.main, in: plan) == "FontName.own\n", "\(name)")
        }
    }

    @Test func listsOfAppsAreCompared() throws {
        let list = """
            <plist version="1.0"><dict><key>UIAppFonts</key>
            <array><string>Lora.ttf</string><string>Fonts/Gone.ttf</string><string>Else.ttf</string></array></dict></plist>
            """
        let plan = try MovingPackage(
            ["Sources/App/Info.plist": list, "Sources/App/Other.plist": "no list"],
            fonts: ["Sources/App/Fonts/Lora.ttf": "Lora", "Resources/Else.ttf": "Else"]
        ).plan()
        let texts = plan.remarks.map(\.text)
        #expect(texts.count == 3 && texts[0].contains("Fonts/Gone.ttf, which does not exist"))
        #expect(texts[1].contains("Move Resources/Else.ttf into it") && texts[2].contains("registerModuleFonts()"))
        #expect(plan.changes.isEmpty)
    }

    private static let set = "Sources/App/Media.xcassets/Texts/Lora.dataset"
    private static let description =
        #"{"data": [{"filename": "Lora.ttf", "idiom": "universal"}], "info": {"version": 1}}"#

    @Test func fontsOfDataSetsMove() throws {
        let package = try MovingPackage(
            ["\(Self.set)/Contents.json": Self.description], fonts: ["\(Self.set)/Lora.ttf": "Lora"])
        let plan = try package.plan()
        #expect(plan.text.contains("rename from \(Self.set)/Lora.ttf\nrename to Sources/App/Fonts/Lora.ttf\n"))
        #expect(plan.text.contains(#"resources: [.process("Fonts")],"#))
        let kept = try #require(try ChangeWriter(package: package.folder).write(plan.changes))
        #expect(package.text("Sources/App/Fonts/Lora.ttf") == package.text("\(kept)/\(Self.set)/Lora.ttf"))
        #expect(!FileManager.default.fileExists(atPath: package.folder.path + "/Sources/App/Media.xcassets"))
        #expect(try package.inventory.count == 3)
    }

    @Test(arguments: [
        "CTFontManagerRegisterFontsWithAssetNames(names, nil, .process, true, nil)", "NSDataAsset(name: name)",
    ]) func dataSetsStayIfTheirNamesAreUsed(_ use: String) throws {
        let files = ["\(Self.set)/Contents.json": Self.description, Self.main: use + "\n"]
        let plan = try MovingPackage(files, fonts: ["\(Self.set)/Lora.ttf": "Lora"]).plan()
        #expect(plan.changes.isEmpty)
        #expect(plan.remarks.last?.path == "\(Self.set)/Lora.ttf")
    }

    @Test func otherFilesAreNotReplaced() throws {
        let package = try MovingPackage(
            ["\(Self.set)/Contents.json": Self.description, "Sources/App/Fonts/Lora.ttf": "other"],
            fonts: ["\(Self.set)/Lora.ttf": "Lora"])
        let plan = try package.plan()
        #expect(
            plan.changes.isEmpty
                && plan.remarks.map(\.text) == [
                    "Sources/App/Fonts/Lora.ttf is another file. Move the font to another place."
                ])
    }

    /// SwiftPM puts the files of a processed folder beside each other.
    @Test func foldersWithEqualNamesAreCopied() throws {
        let fonts = ["Sources/App/A/Lora.ttf": "Lora", "Sources/App/B/1/X.ttf": "One", "Sources/App/B/2/X.ttf": "Two"]
        #expect(try MovingPackage([:], fonts: fonts).plan().text.contains(#"[.process("A"), .copy("B")]"#))
    }

    @Test func aPackageWithoutAnythingHasNothingToChange() throws {
        #expect(try MovingPackage([Self.main: "print(1)\n"]).plan().text == "There is nothing to change.\n")
    }
}

extension MovingPackage {
    /// The files of the package with their lengths.
    fileprivate var inventory: [String] {
        get throws { try home.inventory(of: folder.path).filter { !$0.hasSuffix(" folder") } }
    }
}
