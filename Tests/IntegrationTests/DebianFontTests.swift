import FontRegistry
import Foundation
import TestSupport
import Testing

extension RealPrograms {
    /// Fonts of Debian packages, registered as by a user, and their visibility to programs.
    ///
    /// DifferentialTests compares their contents with fontconfig and FreeType.
    @Suite(.timeLimit(.minutes(60)))
    struct DebianFontTests {
        /// An installed package with fonts.
        struct Package: Sendable, CustomTestStringConvertible {
            var name: String
            var folder: String
            /// A prefix of the file names that distinguishes the package's files from others in the folder.
            var prefix: String
            var fileCount: Int

            var testDescription: String { name }

            var files: [String] {
                let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
                return names.filter { $0.hasPrefix(prefix) }.sorted().map { folder + "/" + $0 }
            }
        }

        static let packages = [
            Package(name: "fonts-lato", folder: "/usr/share/fonts/truetype/lato", prefix: "Lato-", fileCount: 18),
            Package(
                name: "fonts-dejavu-core", folder: "/usr/share/fonts/truetype/dejavu", prefix: "DejaVu", fileCount: 6),
            Package(name: "fonts-inter", folder: "/usr/share/fonts/opentype/inter", prefix: "Inter", fileCount: 36),
            Package(
                name: "fonts-ebgaramond", folder: "/usr/share/fonts/opentype/ebgaramond", prefix: "EBGaramond",
                fileCount: 5),
            Package(
                name: "fonts-noto-cjk", folder: "/usr/share/fonts/opentype/noto", prefix: "NotoSansCJK-Regular",
                fileCount: 1),
        ]

        @Test(arguments: packages)
        func programsSeeWhatWasRegistered(_ package: Package) async throws {
            if package.files.isEmpty { try Test.cancel("\(package.name) is not installed; `make test` installs it.") }
            let home = try PrivateHome()
            let fonts = try home.manager(authority: .user)
            #expect(package.files.count >= package.fileCount)
            try home.fontctl(["register", "--json"] + package.files)
            let registrations = try await fonts.registered()
            #expect(registrations.count == package.files.count)
            let faces = try ScannedFont.faces(of: registrations.flatMap { [$0.file, $0.path ?? ""] })
            for registration in registrations {
                let scanned = try #require(faces[registration.file])
                #expect(scanned.map(\.postscriptName) == registration.faces.map(\.postscriptName))
                // Programs see the same bytes under fontd's file name.
                let path = try #require(registration.path)
                #expect(faces[path] == scanned)
            }
            // Every face is listed exactly once, and every PostScript name is matched exactly.
            let names = try home.listed(":variable=false", "postscriptname").sorted()
            #expect(names == registrations.flatMap { $0.faces.map(\.postscriptName) }.sorted())
            for name in Set(names).sorted().prefix(4) {
                #expect(try home.match(":postscriptname=\(name)") == name)
                let resolution = try await fonts.resolve(name)
                #expect(resolution.matchedBy == .postscriptName)
                #expect(resolution.match?.path == (try home.match(":postscriptname=\(name)", "file")))
            }
            #expect(try await home.user().diagnose(repair: false).findings.isEmpty)
            // Removes them again.
            try home.fontctl(["unregister"] + package.files)
            #expect(try home.listed().isEmpty)
        }

        @Test(
            .enabled(
                if: packages.contains { $0.name == "fonts-noto-cjk" && !$0.files.isEmpty }, "Needs fonts-noto-cjk."))
        func aCollectionComesWithEveryFace() async throws {
            let home = try PrivateHome()
            let file = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"
            try home.fontctl(["register", file])
            let registration = try #require(try await home.manager(authority: .user).registered().first)
            #expect(registration.faces.map(\.index) == Array(0..<10))
            #expect(try Set(home.listed(":", "index")).count == 10)
            #expect(try Set(home.listed()) == [registration.path])
            for face in ["NotoSansCJKjp-Regular", "NotoSansMonoCJKkr-Regular"] {
                #expect(try home.match(":postscriptname=\(face)") == face)
            }
            // Disabling one face disables the whole file.
            try home.fontctl(["disable", "NotoSansCJKkr-Regular"])
            #expect(try home.listed().isEmpty)
        }
    }
}
