import FontModel
import FontRegistry
import Foundation
import TestSupport
import Testing

/// Registrations of Debian packages, which are archives, too.
@Suite(.fewAtOnce) struct DebianPackageTests {
    private let home: PrivateHome
    private let fonts: FontManager
    private let entries = [
        WrittenArchive.Entry("./usr/share/fonts/truetype/a/A.ttf", SyntheticFont(family: "Packaged").build()),
        .init("./usr/share/doc/fonts-a/copyright", Array("SIL OPEN FONT LICENSE".utf8)),
        .init("./usr/share/doc/fonts-a/changelog", Array("text".utf8)),
    ]

    init() throws {
        home = try PrivateHome()
        fonts = try home.manager()
    }

    /// A package, deb(5).
    private func package(_ members: [(name: String, content: [UInt8])]) -> [UInt8] {
        members.reduce(into: Array("!<arch>\n".utf8)) { bytes, member in
            func field(_ text: String, _ width: Int) -> String {
                text.padding(toLength: width, withPad: " ", startingAt: 0)
            }
            let header =
                field(member.name, 16) + field("0", 12) + field("0", 6) + field("0", 6) + field("100644", 8)
                + field("\(member.content.count)", 10) + "`\n"
            bytes += Array(header.utf8) + member.content
            if member.content.count % 2 == 1 { bytes.append(0x0A) }
        }
    }

    private func package(data name: String, _ content: [UInt8]) -> [UInt8] {
        package([("debian-binary", Array("2.0\n".utf8)), ("control.tar.xz", [1, 2, 3]), (name, content)])
    }

    private func register(_ path: String) async throws(FontError) -> FontSummary {
        try await fonts.register(URL(filePath: path), scope: .persistent)
    }

    @Test(arguments: [WrittenArchive.Form.tar, .gzip, .xz, .zstd])
    func theFontsOfAPackageAreRegisteredWithItsLicense(_ form: WrittenArchive.Form) async throws {
        let data = try WrittenArchive.bytes(form, entries)
        let path = try home.write(package(data: "data.\(form.rawValue)", data), as: "fonts-a_1_all.deb")
        let summary = try await register(path)
        #expect(summary.registrations.map(\.file) == [path + "/usr/share/fonts/truetype/a/A.ttf"])
        let license = try #require(try await fonts.keptLicenses(of: summary.registrations).values.first?.first)
        #expect(try String(contentsOfFile: license, encoding: .utf8) == "SIL OPEN FONT LICENSE")
    }

    @Test func damagedPackagesAreRefused() async throws {
        let whole = package(data: "data.tar", try WrittenArchive.bytes(.tar, entries))
        let samples: [String: [UInt8]] = [
            "cut": Array(whole.prefix(whole.count - 2_000)), "header": Array(whole.prefix(40)),
            "without files": package([("debian-binary", Array("2.0\n".utf8))]),
        ]
        for (name, bytes) in samples {
            let path = try home.write(bytes, as: name + ".deb")
            let error = await #expect(throws: FontError.self) { try await register(path) }
            #expect(error?.code == .invalidFontData, "\(name): \(error?.message ?? "")")
        }
    }

    @Test func packagesInFoldersAreSkipped() async throws {
        let data = try WrittenArchive.bytes(.tar, entries)
        try home.write(package(data: "data.tar", data), as: "folder/fonts-a_1_all.deb")
        try home.write(SyntheticFont(family: "Loose"), as: "folder/Loose.ttf")
        let summary = try await register(home.root + "/given/folder")
        #expect(summary.registrations.count == 1 && summary.passedOver == ["deb": 1])
    }
}
