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

    private let format = ("debian-binary", Array("2.0\n".utf8))
    private let control: (String, [UInt8]) = ("control.tar.xz", [1, 2, 3])

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
        package([format, control, (name, content)])
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
        let tar = try WrittenArchive.bytes(.tar, entries)
        let whole = package(data: "data.tar", tar)
        let samples: [String: [UInt8]] = [
            "cut": Array(whole.prefix(whole.count - 2_000)), "header": Array(whole.prefix(40)),
            "without files": package([format]),
            "without control": package([format, ("data.tar", tar)]),
            "control after files": package([format, ("data.tar", tar), control]),
            "two of control": package([format, control, control, ("data.tar", tar)]),
            "unknown part": package([format, control, ("other", [1]), ("data.tar", tar)]),
            "no version": package([("debian-binary", Array("2.0".utf8)), control, ("data.tar", tar)]),
        ]
        for (name, bytes) in samples {
            let path = try home.write(bytes, as: name + ".deb")
            let error = await #expect(throws: FontError.self) { try await register(path) }
            #expect(error?.code == .invalidFontData, "\(name): \(error?.message ?? "")")
        }
    }

    /// As for dpkg-deb, which reads no member after the files, and leaves out those with an underscore.
    @Test func membersForOtherProgramsAreLeftOut() async throws {
        let tar = try WrittenArchive.bytes(.tar, entries)
        let newer = ("debian-binary", Array("2.1\nmore\n".utf8))
        let bytes = package([newer, ("_before", [1]), control, ("_after", [1]), ("data.tar", tar), ("data.tar", [1])])
        let path = try home.write(bytes + Array("cut".utf8), as: "fonts-a_1_all.deb")
        #expect(try await register(path).registrations.count == 1)
    }

    @Test func packagesOfAnotherFormatAreNotRead() async throws {
        let tar = try WrittenArchive.bytes(.tar, entries)
        let bytes = package([("debian-binary", Array("3.0\n".utf8)), control, ("data.tar", tar)])
        let path = try home.write(bytes, as: "fonts-a_1_all.deb")
        let error = await #expect(throws: FontError.self) { try await register(path) }
        #expect(error?.code == .unrecognizedFormat && error?.message.contains("version 3 of its format") == true)
    }

    @Test func packagesInFoldersAreSkipped() async throws {
        let data = try WrittenArchive.bytes(.tar, entries)
        try home.write(package(data: "data.tar", data), as: "folder/fonts-a_1_all.deb")
        try home.write(SyntheticFont(family: "Loose"), as: "folder/Loose.ttf")
        let summary = try await register(home.root + "/given/folder")
        #expect(summary.registrations.count == 1 && summary.passedOver == ["deb": 1])
    }
}
