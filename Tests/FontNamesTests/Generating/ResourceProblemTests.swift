import FontModel
import FontNames
import FontResources
import Foundation
import TestSupport
import Testing

/// What is reported about the files of a target.
@Suite struct ResourceProblemTests {
    private static let lato2 = SyntheticFont(family: "Lato") { $0.versionText = "Version 2.007; ttfautohint" }
    private static let lato3 = SyntheticFont(family: "Lato") { font in
        (font.versionText, font.revision) = ("Version 3.100", 3.1)
    }

    private static func lines(_ files: [String: [UInt8]], settings: String? = nil) throws -> [String] {
        try AppTarget(files, settings: settings).generator().problems.lines
    }

    @Test func twoVersionsOfAFontConflict() throws {
        let files = ["Fonts/2/Lato.ttf": Self.lato2.build(), "Fonts/3/Lato.ttf": Self.lato3.build()]
        #expect(
            try Self.lines(files) == [
                "Lato.ttf: error: Fonts/3/Lato.ttf (version 3.100) and Fonts/2/Lato.ttf (version 2.007) both have the PostScript name Lato-Regular. Remove one of the files, or add it to “exclude” in fontnames.json."
            ])
        for excluded in ["Fonts/3/Lato.ttf", "Fonts/3", "Fonts/3/", "./Fonts/3/Lato.ttf"] {
            let target = try AppTarget(files, settings: #"{"exclude": ["\#(excluded)"]}"#)
            #expect(target.generator().problems.isEmpty)
            #expect(target.generator().fonts.fonts.map(\.file.resource) == ["Fonts/2/Lato.ttf"])
        }
    }

    @Test func equalFilesDoNotConflict() throws {
        let target = try AppTarget(["Fonts/a.ttf": Self.lato2.build(), "Fonts/b.ttf": Self.lato2.build()])
        let generator = target.generator()
        #expect(generator.problems.isEmpty && generator.fonts.fonts.count == 2)
        #expect(generator.constants.byName.count == 1)
    }

    /// TrueType outlines count, or the newer file.
    @Test func oneKindOfOutlinesCounts() throws {
        let outlines = SyntheticFont(family: "Source Sans")
        let others = outlines.with { $0.outlines = .cff }
        let files = ["Fonts/a.otf": others.build(), "Fonts/b.ttf": outlines.build()]
        let generator = try AppTarget(files).generator()
        #expect(generator.fonts.fonts.map(\.file.resource) == ["Fonts/b.ttf"])
        #expect(generator.problems.lines.count == 1)
        #expect(generator.problems.lines[0].hasPrefix("a.otf: warning: The file is left out: Fonts/b.ttf has"))
        let excluded = try AppTarget(files, settings: #"{"exclude": ["Fonts/b.ttf"]}"#).generator()
        #expect(excluded.problems.isEmpty && excluded.fonts.fonts.map(\.file.resource) == ["Fonts/a.otf"])
    }

    @Test func filesThatAreNoFontsAreRefusedIfTheyAreNamedSo() throws {
        let remedy = "To leave it out, add it to “exclude” in fontnames.json."
        let lines = try Self.lines([
            "Fonts/text.ttf": Array("Hello, this is no font.".utf8), "Fonts/empty.otf": [],
            "Fonts/notes.txt": Array("notes".utf8), "Fonts/nothing": [],
        ])
        #expect(
            lines == [
                "empty.otf: error: The file is empty. \(remedy)",
                "text.ttf: error: This is not a font file: it does not begin as a TrueType or OpenType font or collection. \(remedy)",
            ])
        #expect(
            try Self.lines(["Fonts/text.ttf": Array("text".utf8)], settings: #"{"exclude": ["Fonts/text.ttf"]}"#)
                .isEmpty)
    }

    @Test func fontsAreRecognizedByTheirContent() throws {
        let files = ["Fonts/a/b/no.suffix.here": Self.lato2.build(), "Fonts/Foo.Bar.ttf": Self.font("Foo").build()]
        let generator = try AppTarget(files).generator()
        #expect(generator.problems.isEmpty)
        #expect(generator.fonts.fonts.map(\.file.resource) == ["Fonts/Foo.Bar.ttf", "Fonts/a/b/no.suffix.here"])
    }

    private static func font(_ family: String) -> SyntheticFont { SyntheticFont(family: family) }

    @Test func damagedFontsAreRefusedWithTheSentenceOfTheReader() throws {
        let lines = try Self.lines(["Fonts/a.ttf": Damage.tablePastEnd(Self.lato2.build())])
        #expect(lines.count == 1)
        #expect(lines[0].hasPrefix("a.ttf: error: The font is damaged: ") && lines[0].contains("Get a new copy of it."))
    }

    @Test func aHugeFileIsRefused() throws {
        let target = try AppTarget(["Fonts/a.ttf": Self.lato2.build(), "Fonts/huge.bin": Array("no font".utf8)])
        for name in ["a.ttf", "huge.bin"] {
            let file = try FileHandle(forWritingTo: URL(filePath: "\(target.folder)/Fonts/\(name)"))
            try file.truncate(atOffset: UInt64(FontLimits.fileSize) + 1)
            try file.close()
        }
        let lines = target.generator().problems.lines
        #expect(lines.count == 1 && lines[0].hasPrefix("a.ttf: error: The file has \(FontLimits.fileSize + 1) bytes"))
    }

    private static let link =
        "This is a link, which is a link in the bundle, too, and leads to no file there. Copy the file to this place."

    @Test func aLinkOutOfTheTargetIsRefused() throws {
        let target = try AppTarget(["Fonts/a.ttf": Self.lato2.build()])
        let other = try target.home.put(Self.font("Other").build(), at: target.home.root + "/other.ttf")
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: target.folder + "/Fonts/b.ttf", withDestinationPath: other)
        #expect(target.generator().problems.lines == ["b.ttf: error: \(Self.link)"])
        try manager.removeItem(atPath: target.folder + "/Fonts/b.ttf")
        try manager.createSymbolicLink(atPath: target.folder + "/Fonts/c.ttf", withDestinationPath: "a.ttf")
        #expect(target.generator().problems.isEmpty)
        try manager.createSymbolicLink(atPath: target.folder + "/Fonts/gone.ttf", withDestinationPath: "nothing.ttf")
        #expect(target.generator().problems.lines.map { $0.prefix(33) } == ["gone.ttf: error: There is no file"])
    }

    /// SwiftPM copies links as they are, and puts files of all folders of a `.process` rule beside each other.
    @Test func aLinkThatLeadsNowhereInTheBundleIsRefused() throws {
        let target = try AppTarget(["Fonts/a/font.ttf": Self.lato2.build(), "Fonts/b/other.txt": Array("text".utf8)])
        try FileManager.default.createSymbolicLink(
            atPath: target.folder + "/Fonts/b/link.ttf", withDestinationPath: "../a/./font.ttf")
        #expect(target.generator().problems.isEmpty)
        let files = ["Fonts/a/font.ttf", "Fonts/b/link.ttf"]
        #expect(target.generator(files).problems.lines == ["link.ttf: error: \(Self.link)"])
        #expect(target.generator(["Fonts/b"]).problems.lines == ["link.ttf: error: \(Self.link)"])
    }

    @Test func aLinkOfAnIconThatLeadsNowhereIsRefused() throws {
        let drawing = Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8)
        let target = try AppTarget(["Icons/a.svg": drawing, "Other/b.svg": drawing])
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: target.folder + "/Icons/same.svg", withDestinationPath: "a.svg")
        let generator = target.generator(["Icons"])
        #expect(generator.problems.isEmpty && generator.styles.icons.icons.map(\.name) == ["a", "same"])
        try manager.createSymbolicLink(atPath: target.folder + "/Icons/b.svg", withDestinationPath: "../Other/b.svg")
        #expect(target.generator(["Icons"]).problems.lines == ["b.svg: error: \(Self.link)"])
    }

    /// A file behind a link to a folder is itself a file of the bundle if a `.process` rule names it.
    @Test func aFileBehindALinkToAFolderIsNoLink() throws {
        let target = try AppTarget(["Fonts/a.txt": []])
        try target.home.put(Self.lato2.build(), at: target.home.root + "/others/b.ttf")
        try FileManager.default.createSymbolicLink(
            atPath: target.folder + "/Fonts/others", withDestinationPath: target.home.root + "/others")
        let generator = target.generator(["Fonts/others/b.ttf"])
        #expect(generator.problems.isEmpty && generator.fonts.fonts.map(\.file.resource) == ["b.ttf"])
    }

    @Test func aLinkToAFolderWithFontsIsRefused() throws {
        let target = try AppTarget(["Fonts/own/a.ttf": Self.lato2.build(), "Texts/readme.txt": Array("text".utf8)])
        try target.home.put(Self.font("Other").build(), at: target.home.root + "/others/deep/b.otf")
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: target.folder + "/Fonts/same", withDestinationPath: "own")
        try manager.createSymbolicLink(atPath: target.folder + "/Fonts/texts", withDestinationPath: "../Texts")
        #expect(target.generator().problems.isEmpty)
        let others = target.home.root + "/others"
        try manager.createSymbolicLink(atPath: others + "/round", withDestinationPath: "..")
        try manager.createSymbolicLink(atPath: target.folder + "/Fonts/others", withDestinationPath: others)
        try manager.createSymbolicLink(atPath: target.folder + "/Linked", withDestinationPath: "Fonts")
        let problem =
            "error: This is a link to a folder with fonts, which is a link in the bundle, too, and leads to no fonts there. Replace the link by the folder."
        #expect(target.generator().problems.lines == ["others: \(problem)"])
        #expect(target.generator(["Linked"]).problems.lines == ["Linked: \(problem)"])
        // The folder to which it leads is in the bundle, too.
        try manager.removeItem(atPath: target.folder + "/Fonts/others")
        #expect(target.generator(["Fonts", "Linked"]).problems.isEmpty)
    }

    @Test func aNameThatIsNotInUTF8IsReported() throws {
        let target = try AppTarget(["Fonts/a.ttf": Self.lato2.build()])
        var path = Array("\(target.folder)/Fonts/a.ttf".utf8CString)
        path[path.count - 6] = CChar(bitPattern: 0xFF)
        try #require(rename("\(target.folder)/Fonts/a.ttf", path) == 0)
        let lines = target.generator().problems.lines
        #expect(lines.count == 1 && lines[0].hasSuffix("The name of the file is not in UTF-8. Rename the file."))
    }

    @Test func anUnreadableOrAbsentFileIsReported() throws {
        let target = try AppTarget(["Fonts/a.ttf": Self.lato2.build()])
        let absent = target.generator(["Fonts", "Other.ttf"]).problems.lines
        #expect(absent == ["Other.ttf: error: There is no file at this path. Restore it, or remove the resource."])
        if geteuid() != 0 {
            chmod(target.folder + "/Fonts/a.ttf", 0)
            #expect(target.generator().problems.lines.first?.contains("cannot be read: Permission denied") == true)
        }
    }

    @Test func restrictedFontsNeedPermission() throws {
        let font = Self.lato2.with { $0.fsType = 2 }
        let lines = try Self.lines(["Fonts/a.ttf": font.build()])
        #expect(lines.count == 1 && lines[0].hasPrefix("a.ttf: error: The font restricts embedding (fsType)"))
        let allowed = #"{"allowRestricted": ["Fonts/a.ttf"]}"#
        #expect(try Self.lines(["Fonts/a.ttf": font.build()], settings: allowed).isEmpty)
    }

    @Test func packedFontsGiveAWarning() throws {
        let generator = try AppTarget(["Fonts/a.woff": SampleFile.woff(wrapping: Self.lato2.build())]).generator()
        #expect(generator.problems.lines.first?.hasPrefix("a.woff: warning: The font is packed for the web") == true)
        #expect(generator.fonts.fonts.isEmpty && generator.files != nil)
    }

    @Test func linesAreThoseOfACompiler() {
        let problem = BuildProblem(.error, "/a/b\nc.ttf", "One\nline.")
        #expect(problem.line == #"/a/b\u{a}c.ttf:1:1: error: One\u{a}line."#)
    }
}
