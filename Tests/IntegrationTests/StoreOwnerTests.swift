import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

extension FailingPrograms {
    /// Whatever root or other users did, a store's owner keeps access or gets an error (docs/reliability.md, R42).
    @Suite(.timeLimit(.minutes(60)))
    struct StoreOwnerTests {
        /// Registers a font as the user.
        private func register(_ family: String, _ user: OrdinaryUser) throws {
            let file = try user.home.write(SyntheticFont(family: family))
            let result = try user.home.withoutDelayedTouchesOf(user) { try user.fontctl("register", file) }
            #expect(result.status == 0, "\(result.errors)")
        }

        private func mode(_ path: String) throws -> Int {
            try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
        }

        private func owner(_ path: String) throws -> Int {
            try #require(FileManager.default.attributesOfItem(atPath: path)[.ownerAccountID] as? Int)
        }

        @Test(.enabled(if: geteuid() == 0, "needs root"))
        func rootIsRefusedInAnothersHome() throws {
            let home = try PrivateHome()
            let user = try OrdinaryUser(home)
            let files = [SyntheticFont(family: "Early"), SyntheticFont(family: "Late")]
            let (early, late) = (try home.write(files[0]), try home.write(files[1]))
            let name = String(cString: getpwuid(uid_t(OrdinaryUser.number)).pointee.pw_name)
            for _ in 1...2 {
                let before = try home.inventory(of: home.root)
                for command in [
                    ["register", late], ["list"], ["unregister", "Early-Regular"], ["prune"],
                    ["policy", "--request-deadline", "9"],
                    ["exec", "--font", late, "--", "true"], ["resolve", "Early-Regular"],
                ] {
                    let result = try home.run(Programs.fontctl, command)
                    #expect(result.status == 69, "\(command): \(result.status) \(result.errors)")
                    #expect(result.errors.contains("sudo -u \(name)"), "\(command): \(result.errors)")
                }
                #expect(try home.inventory(of: home.root) == before)
                // Follows the advice.
                let result = try home.withoutDelayedTouchesOf(user) { try user.fontctl("register", early) }
                #expect(result.status == 0, "\(result.errors)")
            }
            #expect(try user.fontctl("doctor").status == 0)
        }

        @Test(
            .enabled(if: geteuid() == 0, "needs root"),
            arguments: ["objects", "lock", "registry.sqlite", "sidecars.jsonl", "staging", "../fonts/fontd", "."])
        func rootGivesBackWhatIsItsOwn(_ name: String) throws {
            let home = try PrivateHome()
            let user = try OrdinaryUser(home)
            try register("Early", user)
            let path = URL(filePath: home.paths.store + "/" + name).standardized.path(percentEncoded: false)
            let change = try home.run(
                "bash", ["-c", "chown -R 0:0 \"$0\" && find \"$0\" -type d -exec chmod 700 {} +", path])
            try #require(change.status == 0, "\(change.errors)")
            let found = try user.fontctl("doctor")
            #expect(found.status == 1, "\(found.status) \(found.output) \(found.errors)")
            #expect(found.output.contains("[owner-foreign]"), "\(found.output)")
            #expect(found.output.contains((path as NSString).standardizingPath), "\(found.output)")
            let repaired = try home.run(Programs.fontctl, ["doctor", "--repair"])
            #expect(repaired.status == 0, "\(repaired.output) \(repaired.errors)")
            #expect(try user.fontctl("doctor").status == 0)
            let list = try user.fontctl("list")
            #expect(list.output.contains("Early-Regular"), "\(list.errors)")
            try register("Late", user)
            let foreign = try home.run("find", [home.paths.dataHome, "-user", "0"])
            #expect(foreign.output.isEmpty, "\(foreign.output)")
        }

        /// Fonts that the user cannot read or move stay in their folders when the others are adopted.
        @Test func whatTheUserMayNotMoveStays() throws {
            let home = try PrivateHome()
            let folder = home.paths.userFonts
            for name in ["Good", "Unreadable", "fixed/Fixed"] {
                let path = "\(folder)/\(name).ttf"
                try FileManager.default.createDirectory(
                    atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
                try Data(SyntheticFont(family: (name as NSString).lastPathComponent).build())
                    .write(to: URL(filePath: path))
            }
            let user = try OrdinaryUser(home)
            try #require(chmod(folder + "/Unreadable.ttf", 0) == 0 && chmod(folder + "/fixed", 0o500) == 0)
            defer { chmod(folder + "/fixed", 0o700) }
            let result = try home.withoutDelayedTouchesOf(user) { try user.fontctl("adopt", "--yes") }
            #expect(result.status == 1 && result.lines.count == 2, "\(result)")
            for name in [
                "Unreadable.ttf: The file cannot be read.", "Fixed.ttf: The folder of the file is not writable",
            ] {
                #expect(result.errors.contains(name), "\(result.errors)")
            }
            #expect(try user.fontctl("list", "--quiet").lines == ["Good-Regular"])
            #expect(access(folder + "/fixed/Fixed.ttf", F_OK) == 0 && access(folder + "/Unreadable.ttf", F_OK) == 0)
            #expect(access(folder + "/Good.ttf", F_OK) != 0)
        }

        @Test(.enabled(if: geteuid() == 0, "needs root"))
        func rootFollowsNoLinkAndGivesNothingElseAway() throws {
            let home = try PrivateHome()
            let user = try OrdinaryUser(home)
            try register("Early", user)
            let secret = try home.write([1, 2, 3], as: "secret")
            try #require(symlink(secret, home.paths.store + "/linked") == 0)
            try #require(link(secret, home.paths.objects + "/hard") == 0)
            try #require(chown(secret, 0, 0) == 0)
            let result = try home.run(Programs.fontctl, ["doctor", "--repair"])
            #expect(result.status == 1, "\(result.output)")
            #expect(try owner(secret) == 0)
        }

        /// Root changes no owner through a symbolic link in a parent folder that leads to another user's files.
        @Test(.enabled(if: geteuid() == 0, "needs root"), arguments: ["config", "share"])
        func rootGivesNothingAwayThroughALinkAbove(_ name: String) throws {
            let home = try PrivateHome()
            let user = try OrdinaryUser(home)
            try register("Early", user)
            let isConfig = name == "config"
            let victim = home.root + "/victim"
            let secret = victim + (isConfig ? "/fontd/policy.json" : "/fontd/objects/secret")
            try FileManager.default.createDirectory(
                atPath: (secret as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            try Data("{}".utf8).write(to: URL(filePath: secret))
            if !isConfig { try user.own(victim) }
            try #require(chown(secret, 1, 1) == 0)
            let link = isConfig ? home.paths.configHome : home.paths.dataHome
            try? FileManager.default.moveItem(atPath: link, toPath: link + "~")
            try #require(symlink(victim, link) == 0)
            try #require(lchown(link, uid_t(OrdinaryUser.number), gid_t(OrdinaryUser.number)) == 0)
            let result = try home.run(Programs.fontctl, ["doctor", "--repair"])
            #expect(result.status == 1, "\(result.output) \(result.errors)")
            #expect(result.output.contains("[owner-foreign]"), "\(result.output)")
            if isConfig { #expect(result.output.contains("chown -h"), "\(result.output)") }
            #expect(try owner(secret) == 1)
        }

        @Test(.enabled(if: geteuid() == 0, "needs root"))
        func sudoSaysWhoseFontsTheseWillBe() throws {
            let home = try PrivateHome()
            let file = try home.write(SyntheticFont(family: "Early"))
            let result = try home.withoutDelayedTouches {
                try home.run("env", ["SUDO_USER=someone", Programs.fontctl, "register", file])
            }
            #expect(result.status == 0)
            #expect(result.errors.contains("for root, not for someone"), "\(result.errors)")
            #expect(try home.fontctl("register", file).errors.isEmpty)
        }

        @Test(arguments: ["777", "277", "077"])
        func noMaskLocksTheUserOut(_ mask: String) throws {
            let home = try PrivateHome()
            let user = try OrdinaryUser(home)
            let files = try ["Early", "Late", "Last"].map { try home.write(SyntheticFont(family: $0)) }
            for (file, scope) in zip(files, ["persistent", "session", "persistent"]) {
                let result = try user.run(
                    "bash",
                    ["-c", "umask \(mask); exec \"$0\" register --scope \(scope) \"$1\"", Programs.fontctl, file])
                #expect(result.status == 0, "\(result.errors)")
            }
            for folder in [home.paths.store, home.paths.objects] { #expect(try mode(folder) == 0o700) }
            for folder in [home.paths.persistentProjection, home.paths.sessionProjection ?? ""] {
                #expect(try mode(folder) == 0o755)
            }
            for command in [["list"], ["disable", "Early-Regular"], ["enable", "Early-Regular"], ["doctor"]] {
                let result = try user.run(Programs.fontctl, command)
                #expect(result.status == 0, "\(command): \(result.output) \(result.errors)")
            }
            let listed = try user.run("fc-list", ["--format", "%{postscriptname}\n"])
            #expect(Set(listed.lines) == ["Early-Regular", "Late-Regular", "Last-Regular"])
        }

        @Test(arguments: ["fontd", "fonts/fontd"])
        func aFolderThatAllMayWriteIsSaid(_ name: String) throws {
            let home = try PrivateHome()
            let user = try OrdinaryUser(home)
            let file = try home.write(SyntheticFont(family: "Early"))
            #expect(try user.fontctl("register", file).errors.isEmpty)
            let path = home.paths.dataHome + "/" + name
            try #require(chmod(path, 0o777) == 0)
            let result = try user.fontctl("register", file)
            #expect(result.status == 0)
            #expect(result.errors.split(separator: "\n").filter { $0.contains(path) }.count == 1, "\(result.errors)")
            let found = try user.fontctl("doctor")
            #expect(found.status == 1 && found.output.contains("[folder-writable-by-others]"), "\(found.output)")
            #expect(try user.fontctl("doctor", "--repair").status == 0)
            #expect(try mode(path) == 0o755)
            #expect(try user.fontctl("register", file).errors.isEmpty)
        }

        /// Files writable by all users, as after `chmod -R 777 ~/.local/share`, are closed by a repair.
        @Test func filesThatAllMayWriteAreClosed() throws {
            let home = try PrivateHome()
            let user = try OrdinaryUser(home)
            let file = try home.write(SyntheticFont(family: "Early"))
            #expect(try user.fontctl("register", file).status == 0)
            #expect(try home.run("chmod", ["-R", "777", home.paths.dataHome]).status == 0)
            let report = try user.fontctl("doctor")
            #expect(report.status == 1 && report.output.contains(" of the store, such as "), "\(report.output)")
            #expect(try user.fontctl("doctor", "--repair").status == 0)
            let open = try home.run(
                "find", [home.paths.store, home.paths.persistentProjection, "-perm", "-o+w", "!", "-type", "l"])
            #expect(open.output == "" && open.status == 0)
            #expect(try user.fontctl("doctor").status == 0)
        }

        @Test(.enabled(if: geteuid() == 0, "needs root"))
        func fontFoldersOfAnotherUserAreSaid() throws {
            let home = try PrivateHome()
            let user = try OrdinaryUser(home)
            let file = try home.write(SyntheticFont(family: "Early"))
            #expect(try user.fontctl("register", file).status == 0)
            let path = home.paths.persistentProjection
            try #require(chown(path, 1, 1) == 0)
            #expect(try user.fontctl("list").errors.contains(path))
            let found = try user.fontctl("doctor")
            #expect(found.status == 1 && found.output.contains("[owner-foreign]"), "\(found.output)")
        }

        /// Advice is for a shell, also in a home such as that of O'Brien.
        @Test func adviceOnPermissionsIsQuoted() throws {
            let home = try PrivateHome()
            let user = try OrdinaryUser(home)
            let data = home.root + "/o'brien"
            let store = data + "/fontd"
            let file = try home.write(SyntheticFont(family: "Early"))
            try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: true)
            try user.own(home.root)
            func fontctl(_ words: String...) throws -> Command.Result {
                try user.run("env", ["XDG_DATA_HOME=\(data)", Programs.fontctl] + words)
            }
            #expect(try fontctl("register", file).status == 0)
            try #require(chmod(store, 0o777) == 0)
            let found = try fontctl("doctor").output
            let command = try #require(found.firstMatch(of: #/`(chmod [^`]*)`/#)?.1, "\(found)")
            #expect(try user.run("sh", ["-c", String(command)]).status == 0, "\(command)")
            #expect(try mode(store) & 0o022 == 0)
        }

        @Test func aFontFolderWithoutRightsIsFoundAndMended() throws {
            let home = try PrivateHome()
            let user = try OrdinaryUser(home)
            #expect(try user.fontctl("register", try home.write(SyntheticFont(family: "Early"))).status == 0)
            for (path, bad) in [
                (home.paths.persistentProjection + "/0001", 0o444), (home.paths.persistentProjection, 0o444),
                (home.paths.store, 0o000), (home.paths.objects, 0o500), (home.paths.database, 0o000),
            ] {
                try #require(chmod(path, mode_t(bad)) == 0)
                let found = try user.fontctl("doctor")
                #expect(found.status == 1, "\(path): \(found.output) \(found.errors)")
                #expect(found.output.contains("\(path) is missing permissions"), "\(found.output)")
                let repaired = try user.fontctl("doctor", "--repair")
                #expect(repaired.status == 0, "\(path): \(repaired.output) \(repaired.errors)")
                #expect(try user.fontctl("doctor").status == 0)
                #expect(try user.run("fc-list", ["--format", "%{postscriptname}"]).output == "Early-Regular")
            }
        }
    }
}

extension PrivateHome {
    /// Runs a body like ``withoutDelayedTouches(_:)``, with the user as the owner of the files that the test makes for
    /// it.
    fileprivate func withoutDelayedTouchesOf<Value>(_ user: OrdinaryUser, _ body: () throws -> Value) throws -> Value {
        try FileManager.default.createDirectory(atPath: paths.store, withIntermediateDirectories: true)
        return try withoutDelayedTouches {
            try user.own(root)
            return try body()
        }
    }
}
