import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FontctlCommands

/// Behaviour that only a separate process shows: signals, closed streams, full disks.
@Suite struct ProcessTests {
    private let home: PrivateHome

    init() throws { home = try PrivateHome() }

    /// Runs a shell script that has the program in `$fontctl` and a font in `$font`.
    private func sh(_ script: String) throws -> Command.Result {
        var environment = home.environment
        environment["fontctl"] = Command.product("fontctl")
        environment["font"] = try home.write(SyntheticFont(family: "Seen"))
        // Bash provides job control without a terminal. Other tests make this process, and thus its children, ignore
        // SIGINT for a while.
        return try Command.run(
            "env", ["--default-signal=INT", "bash", "-c", "cd \"$HOME\"; " + script], environment: environment)
    }

    @Test func closedStreamsHarmNothing() throws {
        let script = """
            "$fontctl" register "$font" <&- >&- 2>&- || echo "register $?"
            "$fontctl" list --json >&- || echo "list $?"
            "$fontctl" doctor >&- || echo "doctor $?"
            "$fontctl" resolve Seen-Regular
            """
        let result = try sh(script)
        #expect(result.output.hasPrefix("Seen-Regular  Seen Regular  "))
        #expect(result.status == 0)
        #expect(result.errors.isEmpty)
    }

    /// `exec` exits as shells do: 127 for a program in a `PATH` folder without search permission, 126 for a file that
    /// is not executable.
    @Test(.enabled(if: geteuid() != 0, "Root may enter every folder."))
    func whereNoProgramIsFoundExecEndsAsShellsDo() throws {
        let script = """
            mkdir closed open; touch open/no-program; chmod 0 closed
            export PATH="$HOME/closed:$HOME/open:$PATH"
            for command in nonexistent no-program; do
                "$fontctl" exec --font "$font" -- $command; echo $?
                bash -c "$command; exit \\$?"; echo $?
            done
            """
        #expect(try sh(script).lines == ["127", "127", "126", "126"])
    }

    @Test func aFullDiskBehindTheOutputIsToldAndWhatWasDoneIsDone() throws {
        let script = #""$fontctl" register "$font" >/dev/full; echo $?; "$fontctl" resolve Seen-Regular"#
        let result = try sh(script)
        #expect(result.errors.contains("No space left on device"))
        #expect(result.lines.first == "1")
        #expect(result.status == 0)
    }

    @Test func aReaderThatLeavesIsNoFailure() throws {
        let script = """
            "$fontctl" register "$font" >registered
            { "$fontctl" list; echo $? >list; } | true
            { "$fontctl" watch; echo $? >watch; } | true
            cat list watch
            """
        let result = try sh(script)
        #expect(result.lines == ["0", "0"])
        #expect(result.errors.isEmpty)
    }

    @Test(arguments: [("TERM", "143"), ("INT", "130")])
    func watchEndsCleanlyWhenAskedTo(_ signal: String, _ status: String) throws {
        // Without job control a shell makes its background processes ignore Ctrl-C.
        let script = """
            set -m
            "$fontctl" register "$font" >registered
            "$fontctl" watch --since 0 >changes & watcher=$!
            until [ -s changes ]; do sleep 0.02; done
            kill -\(signal) $watcher; wait $watcher; echo $?; cat changes
            """
        let result = try sh(script)
        #expect(result.lines == [status, "1  added  persistent  user  Seen-Regular"])
    }

    /// The signal arrives after the command has begun to copy files.
    @Test(arguments: [("INT", "130"), ("TERM", "143")])
    func aBatchThatIsStoppedSaysSoByItsStatus(_ signal: String, _ status: String) throws {
        let count = 600
        for number in 0..<count { try home.write(SyntheticFont(family: "F\(number)"), as: "all/\(number).ttf") }
        let script = """
            set -m
            "$fontctl" register given/all >registered 2>told & batch=$!
            until ls data/fontd/staging/* >/dev/null 2>&1 || ! kill -0 $batch; do sleep 0.01; done
            kill -\(signal) $batch; wait $batch; echo $?
            "$fontctl" list | wc -l; grep -c ^registered registered
            "$fontctl" unregister --all --yes >unregistered 2>&1; "$fontctl" prune >pruned
            """
        // On a busy machine the signal may come after the end of the batch.
        var lines: [String] = []
        for _ in 0..<20 {
            lines = try sh(script).lines
            if lines != ["0", "\(count)", "\(count)"] { break }
        }
        try #require(lines.count == 3, "\(lines)")
        #expect(lines[0] == status)
        #expect(lines[1] == lines[2], "what was done is told and stays")
    }

    @Test func execPassesSignalsOnAndLeavesThemAsTheyWere() throws {
        let script = """
            "$fontctl" exec --font "$font" -- sh -c 'trap "exit 9" TERM; echo >ready; while :; do sleep 0.02; done' &
            until [ -s ready ]; do sleep 0.02; done
            kill -TERM $!; wait $!; echo $?
            "$fontctl" exec --font "$font" -- sh -c 'kill -PIPE $$'; echo $?
            "$fontctl" exec --font "$font" -- sh -c 'kill -INT $$'; echo $?
            """
        #expect(try sh(script).lines == ["9", "141", "130"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.paths.scopedFonts).isEmpty)
    }
}
