import FontRegistry
import Foundation
import TestSupport
import Testing

extension RealPrograms {
    /// `fontctl list` shows of registered fonts what `fc-scan` reads from their files.
    @Suite(.timeLimit(.minutes(60))) struct ListingTests {
        /// The fonts for reading beside the checkout, else fonts of Debian.
        private static let files: [String] = {
            let folders =
                SharedFonts.fonts.map { [$0] } ?? [
                    "/usr/share/fonts/truetype/lato", "/usr/share/fonts/truetype/dejavu",
                ]
            return folders.flatMap { folder in
                let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
                return names.filter { [".ttf", ".otf", ".ttc"].contains(where: $0.hasSuffix) }.sorted().map {
                    folder + "/" + $0
                }
            }
        }()

        @Test func theListHasTheFactsOfTheFiles() throws {
            if Self.files.isEmpty { try Test.cancel("No real fonts are installed; `make test` installs some.") }
            let home = try PrivateHome()
            let all = try ScannedFont.faces(of: Self.files)
            // Each file is registered alone, as some have the names of others.
            for file in Self.files {
                try home.fontctl("register", file)
                let json = Data(try home.fontctl("list", "--json").output.utf8)
                let listed = try JSONDecoder().decode(Listing.self, from: json).registrations
                let registration = try #require(listed.first)
                #expect(listed.count == 1)
                #expect(registration.file == file)
                #expect(registration.scope == "persistent")
                #expect(registration.visibleInSandboxes)
                let scanned = try #require(all[file])
                #expect(registration.faces.count == scanned.count)
                for (face, scanned) in zip(registration.faces, scanned) {
                    #expect(face.file == registration.path)
                    #expect(face.index == scanned.index, "\(file)")
                    #expect(face.postscriptName == scanned.postscriptName, "\(file)")
                    #expect(face.family == scanned.family, "\(file)")
                    #expect(face.style == scanned.style, "\(file)")
                    #expect(face.fullName == scanned.fullName, "\(file)")
                    #expect(abs(face.weight - (scanned.openTypeWeight ?? -1)) <= 1, "\(file)")
                    // fontconfig has no half percents: 63, 87 and 113 stand for 62.5, 87.5 and 112.5.
                    #expect(abs(face.width - (Double(scanned.width) ?? -1)) <= 0.5, "\(file)")
                    #expect((face.slant != 0) == scanned.isSlanted, "\(file)")
                    #expect(Int((face.revision * 65_536).rounded()) == scanned.revision, "\(file)")
                    #expect(Set(face.languages) == scanned.languages, "\(file)")
                    #expect(!face.version.isEmpty)
                }
                try home.fontctl("unregister", registration.id)
            }
        }

        private struct Listing: Decodable {
            struct Entry: Decodable {
                var id: String
                var file: String
                var path: String
                var scope: String
                var visibleInSandboxes: Bool
                var faces: [Face]
            }
            struct Face: Decodable {
                var file: String
                var index: Int
                var postscriptName: String
                var family: String
                var style: String
                var fullName: String
                var weight: Double
                var width: Double
                var slant: Double
                var revision: Double
                var version: String
                var languages: [String]
            }
            var registrations: [Entry]
        }
    }
}

extension ScannedFont {
    /// The weight on OpenType's scale (`FcWeightToOpenTypeDouble`).
    fileprivate var openTypeWeight: Double? {
        let scale: [(Double, Double)] = [
            (0, 100), (40, 200), (50, 300), (55, 350), (75, 380), (80, 400), (100, 500), (180, 600), (200, 700),
            (205, 800), (210, 900), (215, 1_000),
        ]
        guard let weight = Double(weight), let upper = scale.firstIndex(where: { $0.0 >= weight }) else { return nil }
        guard upper > 0 else { return scale[0].1 }
        let (low, high) = (scale[upper - 1], scale[upper])
        return low.1 + (weight - low.0) / (high.0 - low.0) * (high.1 - low.1)
    }
}
