import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

extension FailingPrograms {
    /// A file of another kind in place of a part of the store is reported and repaired (docs/reliability.md, R41).
    ///
    /// No command waits for ever, and each that cannot continue names the path. `doctor` reports it, and a repair moves
    /// it
    /// aside and restores all fonts.
    @Suite(.timeLimit(.minutes(60)))
    struct MisplacedFilesTests {
        enum Thing: String, CaseIterable, Sendable {
            case file, folder, link, danglingLink, linkToFIFO, socket, fifo

            /// Creates the file at a path; `original` is the path of the part that it replaces.
            func make(at path: String, original: String) throws {
                let isMade =
                    switch self {
                    case .file: FileManager.default.createFile(atPath: path, contents: Data("text".utf8))
                    case .folder: mkdir(path, 0o700) == 0
                    case .link: symlink(original, path) == 0
                    case .danglingLink: symlink(original + ".nowhere", path) == 0
                    case .linkToFIFO: mkfifo(original + ".fifo", 0o600) == 0 && symlink(original + ".fifo", path) == 0
                    case .fifo: mkfifo(path, 0o600) == 0
                    case .socket: try Self.bind(path)
                    }
                try #require(isMade, "\(self): \(String(cString: strerror(errno)))")
            }

            static func bind(_ path: String) throws -> Bool {
                let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
                defer { close(descriptor) }
                var address = sockaddr_un()
                address.sun_family = sa_family_t(AF_UNIX)
                try #require(path.utf8.count < MemoryLayout.size(ofValue: address.sun_path))
                withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
                return withUnsafePointer(to: &address) {
                    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
                    }
                }
            }
        }

        static let files = [
            "fontd/lock", "fontd/registry.sqlite", "fontd/registry.sqlite-journal", "fontd/sidecars.jsonl",
            "fontd/generation",
        ]
        static let folders = ["fontd/objects", "fontd/staging", "fonts/fontd", "fonts/fontd/0001"]

        /// Runs a command that must end; status 124 means that it did not.
        private func run(_ home: PrivateHome, _ arguments: String...) throws -> Command.Result {
            try run(home, arguments)
        }

        private func run(_ home: PrivateHome, _ arguments: [String]) throws -> Command.Result {
            try home.withoutDelayedTouches { try home.run("timeout", ["-k", "2", "60", Programs.fontctl] + arguments) }
        }

        @Test(arguments: files + folders, Thing.allCases)
        func nothingHangsAndRepairBringsAllBack(_ name: String, _ thing: Thing) throws {
            let isFile = Self.files.contains(name)
            guard thing != (isFile ? .file : .folder) else { return }
            let home = try PrivateHome()
            let before = try run(home, "register", try home.write(SyntheticFont(family: "Early")))
            try #require(before.status == 0, "\(before.errors)")
            let (path, original) = (home.paths.dataHome + "/" + name, home.root + "/original")
            if FileManager.default.fileExists(atPath: path) {
                try FileManager.default.moveItem(atPath: path, toPath: original)
            } else {
                try Data("text".utf8).write(to: URL(filePath: original))
            }
            try thing.make(at: path, original: original)

            let late = try home.write(SyntheticFont(family: "Late"))
            for command in [["list"], ["resolve", "Early-Regular"], ["resolve", "Nothing-Regular"]] {
                let result = try run(home, command)
                #expect([0, 1, 69].contains(result.status), "\(command): \(result.status) \(result.errors)")
                if result.status == 69 { #expect(result.errors.contains(path), "\(command): \(result.errors)") }
            }
            // The first command has rewritten the generation file by renaming, which replaces everything except a
            // folder.
            if name == "fontd/generation", thing != .folder {
                #expect(try run(home, "register", late).status == 0)
                #expect(try run(home, "doctor").status == 0)
                return
            }
            let found = try run(home, "doctor")
            #expect(found.status == 1, "\(found.output) \(found.errors)")
            #expect(found.output.contains("error: \(path) is "), "\(found.output)")
            // All independent parts are checked nevertheless.
            #expect(found.errors.isEmpty, "\(found.errors)")
            let refused = try run(home, "register", late)
            #expect(refused.status == 69 && refused.errors.contains(path), "\(refused.status) \(refused.errors)")

            let repaired = try run(home, "doctor", "--repair")
            #expect(repaired.status == 0, "\(repaired.output) \(repaired.errors)")
            let aside =
                (path as NSString).deletingLastPathComponent + "/.\((path as NSString).lastPathComponent).aside~1"
            var status = stat()
            #expect(lstat(aside, &status) == 0, "\(aside) \(repaired.output)")
            let healthy = try run(home, "doctor")
            #expect(healthy.status == 0, "\(healthy.output) \(healthy.errors)")
            let listed = try run(home, "list")
            #expect(listed.output.contains("Early-Regular"), "\(listed.output) \(listed.errors)")
            #expect(try home.listed(":", "postscriptname").contains("Early-Regular"))
            let registered = try run(home, "register", late)
            #expect(registered.status == 0, "\(registered.errors)")
            #expect(try Set(home.listed(":", "postscriptname")) == ["Early-Regular", "Late-Regular"])
        }

        @Test(arguments: [true, false], Thing.allCases)
        func anObjectComesBack(_ isShard: Bool, _ thing: Thing) async throws {
            // The path of an object is too long for a socket.
            guard thing != (isShard ? .folder : .file), isShard || thing != .socket else { return }
            let home = try PrivateHome()
            for family in ["Early", "Other"] {
                try #require(try run(home, "register", try home.write(SyntheticFont(family: family))).status == 0)
            }
            let early = try await home.user().registered().first { $0.faces[0].family == "Early" }
            let digits = try #require(early).sha256.prefix(12)
            let shard = home.paths.objects + "/" + digits.prefix(2)
            let name = try #require(
                FileManager.default.contentsOfDirectory(atPath: shard).first { $0.hasPrefix(digits) })
            let path = isShard ? shard : shard + "/" + name
            try FileManager.default.moveItem(atPath: path, toPath: home.root + "/original")
            try thing.make(at: path, original: home.root + "/original")

            let disabled = try run(home, "disable", "Other-Regular")
            #expect(disabled.status == 0, "\(disabled.status) \(disabled.errors)")
            let found = try run(home, "doctor")
            #expect(found.status == 1 && found.errors.isEmpty, "\(found.status) \(found.output) \(found.errors)")
            #expect(found.output.contains("error: \(path) is "), "\(found.output)")
            #expect(try home.listed(":", "postscriptname") == ["Early-Regular"])

            let repaired = try run(home, "doctor", "--repair")
            #expect(repaired.status == 0, "\(repaired.output) \(repaired.errors)")
            let healthy = try run(home, "doctor")
            #expect(healthy.status == 0, "\(healthy.output) \(healthy.errors)")
            for command in [["disable", "Early-Regular"], ["enable", "Early-Regular"]] {
                #expect(try run(home, command).status == 0)
            }
            #expect(try home.listed(":", "postscriptname") == ["Early-Regular"])
        }

        @Test(arguments: [Thing.file, .socket, .fifo])
        func theStoreItselfComesBack(_ thing: Thing) throws {
            let home = try PrivateHome()
            try #require(try self.run(home, "register", try home.write(SyntheticFont(family: "Early"))).status == 0)
            try #require(rename(home.paths.store, home.root + "/elsewhere") == 0)
            try thing.make(at: home.paths.store, original: home.root + "/elsewhere")
            // Suppressing delayed touches needs the store's folder, so these commands make them.
            func run(_ arguments: String...) throws -> Command.Result {
                try home.run("timeout", ["-k", "2", "60", Programs.fontctl] + arguments)
            }
            for command in ["list", "doctor"] {
                let result = try run(command)
                #expect([1, 69].contains(result.status), "\(command): \(result.status)")
                #expect(
                    (result.output + result.errors).contains("\(home.paths.store) is a"),
                    "\(result.output) \(result.errors)")
            }
            let repaired = try run("doctor", "--repair")
            #expect(repaired.status == 0, "\(repaired.output) \(repaired.errors)")
            #expect(try run("list").output.contains("Early-Regular"))
        }

        @Test(arguments: [Thing.fifo, .linkToFIFO])
        func aFontThatWouldHoldUpProgramsIsNamed(_ thing: Thing) throws {
            let home = try PrivateHome()
            try #require(try run(home, "register", try home.write(SyntheticFont(family: "Early"))).status == 0)
            let path = try #require(try home.listed(":", "file").first)
            try FileManager.default.moveItem(atPath: path, toPath: home.root + "/original")
            try thing.make(at: path, original: home.root + "/original")
            let result = try run(home, "resolve", "Nothing-Regular")
            #expect(result.status == 69 && result.errors.contains(path), "\(result.status) \(result.errors)")
            #expect(try run(home, "doctor", "--repair").status == 0)
            #expect(try home.listed(":", "postscriptname") == ["Early-Regular"])
        }

        @Test(arguments: [
            ("fontd/bell", Thing.folder), ("fontd/bell", .fifo), ("fonts/fontd/.uuid", .fifo),
            ("fonts/fontd/0001/.uuid", .fifo),
        ])
        func unusedEntriesAreMovedAside(_ name: String, _ thing: Thing) throws {
            let home = try PrivateHome()
            try #require(try run(home, "register", try home.write(SyntheticFont(family: "Early"))).status == 0)
            let path = home.paths.dataHome + "/" + name
            unlink(path)
            try thing.make(at: path, original: home.root + "/original")
            let found = try run(home, "doctor")
            #expect(found.status == 1 && found.errors.isEmpty, "\(found.status) \(found.output) \(found.errors)")
            #expect(found.output.contains("error: \(path) is "), "\(found.output)")
            #expect(try run(home, "doctor", "--repair").status == 0)
            #expect(try run(home, "doctor").status == 0)
            #expect(try home.listed(":", "postscriptname") == ["Early-Regular"])
        }

        @Test func aFolderThatTheStoreDoesNotKnowIsKeptAside() throws {
            let home = try PrivateHome()
            try #require(try run(home, "register", try home.write(SyntheticFont(family: "Early"))).status == 0)
            let folder = home.paths.persistentProjection + "/0007"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            let own = try home.write(SyntheticFont(family: "Own"))
            try FileManager.default.moveItem(atPath: own, toPath: folder + "/x.ttf")
            let found = try run(home, "doctor")
            #expect(
                found.status == 0 && found.output.contains("warning: Programs see the fonts of \(folder)"),
                "\(found.output) \(found.errors)")
            let repaired = try run(home, "doctor", "--repair")
            #expect(repaired.status == 0, "\(repaired.output) \(repaired.errors)")
            #expect(access(home.paths.persistentProjection + "/.0007.aside~1/x.ttf", F_OK) == 0)
            #expect(try home.listed(":", "postscriptname") == ["Early-Regular"])
            #expect(try !run(home, "doctor").output.contains("0007"))
        }

        @Test(.enabled(if: geteuid() != 0, "Root may open every file."))
        func aDatabaseThatMayNotBeOpenedIsNamed() throws {
            let home = try PrivateHome()
            try #require(try run(home, "register", try home.write(SyntheticFont(family: "Early"))).status == 0)
            try #require(chmod(home.paths.database, 0) == 0)
            for command in [["list"], ["disable", "Early-Regular"]] {
                let result = try run(home, command)
                #expect(result.status == 69, "\(result.errors)")
                #expect(
                    result.errors.contains(home.paths.database) && result.errors.contains("mode 0,"), "\(result.errors)"
                )
            }
        }

        @Test func aFolderOfObjectsBehindALinkIsNotLost() throws {
            let home = try PrivateHome()
            let file = try home.write(SyntheticFont(family: "Hidden"))
            try #require(try run(home, "register", "--disabled", file).status == 0)
            try FileManager.default.moveItem(atPath: home.paths.objects, toPath: home.root + "/elsewhere")
            try #require(symlink(home.root + "/elsewhere", home.paths.objects) == 0)
            #expect(try run(home, "doctor", "--repair").status == 0)
            #expect(try run(home, "list").output.contains("Hidden-Regular"))
            #expect(try run(home, "enable", "Hidden-Regular").status == 0)
            #expect(try home.listed(":", "postscriptname") == ["Hidden-Regular"])
        }

        @Test func linksAboveTheStoreAreTheUsersOwn() throws {
            let home = try PrivateHome()
            for name in ["data", "data/fonts"] {
                let path = home.root + "/" + name
                let place = home.root + "/other-" + (name as NSString).lastPathComponent
                try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
                if name == "data" { try FileManager.default.removeItem(atPath: path) }
                try #require(symlink(place, path) == 0)
            }
            #expect(try run(home, "register", try home.write(SyntheticFont(family: "Early"))).status == 0)
            #expect(try home.listed(":", "postscriptname") == ["Early-Regular"])
            let healthy = try run(home, "doctor")
            #expect(healthy.status == 0, "\(healthy.output)")
        }
    }
}
