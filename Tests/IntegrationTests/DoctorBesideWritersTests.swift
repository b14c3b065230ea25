import Foundation
import Glibc
import TestSupport
import Testing

extension FailingPrograms {
    /// The self-check reports nothing while programs change the store, because it checks one consistent state.
    @Suite(.timeLimit(.minutes(60)))
    struct DoctorBesideWritersTests {
        /// The number of checks.
        private static let rounds =
            ProcessInfo.processInfo.environment["FONTD_DOCTOR_ROUNDS"].flatMap(Int.init) ?? 12

        private static let script = """
            trap 'exit 0' TERM
            while :; do
                "$0" register "$@" >/dev/null || exit 1
                "$0" disable "$1" >/dev/null || exit 1
                "$0" unregister "$@" >/dev/null || exit 1
                echo round
            done
            """

        @Test func thereAreNoFalseAlarms() throws {
            let home = try PrivateHome()
            try home.fontctl("register", try home.write(SyntheticFont(family: "Stays")))
            let writers = try (0..<2).map { writer in
                let files = try (0..<5).map { try home.write(SyntheticFont(family: "Comes and goes \(writer) \($0)")) }
                return try LiveProgram(
                    "/bin/sh", ["-c", Self.script, Programs.fontctl] + files, environment: home.environment)
            }
            for writer in writers { #expect(writer.line() == "round") }
            for _ in 0..<Self.rounds {
                let result = try home.run(Programs.fontctl, ["doctor", "--json"])
                #expect(result.status == 0, "\(result.errors)")
                #expect(result.output.contains(#""findings":[]"#), "\(result.output)")
            }
            for writer in writers {
                kill(writer.identifier, SIGTERM)
                // The writers worked all the time: a command that fails ends their loop.
                while writer.line() != nil {}
                #expect(writer.exitStatus() == 0)
            }
        }
    }
}
