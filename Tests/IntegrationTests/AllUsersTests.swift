import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

extension RealPrograms {
    /// `fontctl --system` on a machine with root and an ordinary user.
    @Suite(.enabled(if: geteuid() == 0, "needs root"), .timeLimit(.minutes(60)))
    struct AllUsersTests {
        /// Writes a font that root registers.
        private func font(_ family: String, on machine: PrivateMachine) throws -> String {
            try machine.home.write(SyntheticFont(family: family))
        }

        /// Whatever root's mask is, all users see the fonts, and nothing is written to root's home or outside.
        @Test(arguments: ["022", "077", "777"])
        func rootRegistersForAllUsers(_ mask: String) throws {
            let places = ["/var/lib/fontd", "/usr/local/share/fonts/fontd"]
            let outside = places.map(FileManager.default.fileExists)
            let machine = try PrivateMachine()
            let file = try font("Shared", on: machine)
            let before = try machine.home.inventory(of: machine.home.root)
            let registered = try machine.run(
                ["bash", "-c", "umask \(mask); exec \"$0\" --system register \"$1\"", Programs.fontctl, file])
            #expect(registered.status == 0, "\(registered.errors)")
            // Programs of the machine may be named, but none of fontd's own.
            #expect(!registered.errors.contains("fontd-worker"), "\(registered.errors)")
            #expect(
                registered.errors.split(separator: "\n").allSatisfy {
                    $0.hasPrefix("fontctl: Restart ") || $0.hasPrefix("fontctl: Shown ")
                }, "\(registered.errors)")
            let listed = try machine.run(["fc-list", "Shared", "file"], asUser: true)
            #expect(listed.output.hasPrefix("/usr/local/share/fonts/fontd/"), "\(listed.output)")
            for command in [["list"], ["resolve", "Shared-Regular"], ["providers"], ["doctor"], ["families"]] {
                let result = try machine.run([Programs.fontctl, "--system"] + command, asUser: true)
                #expect(result.status == 0, "\(command): \(result.output) \(result.errors)")
                #expect(result.errors.isEmpty, "\(command): \(result.errors)")
            }
            let doctor = try machine.root("doctor", "--system").output
            #expect(doctor.hasSuffix("1 registration, 1 face.\nhealthy\n"), "\(doctor)")
            #expect(try machine.home.inventory(of: machine.home.root) == before)
            #expect(places.map(FileManager.default.fileExists) == outside)
        }

        @Test func withoutRightsNothingChangesAndTheAdviceHelps() throws {
            let machine = try PrivateMachine()
            let file = try font("Shared", on: machine)
            let own = try machine.userHome.write(SyntheticFont(family: "Own"))
            for round in 1...2 {
                let before = try machine.inventory()
                for command in [
                    ["register", own], ["unregister", "Shared-Regular"], ["disable", "Shared-Regular"],
                    ["enable", "Shared-Regular"], ["prune"], ["doctor", "--repair"],
                ] {
                    let result = try machine.run([Programs.fontctl, "--system"] + command, asUser: true)
                    #expect(result.status == 69, "\(command): \(result.status) \(result.errors)")
                    #expect(result.errors.contains("with sudo, or without --system"), "\(command): \(result.errors)")
                }
                #expect(try machine.inventory() == before)
                guard round == 1 else { continue }
                // The delayed touches would change times.
                try machine.shell("install -d /var/lib/fontd && touch /var/lib/fontd/bell{,-parent}")
                let held = try LiveProgram(
                    "/usr/bin/nsenter",
                    machine.arguments(
                        [
                            "bash", "-c",
                            "exec 8<>/var/lib/fontd/bell 9<>/var/lib/fontd/bell-parent; flock 8; flock 9; echo; exec cat",
                        ], asUser: false), environment: machine.environment(asUser: false), readsInput: true)
                #expect(held.line() != nil)
                #expect(try machine.root("--system", "register", file).status == 0)
            }
            #expect(try machine.user("register", own).status == 0)
        }

        /// A user's program, also without a home for a cache, reads no font and lists no folder again.
        @Test(.enabled(if: Command.find("strace") != nil, "needs strace"))
        func programsOfAllUsersScanNothing() throws {
            let machine = try PrivateMachine()
            let file = try font("Shared", on: machine)
            func scans() throws -> String {
                let result = try machine.run(
                    ["strace", "-f", "-e", "trace=openat,open", "fc-match", "Shared"], asUser: true, hasHome: false)
                #expect(result.output.contains("Shared"), "\(result.output)")
                return result.errors.split(separator: "\n").filter {
                    $0.contains(".ttf\"") || $0.contains("No writable cache")
                }.joined(separator: "\n")
            }
            let start = try machine.shell("date +%s")
            #expect(try machine.root("--system", "register", file).status == 0)
            #expect(try scans() == "")
            // After the last delayed touch root's caches are current again.
            let folder = "/usr/local/share/fonts/fontd"
            let isTouched = try eventually {
                try machine.shell("[ $(stat -c %Y \(folder)) -ge $((\(start.trimmed) + 5)) ] && echo yes || true")
                    .hasPrefix("yes") && scans().isEmpty
            }
            #expect(isTouched)
        }

        @Test func aUserLearnsWhoseFontItIsAndHowToRemoveIt() throws {
            let machine = try PrivateMachine()
            #expect(try machine.root("--system", "register", try font("Shared", on: machine)).status == 0)
            for command in ["unregister"] {
                let refused = try machine.user(command, "Shared-Regular")
                #expect(refused.status == 1 && refused.errors.contains("(203)"), "\(refused.errors)")
                #expect(refused.errors.contains("registered for all users by the administrator"))
            }
            let advice = try machine.user("resolve", "Shared-Regular").errors
            let words = try #require(advice.split(separator: "`").dropFirst().first).split(separator: " ")
            #expect(words.prefix(2) == ["sudo", "fontctl"])
            // Follows the advice.
            let removed = try machine.run([Programs.fontctl] + words.dropFirst(2).map(String.init))
            #expect(removed.status == 0, "\(removed.errors)")
            #expect(try machine.user("resolve", "Shared-Regular").status == 1)
            #expect(try machine.user("--system", "list").output.isEmpty)
        }

        @Test func aUserWatchesWhatRootChanges() throws {
            let machine = try PrivateMachine()
            #expect(try machine.root("--system", "register", try font("Early", on: machine)).status == 0)
            let watching = try LiveProgram(
                "/usr/bin/nsenter",
                machine.arguments([Programs.fontctl, "--system", "watch", "--json", "--since", "0"], asUser: true),
                environment: machine.environment(asUser: true))
            #expect(watching.line()?.contains("Early-Regular") == true)
            #expect(try machine.root("--system", "register", try font("Late", on: machine)).status == 0)
            #expect(watching.line()?.contains("Late-Regular") == true)
        }

        /// With `--system`, the fonts of the user who asks are not among those of all users, and are not offered to them.
        @Test func theFontsOfTheOneWhoAsksAreNotThoseOfAll() throws {
            let machine = try PrivateMachine()
            #expect(try machine.root("--system", "register", try font("Shared", on: machine)).status == 0)
            let own = try machine.userHome.write(SyntheticFont(family: "Own"))
            #expect(try machine.user("register", own).status == 0)
            #expect(try !machine.run(["fc-list", "Own", "file"], asUser: true).output.isEmpty)
            let told = try machine.user("--system", "doctor")
            #expect(told.status == 0 && !told.output.contains("outside-sandboxes"), "\(told)")
            for command in [["families"], ["faces"], ["search", "Own"], ["why", "Own-Regular"], ["resolve", "Own"]] {
                let answer = try machine.run([Programs.fontctl, "--system"] + command, asUser: true)
                #expect(!answer.output.contains(machine.userHome.root), "\(command): \(answer)")
                #expect(!answer.output.contains("Own "), "\(command): \(answer)")
            }
            #expect(try machine.user("--system", "why", "Own-Regular").status == 1)
            #expect(try machine.user("--system", "families").output.contains("Shared"))
        }

        @Test func aLostCopyForAllUsersIsReportedAndRepaired() throws {
            let machine = try PrivateMachine()
            #expect(try machine.root("--system", "register", try font("Shared", on: machine)).status == 0)
            for damage in ["rm", "chmod 600"] {
                try machine.shell("\(damage) /var/lib/fontd/published.sqlite")
                let failed = try machine.user("--system", "list")
                #expect(failed.status == 69, "\(failed.errors)")
                #expect(failed.errors.contains("`sudo fontctl --system doctor"), "\(failed.errors)")
                #expect(try machine.root("--system", "doctor").status == 1)
                #expect(try machine.root("--system", "doctor", "--repair").status == 0)
                #expect(try machine.user("--system", "list").output.hasPrefix("Shared-Regular"))
            }
        }

        @Test(arguments: [
            "install -d -o nobody /var/lib/fontd", "install -d -m 777 /var/lib/fontd",
            "install -d -o nobody /usr/local/share/fonts/fontd", "chmod o+w /usr/local/share/fonts",
            "ln -s /tmp /usr/local/share/fonts/fontd", "mkfifo /var/lib/fontd",
        ])
        func foldersOfOthersAreRefused(_ change: String) throws {
            let machine = try PrivateMachine()
            let file = try font("Shared", on: machine)
            try machine.shell(change)
            let before = try machine.inventory()
            let refused = try machine.root("--system", "register", file)
            #expect(refused.status == 69, "\(refused.errors)")
            #expect(refused.errors.contains("namei -l"), "\(refused.errors)")
            #expect(try machine.inventory() == before)
        }

        /// A user's links do not give root's files to all users, and lead to what the user may read.
        @Test(arguments: ["folder", "link", "file", "licence"])
        func filesAreOpenedAsTheOwnerOfTheirFolderMay(_ way: String) throws {
            let machine = try PrivateMachine()
            let secret = try font("Secret", on: machine)
            let folder = (secret as NSString).deletingLastPathComponent
            let shared = machine.userHome.root + "/shared"
            let own = shared + "/Own.ttf"
            try Data("SIL OPEN FONT LICENSE Version 1.1 of root".utf8).write(to: URL(filePath: folder + "/OFL.txt"))
            try machine.shell("chmod 700 \(folder); chmod 644 \(folder)/*; install -d \(shared)")
            try machine.shell("cp \(secret) \(shared)/../root.ttf; chmod 600 \(shared)/../root.ttf")
            let user = "\(OrdinaryUser.number)"
            let open = try machine.userHome.write(SyntheticFont(family: "Open"), as: "Open.ttf")
            try Data(SyntheticFont(family: "Own").build()).write(to: URL(filePath: own))
            try machine.shell("chmod 600 \(own) \(open); chown \(user) \(own) \(open)")
            let given: String
            switch way {
            case "folder":
                try machine.shell(
                    "ln -s \(secret) \(shared)/a.ttf; ln -s ../root.ttf \(shared)/b.ttf; ln -s \(open) \(shared)/c.ttf")
                given = shared
            case "link", "licence":
                try machine.shell("ln -s \(folder) \(shared)/link")
                given = shared + "/link" + (way == "link" ? "" : "/OFL.txt")
            default: given = machine.userHome.root + "/root.ttf"
            }
            try machine.shell("chown -hR \(user) \(shared)")
            let registered = try machine.root("--system", "register", given)
            #expect(registered.status == 1, "\(registered.output) \(registered.errors)")
            let names = try Set(machine.user("--system", "list", "--quiet").lines)
            #expect(names == (way == "folder" ? ["Own-Regular", "Open-Regular"] : []), "\(names)")
            #expect(try machine.run(["fc-list", "Secret"], asUser: true).output.isEmpty)
            let kept = try machine.shell("grep -rl 'of root' /var/lib/fontd /usr/local/share || true")
            #expect(kept.isEmpty, "\(kept)")
            if way == "folder" {
                #expect(registered.errors.contains("root reads only what these users can read"), "\(registered.errors)")
            }
            // Root's own folders are root's.
            #expect(try machine.root("--system", "register", secret).status == 0)
        }

        /// After `kill -9` of root at any step, users' lists have what programs show, or their `doctor` tells.
        @Test(
            .enabled(if: Programs.hasTrace, "Needs strace and leave to trace."), arguments: ["register", "unregister"])
        func aKilledOperationOfRootIsSeenOrTold(_ work: String) throws {
            let machine = try PrivateMachine()
            #expect(try machine.root("--system", "register", try font("Early", on: machine)).status == 0)
            let calls = "rename,renameat2,link,linkat,unlink,mkdir,rmdir,ftruncate"
            var (place, isDone, behind) = (1, false, 0)
            while !isDone, place < 200 {
                let file = try font("Round \(place)", on: machine)
                if work == "unregister" { #expect(try machine.root("--system", "register", file).status == 0) }
                let killed = try machine.run(
                    [
                        "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(calls)", "-e",
                        "inject=\(calls):signal=KILL:when=\(place)", Programs.fontctl, "--system", work, file,
                    ])
                isDone = killed.status == 0
                let listed = try Set(machine.user("--system", "list", "--quiet").lines)
                let shown = try machine.run(
                    ["fc-list", "--format", "%{file}|%{postscriptname}\n"], asUser: true
                ).lines.filter { $0.hasPrefix("/usr/local/share/fonts/fontd/") }.compactMap {
                    $0.split(separator: "|").last.map(String.init)
                }
                if listed != Set(shown) {
                    behind += 1
                    let told = try machine.user("--system", "doctor")
                    #expect(told.status == 1, "\(place): \(listed.symmetricDifference(shown)) \(told.output)")
                    #expect(told.output.contains("`sudo fontctl --system doctor --repair`"), "\(told.output)")
                    if work == "register" { #expect(Set(shown).isSubset(of: listed), "\(place)") }
                }
                #expect(try machine.root("--system", "doctor", "--repair").status == 0)
                #expect(try machine.user("--system", "doctor").status == 0)
                place += 1
            }
            #expect(isDone)
        }

        /// Root's process reads no font by itself; the process that does has no rights.
        @Test func aWorkerReadsTheFonts() throws {
            let machine = try PrivateMachine()
            let bad = try machine.home.write([0, 1, 0, 0] + [UInt8](repeating: 7, count: 300), as: "bad.ttf")
            let refused = try machine.root("--system", "register", bad)
            #expect(refused.status == 1, "\(refused.errors)")
            let program = try machine.home.write([], as: "alone/fontctl")
            try machine.shell("cp \(Programs.fontctl) \(program) && chmod +x \(program)")
            let missing = try machine.run([program, "--system", "register", try font("Shared", on: machine)])
            #expect(missing.status == 1, "\(missing.errors)")
            #expect(missing.errors.contains("fontd-worker"), "\(missing.errors)")
        }
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
