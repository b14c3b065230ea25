import FontRegistry
import Foundation
import TestSupport
import Testing

extension FailingPrograms {
    /// A command with any memory limit registers all faces or returns an error (docs/reliability.md, R7).
    ///
    /// fontconfig itself returns an incomplete list without an error if memory is short.
    @Suite(
        .disabled(if: Programs.areSanitized, "The sanitizer's own memory is beyond any limit."),
        .timeLimit(.minutes(60)))
    struct LittleMemoryTests {
        /// The increase of the limit between attempts, in megabytes.
        private static let step =
            ProcessInfo.processInfo.environment["FONTD_MEMORY_STEP"].flatMap(Int.init).map { max(1, $0) } ?? 80

        /// The operation with limited memory.
        enum Work: String, CaseIterable, Sendable {
            /// A collection of 64 faces with 60 instances each, the largest number of patterns of a file.
            case instances
            /// A collection of 400 faces.
            case faces
            /// A folder of 120 files.
            case folder
            /// A stored collection that is enabled again, so that only caches are built.
            case shown
            /// Hostile files of the same kind beside the checkout.
            case trickyFaces, trickyInstances

            /// Writes the files.
            ///
            /// - Returns: The argument of the command; nil if the file does not exist.
            func write(_ home: PrivateHome) throws -> String? {
                switch self {
                case .instances:
                    let faces = (0..<64).map { face in
                        SyntheticFont(family: "Many \(face)") { font in
                            font.characters = [0x41...0x41]
                            font.axes = [.weight]
                            font.instances = (0..<60).map { .init("Step \($0)", ["wght": Double(401 + $0)]) }
                        }
                    }
                    return try home.write(SyntheticCollection(faces, sharesTables: true).build(), as: "many.ttc")
                case .faces, .shown:
                    return try home.write(SyntheticCollection.faces(400, family: "Many").build(), as: "many.ttc")
                case .folder:
                    for number in 0..<120 {
                        try home.write(SyntheticFont(family: "Many \(number)"), as: "many/\(number).ttf")
                    }
                    return home.root + "/given/many"
                case .trickyFaces: return tricky("syn-ttc-200-dev.ttc")
                case .trickyInstances: return tricky("syn-var-2000-instances-dev.ttf")
                }
            }

            private func tricky(_ name: String) -> String? { BadFont.all.first { $0.name == name }?.path }
        }

        /// The fonts in the store and in fontconfig.
        private struct State: Equatable {
            var registered: Set<String>
            /// The number of patterns that fontconfig lists for registered files.
            var patterns: Int

            init(_ home: PrivateHome) async throws {
                registered = Set(
                    try await home.user().registered().map { "\($0.sha256) \($0.faces.count) \($0.isEnabled)" })
                patterns = try home.listed().count
            }
        }

        @Test(arguments: Work.allCases)
        func allFacesOrAnError(_ work: Work) async throws {
            let home = try PrivateHome()
            try home.withoutDelayedTouches {
                try home.fontctl("register", try home.write(SyntheticFont(family: "Early")))
            }
            guard let given = try work.write(home) else { return }
            var command = ["register", "--atomic", given]
            if work == .shown {
                try home.withoutDelayedTouches { try home.fontctl("register", "--disabled", given) }
                command = ["enable", "Many1-Regular"]
            }
            let folders = ["data", "cache", "run"]
            func copy(_ folder: String, to name: String) throws {
                let result = try home.run("cp", ["-a", home.root + "/" + folder, home.root + "/" + name])
                try #require(result.status == 0, "\(result.errors)")
            }
            func reset() throws {
                for folder in folders {
                    try FileManager.default.removeItem(atPath: home.root + "/" + folder)
                    try copy(folder + ".kept", to: folder)
                }
            }
            for folder in folders { try copy(folder, to: folder + ".kept") }
            let before = try await State(home)
            let unlimited = try home.withoutDelayedTouches { try home.run(Programs.fontctl, command) }
            let after = try await State(home)
            // One of the hostile files has too many instances to be registered with any amount of memory.
            let isRefused = unlimited.status != 0
            #expect(isRefused == (work == .trickyInstances), "\(unlimited.errors)")
            #expect(isRefused ? after == before : after.patterns >= before.patterns + 120)

            var successes = 0
            var sawFailure = false
            var megabytes = 40
            while successes < 2, megabytes < 4_000 {
                // A quick run tries only one of the limits below 120 MB, with which a program hangs or traps while
                // starting.
                defer { megabytes += Self.step < 40 || megabytes > 40 ? Self.step : 80 }
                try reset()
                // A crash report takes seconds and memory. Without a single arena, each of glibc's threads requests a
                // page per
                // allocation from the kernel, which takes minutes. libdispatch waits for ever for the stack of a thread
                // that it cannot
                // allocate, so `timeout` ends the command.
                let limit = [
                    "-k", "2", "10", "env", "MALLOC_ARENA_MAX=1", "SWIFT_BACKTRACE=enable=no", "prlimit",
                    "--as=\(megabytes << 20)",
                    Programs.fontctl,
                ]
                let result = try home.withoutDelayedTouches { try home.run("timeout", limit + command) }
                let what: Comment = "\(work) with \(megabytes) MB: \(result.status) \(result.errors.prefix(400))"
                let state = try await State(home)
                // A process that runs out of memory traps; its operation is complete or not done.
                let isCutOff = result.status > 128 || result.status == 124
                let isAfter = state.registered == after.registered
                #expect(isAfter || state.registered == before.registered, what)
                if result.status == 0 { #expect(state == after, what) }
                if !isCutOff, result.status != 0, !isRefused {
                    sawFailure = true
                    #expect(isAfter == result.errors.contains("is recorded"), what)
                }
                #expect([before.patterns, after.patterns].contains(state.patterns), what)
                if result.status == unlimited.status, result.errors == unlimited.errors { successes += 1 }
                // The next command, without a limit, publishes all registrations.
                try home.withoutDelayedTouches {
                    try home.fontctl("register", try home.write(SyntheticFont(family: "Last")))
                }
                let patterns = (isAfter && !isRefused ? after : before).patterns + 1
                #expect(try home.listed().count == patterns, what)
                let findings = try await home.user().diagnose(repair: false).findings
                #expect(findings.filter { $0.severity == .error || $0.id == "cache-stale" } == [], what)
                #expect(home.staged.isEmpty, what)
            }
            #expect(successes == 2)
            #expect(sawFailure || isRefused)
        }
    }
}
