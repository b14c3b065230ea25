import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

private let type1 = "/usr/share/fonts/type1/urw-base35"
private let openType = "/usr/share/fonts/opentype/urw-base35"

/// Fonts of the system that are there in several formats, of which programs get one that is not read here.
///
/// Debian's fonts-urw-base35 has each font as Type 1 and as OpenType. Of Nimbus Sans Narrow fontconfig prefers the Type 1
/// file, whose width says nothing.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: type1), "needs fonts-urw-base35"))
struct FileFormatTests {
    private let machine: PrivateHome
    private let home: PrivateHome
    private let session: Session

    init() throws {
        machine = try PrivateHome()
        home = try PrivateHome(fontFolders: [machine.root + "/given"])
        session = Session(home)
        try install(type1 + "/NimbusSansNarrow-Regular.t1")
    }

    private func install(_ file: String) throws {
        try machine.write([UInt8](Data(contentsOf: URL(filePath: file))), as: (file as NSString).lastPathComponent)
    }

    @Test func theOpenTypeFileOfAFontIsRead() async throws {
        try install(openType + "/NimbusSansNarrow-Regular.otf")
        let family = "Nimbus Sans Narrow"
        #expect(await session("resolve", family).output.contains("Regular.t1"))
        #expect(await session("info", family).output.contains("NimbusSansNarrow-Regular.otf"))
        for options in [[], ["--styles"]] {
            let result = await session.run(["preview", family, "--text", "x", "-o", "page.html"] + options)
            #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
            let page = try String(contentsOfFile: home.root + "/given/page.html", encoding: .utf8)
            #expect(page.contains("data:font/otf;base64,T1RUT"))
        }
        for options in [[], ["--inline"]] {
            let sheet = await session.run(["css", family] + options)
            #expect(sheet.status == 0 && sheet.errors.isEmpty, "\(sheet)")
            #expect(sheet.output.components(separatedBy: "@font-face").count == 2 && !sheet.output.contains(".t1"))
        }
    }

    @Test func aStyleWithoutSuchAFileIsLeftOut() async throws {
        try install(openType + "/NimbusSansNarrow-Bold.otf")
        let family = "Nimbus Sans Narrow"
        for command in [["css", family], ["preview", family, "--styles", "--text", "x", "-o", "page.html"]] {
            let result = await session.run(command)
            #expect(result.status == 1 && result.errors.contains("/NimbusSansNarrow-Regular.t1: "), "\(result)")
            #expect(result.errors.contains("Type 1 fonts cannot be registered"), "\(result)")
        }
        let sheet = await session("css", family)
        #expect(sheet.output.contains("NimbusSansNarrow-Bold.otf") && !sheet.output.contains(".t1"), "\(sheet)")
    }

    @Test func aFamilyWithoutSuchAFileHasNoRules() async throws {
        let sheet = await session("css", "Nimbus Sans Narrow")
        #expect(sheet.status == 1 && sheet.output.isEmpty && sheet.errors.contains("Regular.t1: "), "\(sheet)")
        let preview = await session("preview", "Nimbus Sans Narrow", "--text", "x", "-o", "page.html")
        #expect(preview.status == 1 && preview.errors.contains("Type 1"), "\(preview)")
    }
}
