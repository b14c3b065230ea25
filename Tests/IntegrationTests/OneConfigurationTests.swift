import FontRegistry
import Foundation
import TestSupport
import Testing

extension RealPrograms {
    /// A command parses fontconfig's configuration once, like every program that uses fontconfig.
    @Suite(.timeLimit(.minutes(60)))
    struct OneConfigurationTests {
        private let home: PrivateHome

        init() async throws {
            home = try PrivateHome()
            for family in ["Any", "Other"] {
                let file = URL(filePath: try home.write(SyntheticFont(family: family)))
                try await home.manager().register(file, scope: .persistent)
            }
            // What has just changed may have been read in an older state, and is read again.
            let folders = try FileManager.default.subpathsOfDirectory(atPath: home.paths.userFonts)
                .map { home.paths.userFonts + "/" + $0 }
            for path in [home.root + "/fonts.conf", home.root + "/config/fontconfig/conf.d", home.paths.userFonts]
                + folders
            {
                let time = Date(timeIntervalSince1970: 1_600_000_000)
                try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
            }
        }

        @Test(arguments: [
            "resolve Any-Regular", "resolve Any", "resolve Nobody", "families", "faces", "list", "list Any",
            "search An", "why Any-Regular", "why Any", "why Nobody", "css Any", "doctor",
        ])
        func aCommandReadsTheFilesOnce(_ line: String) throws {
            let openings = try FileEvents(.openings, of: home.root + "/fonts.conf")
            _ = try home.run(Programs.fontctl, line.split(separator: " ").map(String.init))
            #expect(openings.count() == 1, "\(line)")
        }
    }
}
