import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

extension FailingPrograms {
    /// Something else in place of a folder above the store, or of a file beside it, is named and, where nothing can be
    /// lost, repaired (docs/reliability.md, R45).
    @Suite(.timeLimit(.minutes(60)))
    struct FoldersAboveTests {
        enum Change: String, CaseIterable, Sendable {
            case linkToNothing, linkToItself, fifo, socket, other, closed, noSearch, noWrite

            var isMode: Bool { [.closed, .noSearch, .noWrite].contains(self) }

            /// Replaces a file or folder, or takes permissions away from it; false if it has none to take away.
            func make(at path: String, aside: String) throws -> Bool {
                var status = stat()
                try #require(lstat(path, &status) == 0, "\(path)")
                let isFolder = status.st_mode & S_IFMT == S_IFDIR
                if isMode {
                    let mode = status.st_mode & 0o7777
                    let left = self == .closed ? 0 : mode & ~(self == .noSearch ? 0o111 : 0o222)
                    return left != mode && chmod(path, left) == 0
                }
                try #require(rename(path, aside) == 0)
                switch self {
                case .linkToNothing: return symlink(aside + ".nowhere", path) == 0
                case .linkToItself: return symlink(path, path) == 0
                case .fifo: return mkfifo(path, 0o600) == 0
                case .socket: return try MisplacedFilesTests.Thing.bind(path)
                default: return isFolder ? creat(path, 0o600) >= 0 : mkdir(path, 0o700) == 0
                }
            }
        }

        /// A place below the home, and what a repair may do there.
        struct Place: Sendable, CustomTestStringConvertible {
            var name: String
            /// Whether a repair moves a link to nothing aside, which might be a disk that is not mounted.
            var isOurs = true
            /// Whether a repair moves aside what is there, which ends the rules of the user otherwise.
            var isSettings = false
            var testDescription: String { name }
        }

        static let places = [
            Place(name: ".local", isOurs: false), Place(name: ".local/share", isOurs: false),
            Place(name: ".local/share/fontd", isOurs: false), Place(name: ".local/share/fonts", isOurs: false),
            Place(name: ".local/share/fonts/fontd"), Place(name: ".local/share/fonts/fontd-session"),
            Place(name: ".local/share/fontd/licenses"), Place(name: ".local/share/fontd/licenses/texts"),
            Place(name: ".config", isSettings: true), Place(name: ".config/fontd", isSettings: true),
            Place(name: ".config/fontd/policy.json", isSettings: true), Place(name: ".config/fontd/policy.json.lock"),
            Place(name: "run/fontd"), Place(name: "run/fontd/session"),
        ]

        /// With the HOME of another user, as after `sudo -u` with a kept environment, no advice opens that home.
        @Test(
            .enabled(
                if: geteuid() == 0 && FoldersAboveTests.isClosed("/root"), "needs root, whose home is closed to others")
        )
        func theHomeOfAnotherUserIsNotOpened() throws {
            let user = try OrdinaryUser(try PrivateHome())
            let result = try user.run(
                "env", ["-u", "XDG_DATA_HOME", "-u", "XDG_CONFIG_HOME", "HOME=/root", Programs.fontctl, "doctor"])
            #expect(result.status == 1 && result.output.contains("[folder-closed]"), "\(result)")
            #expect(result.output.contains("in the home of root. Set HOME to the home of"), "\(result)")
            #expect(!result.output.contains("chmod"), "\(result)")
        }

        static func isClosed(_ folder: String) -> Bool {
            var status = stat()
            return stat(folder, &status) == 0 && status.st_mode & 0o005 == 0
        }

        /// A home with registrations in both scopes, a licence and a policy.
        private func home() throws -> (home: PrivateHome, user: OrdinaryUser) {
            let home = try PrivateHome()
            let user = try OrdinaryUser(home)
            let early = try home.write(SyntheticFont(family: "Early"), as: "early/Early.ttf")
            try Data("SIL OPEN FONT LICENSE Version 1.1".utf8).write(
                to: URL(filePath: (early as NSString).deletingLastPathComponent + "/OFL.txt"))
            let late = try home.write(SyntheticFont(family: "Late"))
            try user.own(home.root)
            for command in [
                ["register", (early as NSString).deletingLastPathComponent], ["register", "--scope", "session", late],
                ["policy", "--request-deadline", "9"],
            ] {
                let result = try run(user, command)
                try #require(result.status == 0, "\(command): \(result.errors)")
            }
            return (home, user)
        }

        /// Runs fontctl where the folders have their usual names; status 124 means that it did not end.
        private func run(_ user: OrdinaryUser, _ arguments: [String]) throws -> Command.Result {
            let configuration = user.home.root + "/usual.conf"
            if !FileManager.default.fileExists(atPath: configuration) {
                let root = user.home.root
                try """
                <fontconfig><dir>\(root)/.local/share/fonts</dir><cachedir>\(root)/cache</cachedir></fontconfig>
                """.write(toFile: configuration, atomically: true, encoding: .utf8)
            }
            return try user.run(
                "env",
                ["-u", "XDG_DATA_HOME", "-u", "XDG_CONFIG_HOME", "FONTCONFIG_FILE=" + configuration]
                    + ["timeout", "-k", "2", "60", Programs.fontctl] + arguments)
        }

        @Test(arguments: places)
        func eachIsNamedAndRepaired(_ place: Place) throws {
            let (home, user) = try home()
            let path = home.root + "/" + place.name
            for change in Change.allCases {
                // A policy is replaced, never written in place.
                if place.name.hasSuffix("policy.json"), change == .noWrite { continue }
                guard try change.make(at: path, aside: home.root + "/aside-\(change)") else { continue }
                if geteuid() == 0, !change.isMode {
                    lchown(path, uid_t(OrdinaryUser.number), gid_t(OrdinaryUser.number))
                }
                let found = try run(user, ["doctor"])
                let what: Comment = "\(place.name), \(change): \(found.status) \(found.output) \(found.errors)"
                #expect(found.errors.isEmpty && found.status < 2, what)
                #expect(found.output.contains("\(path) is "), what)
                // It goes on.
                #expect(found.output.contains("configuration"), what)
                let repaired = try run(user, ["doctor", "--repair"])
                let stays = !change.isMode && (place.isSettings || change == .linkToNothing && !place.isOurs)
                #expect(
                    (repaired.status == 0) == !stays,
                    "\(place.name), \(change): \(repaired.status) \(repaired.output) \(repaired.errors)")
                if !change.isMode {
                    // The original takes its place again.
                    _ = try home.run("rm", ["-rf", path])
                    try #require(rename(home.root + "/aside-\(change)", path) == 0)
                } else {
                    let mended = try run(user, ["doctor"])
                    #expect(mended.status == 0 && !mended.output.contains(path), "\(change): \(mended.output)")
                }
            }
            #expect(try run(user, ["list"]).output.contains("Early-Regular"))
            #expect(try run(user, ["doctor"]).status == 0)
        }

        /// The session does not end because its marker was replaced.
        @Test(arguments: ["run/fontd", "run/fontd/session"])
        func theSessionGoesOn(_ name: String) throws {
            let (home, user) = try home()
            let path = home.root + "/" + name
            try #require(rename(path, home.root + "/aside") == 0 && mkfifo(path, 0o600) == 0)
            try user.own(path)
            #expect(try run(user, ["doctor", "--repair"]).status == 0)
            let listed = try run(user, ["list", "--scope", "session"])
            #expect(listed.output.contains("Late-Regular"), "\(listed.output) \(listed.errors)")
            #expect(try run(user, ["doctor"]).status == 0)
        }

        /// Other commands name the folder, too, and do not take an unreachable store for an empty one.
        @Test(arguments: [Change.linkToNothing, .linkToItself, .fifo, .closed])
        func commandsNameTheFolder(_ change: Change) throws {
            let (home, user) = try home()
            let path = home.root + "/.local/share"
            _ = try change.make(at: path, aside: home.root + "/aside")
            for command in [
                ["list"], ["register", home.root + "/given/Late-Regular-0.ttf"], ["unregister", "Early-Regular"],
            ] {
                let result = try run(user, command)
                #expect(
                    result.status == 69 && result.errors.contains("\(path) is ")
                        || result.errors.contains("has no access to \(path)"),
                    "\(change) \(command): \(result.status) \(result.errors)")
            }
        }
    }
}
