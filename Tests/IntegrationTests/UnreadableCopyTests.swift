import FontRegistry
import Foundation
import TestSupport
import Testing

extension FailingPrograms {
    /// A repair that cannot read one copy to its end goes on with the other fonts.
    @Suite(
        .enabled(if: Programs.hasTrace, "Needs strace and leave to trace."),
        .disabled(if: Programs.areSanitized, "A fault would strike the sanitizer's own files as well."),
        .timeLimit(.minutes(60)))
    struct UnreadableCopyTests {
        /// Registers three fonts, and destroys their stored bytes with all links to them.
        private func destroyed(_ home: PrivateHome) async throws -> [Registration] {
            // The later command without touches would wait for the end of these.
            try home.withoutDelayedTouches {
                for number in 0..<3 {
                    let file = try home.write(SyntheticFont(family: "Hurt \(number)"))
                    try home.fontctl("register", file)
                }
            }
            let registrations = try await home.user().registered()
            for registration in registrations {
                try FileManager.default.removeItem(atPath: home.paths.object(registration.sha256))
                if let path = registration.path { try FileManager.default.removeItem(atPath: path) }
            }
            return registrations
        }

        /// Any of the fonts may be the first that is repaired, so each has the fault once.
        @Test(arguments: 0..<3) func aDiskErrorInOneOriginal(_ number: Int) async throws {
            let home = try PrivateHome()
            let registrations = try await destroyed(home)
            let faulty = registrations[number]
            let result = try home.withoutDelayedTouches {
                // Without reflinks each copy reads its source.
                try home.run(
                    "strace",
                    [
                        "-f", "-qq", "-o", "/dev/null", "-P", faulty.file, "-e", "trace=pread64",
                        "-e", "inject=pread64:error=EIO", Programs.fontctl, "doctor", "--repair",
                    ])
            }
            #expect(result.status == 1, "\(result.output) \(result.errors)")
            #expect(result.output.contains("cannot be read now"), "\(result.output)")
            #expect(result.output.contains(faulty.file), "\(result.output)")
            for registration in registrations where registration != faulty {
                let object = home.paths.object(registration.sha256)
                #expect(FileManager.default.fileExists(atPath: object), "\(result.output)")
            }
            #expect(try await Set(home.user().registered().map(\.id)) == Set(registrations.map(\.id)))
            #expect(try await home.user().diagnose(repair: true).isHealthy)
            #expect(try await Set(home.user().registered()) == Set(registrations))
        }

        /// A repair goes on without a stored file that cannot be read, and keeps the record of its registration.
        ///
        /// Disabled fonts have no copy in the font folders.
        @Test(arguments: [false, true], [false, true])
        func aDiskErrorInOneStoredFile(_ isDatabaseLost: Bool, _ hasOriginal: Bool) async throws {
            let home = try PrivateHome()
            for number in 0..<3 {
                let file = try home.write(SyntheticFont(family: "Hurt \(number)"))
                try home.fontctl("register", "--disabled", file)
                if !hasOriginal { try FileManager.default.removeItem(atPath: file) }
            }
            let registrations = try await home.user().registered()
            let faulty = home.paths.object(registrations[1].sha256)
            if isDatabaseLost { try FileManager.default.removeItem(atPath: home.paths.database) }
            // A restored file has the same path, and is read, too.
            let fault = "inject=pread64:error=EIO" + (hasOriginal ? ":when=1" : "")
            let result = try home.withoutDelayedTouches {
                try home.run(
                    "strace",
                    [
                        "-f", "-qq", "-o", "/dev/null", "-P", faulty, "-e", "trace=pread64", "-e", fault,
                        Programs.fontctl, "doctor", "--repair",
                    ])
            }
            var present = Set(registrations)
            if !hasOriginal {
                #expect(result.status == 1, "\(result.output) \(result.errors)")
                #expect(result.output.contains(registrations[1].sha256), "\(result.output)")
                #expect(result.output.components(separatedBy: "cannot be read now").count == 2, "\(result.output)")
                if isDatabaseLost { present.remove(registrations[1]) }
            }
            #expect(try await Set(home.user().registered()) == present, "\(result.output) \(result.errors)")
            #expect(try await home.user().diagnose(repair: true).isHealthy)
            #expect(try await Set(home.user().registered()) == Set(registrations))
        }
    }
}
