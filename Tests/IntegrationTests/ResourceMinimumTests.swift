import FontRegistry
import Foundation
import TestSupport
import Testing

extension FailingPrograms {
    /// With too little of a resource to start, a program prints a message and exits before it has threads, and never
    /// traps.
    @Suite(
        .disabled(if: Programs.areSanitized, "The sanitizer's own memory is beyond any limit."),
        .timeLimit(.minutes(60)))
    struct ResourceMinimumTests {
        /// A limit of `ulimit`: a value that is too low, one that is just enough, and the text that the message
        /// advises.
        struct Limit: CustomTestStringConvertible, Sendable {
            var option: String
            var tooLittle: [Int]
            var minimum: Int
            var testDescription: String { "ulimit \(option)" }
        }

        static let limits = [
            Limit(option: "-n", tooLittle: [10, 12, 63], minimum: 64),
            Limit(option: "-v", tooLittle: [140_000, 200_000, 524_287], minimum: 524_288),
            Limit(option: "-d", tooLittle: [12_000, 32_000, 98_303], minimum: 98_304),
            Limit(option: "-s", tooLittle: [100, 255], minimum: 256),
        ]

        private func run(
            _ home: PrivateHome, _ limit: String, _ program: String, _ arguments: String...
        ) throws -> Command.Result {
            let script = "ulimit \(limit) && SWIFT_BACKTRACE=enable=no exec timeout -k 2 60 \"$0\" \"$@\""
            return try home.run("bash", ["-c", script, program] + arguments)
        }

        @Test(arguments: limits)
        func tooLittleIsSaidAtTheStart(_ limit: Limit) throws {
            let home = try PrivateHome()
            let folder = try home.writeBulk(0..<8)
            for value in limit.tooLittle {
                for program in [Programs.fontctl, Command.product("fontd")] {
                    let result = try run(home, "\(limit.option) \(value)", program, "register", folder)
                    #expect(result.status == 69, "\(value): \(result.errors)")
                    #expect(result.errors.contains("ulimit \(limit.option) \(limit.minimum)"), "\(result.errors)")
                }
            }
            #expect(!FileManager.default.fileExists(atPath: home.paths.store))
            // Follows the advice.
            let result = try home.withoutDelayedTouches {
                try run(home, "\(limit.option) \(limit.minimum)", Programs.fontctl, "register", folder)
            }
            #expect(result.status == 0, "\(result.errors)")
            #expect(try home.fontctl("list").lines.count == 8)
        }

        /// The version is printed before anything is initialized, with the standard error of every other command.
        @Test func theVersionNeedsNoRuntime() throws {
            let home = try PrivateHome()
            let told = try home.run(Programs.fontctl, ["--version"])
            #expect(told.status == 0 && told.output.split(separator: ".").count == 3, "\(told)")
            #expect(told.output.hasSuffix("\n") && told.lines.count == 1)
            let full = try home.run("bash", ["-c", "\"$0\" --version >/dev/full", Programs.fontctl])
            #expect(full.status == 1 && full.errors.contains("could not be written"), "\(full)")
        }

        @Test(.enabled(if: geteuid() != 0, "Root may have any number of threads."))
        func aUserWithoutAnotherThreadIsToldSo() throws {
            let home = try PrivateHome()
            for program in [Programs.fontctl, Command.product("fontd")] {
                let script = "ulimit -u 1 && exec \"$0\" list"
                let result = try home.run("timeout", ["-k", "2", "60", "bash", "-c", script, program])
                #expect(result.status == 69 && result.errors.contains("ulimit -u"), "\(result.status) \(result.errors)")
            }
        }

        @Test func aSoftLimitOnOpenFilesIsRaised() throws {
            let home = try PrivateHome()
            let folder = try home.writeBulk(0..<8)
            let result = try home.withoutDelayedTouches {
                try run(home, "-S -n 12", Programs.fontctl, "register", folder)
            }
            #expect(result.status == 0, "\(result.errors)")
            #expect(try home.fontctl("list").lines.count == 8)
        }
    }
}
