import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

extension FailingPrograms {
    /// Names in the store's files that lead elsewhere never become paths.
    ///
    /// No file outside of the store is linked, touched or deleted. The store is reported as damaged and can be
    /// repaired.
    @Suite(.timeLimit(.minutes(60))) struct HostileStoreNamesTests {
        enum Place: String, CaseIterable, Sendable {
            case folder, file, hash, heldHash, sidecar, intent
        }

        /// A folder outside of the store and the font folders, with files that have fontd's names.
        private struct Victim {
            let path: String
            private let before: [String]

            init(_ home: PrivateHome, hash: String) throws {
                path = home.root + "/data/victim"
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
                // A name like those in the projection, a content hash, and the target of the hash below.
                for name in [
                    "Early-\(hash.prefix(12)).ttf", hash, Self.hash(64).components(separatedBy: "/").last ?? "",
                ] {
                    try Data("mine".utf8).write(to: URL(filePath: path + "/" + name))
                }
                // Sets an old date, so that a new one is noticed.
                for name in [""] + (try FileManager.default.contentsOfDirectory(atPath: path)) {
                    var times = [
                        timeval(tv_sec: 1_000_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000_000, tv_usec: 0),
                    ]
                    try #require(utimes(path + "/" + name, &times) == 0)
                }
                before = try Self.state(path)
            }

            /// Returns a name that leads from an object's folder to the victim; with 64 bytes it is as long as a content hash.
            static func hash(_ count: Int) -> String {
                let way = "../victim/"
                return way + String(repeating: "x", count: count - way.utf8.count)
            }

            private static func state(_ path: String) throws -> [String] {
                try ([""] + FileManager.default.contentsOfDirectory(atPath: path).sorted()).map { name in
                    var status = stat()
                    try #require(lstat(path + "/" + name, &status) == 0)
                    let bytes = name.isEmpty ? Data() : try Data(contentsOf: URL(filePath: path + "/" + name))
                    return "\(name) \(status.st_ino) \(status.st_mtim.tv_sec) \(status.st_nlink) \(bytes.hashValue)"
                }
            }

            func isUntouched() throws -> Bool { try Self.state(path) == before }
        }

        @Test(arguments: Place.allCases)
        func noneLeadsElsewhere(_ place: Place) async throws {
            let home = try PrivateHome()
            try home.fontctl("register", try home.write(SyntheticFont(family: "Early")))
            let early = try #require(try await home.user().registered().first)
            let victim = try Victim(home, hash: early.sha256)
            let (hash, name) = (Victim.hash(64), "Early-\(early.sha256.prefix(12)).ttf")
            switch place {
            case .folder: try home.spoilDatabase("UPDATE folder SET name = '../../victim', generation = 1000")
            case .file: try home.spoilDatabase("UPDATE placement SET fileName = '../../../victim/\(name)'")
            case .hash: try home.spoilDatabase("UPDATE content SET sha256 = '\(hash)', generation = 1000")
            case .heldHash: try home.spoilDatabase("INSERT INTO disabledByUser VALUES ('\(hash)', 'user')")
            case .sidecar:
                let file = home.paths.store + "/sidecars.jsonl"
                let lines = try String(contentsOfFile: file, encoding: .utf8)
                try Data((lines + lines.replacing(early.sha256, with: hash)).utf8).write(to: URL(filePath: file))
            case .intent:
                let folder = home.paths.staging + "/dead"
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                try Data(hash.utf8).write(to: URL(filePath: folder + "/objects"))
            }
            let next = try home.write(SyntheticFont(family: "Next"))
            let commands = [
                ["list"], ["resolve", "Early-Regular"], ["register", next], ["disable", "Early-Regular"],
                ["enable", "Early-Regular"], ["unregister", "Next-Regular"], ["prune"], ["doctor"],
            ]
            for command in commands {
                let result = try home.run(Programs.fontctl, command)
                #expect(result.status < 128, "\(command): \(result.errors)")
                #expect(try victim.isUntouched(), "\(place), \(command)")
            }
            if [.folder, .file, .hash].contains(place) {
                #expect(try home.run(Programs.fontctl, ["doctor"]).status == 1)
            }
            try home.fontctl("doctor", "--repair")
            #expect(try victim.isUntouched(), "\(place), repaired")
            try home.fontctl("register", next)
            #expect(try victim.isUntouched(), "\(place), registered")
            let registered = try await home.user().registered()
            #expect(registered.contains { $0.id == early.id })
            #expect(try Set(home.listed()) == Set(registered.compactMap(\.path)))
            try home.fontctl("doctor")
        }

        @Test(.needsBus)
        func noServiceFollowsThem() async throws {
            let home = try PrivateHome()
            try home.fontctl("register", try home.write(SyntheticFont(family: "Early")))
            let early = try #require(try await home.user().registered().first)
            let victim = try Victim(home, hash: early.sha256)
            let service = try PrivateService(in: home)
            let client = try await service.connect()
            _ = try await service.process(client)
            try home.spoilDatabase("UPDATE folder SET name = '../../victim', generation = 1000")
            let next = try home.write(SyntheticFont(family: "Next"))
            await #expect(throws: (any Error).self) { try await client.registerFont(next) }
            #expect(try victim.isUntouched())
            try home.fontctl("doctor", "--repair")
            _ = try await client.registerFont(next)
            #expect(try victim.isUntouched())
        }
    }
}
