import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

extension FailingPrograms {
    /// A command in which any one system call fails or is killed leaves a consistent state (docs/reliability.md, R15,
    /// R16, R19).
    ///
    /// The next command must find the complete state before or after: the state before if the command reported an
    /// error, the state after if it succeeded.
    @Suite(
        .enabled(if: Programs.hasTrace, "Needs strace and leave to trace."),
        .disabled(if: Programs.areSanitized, "A fault would strike the sanitizer's own files as well."),
        .timeLimit(.minutes(240)))
    struct FaultInjectionTests {
        enum Operation: String, CaseIterable, Sendable {
            case first, register, registerMany, replace, disable, enable, unregister, undo, undoReplace, repair,
                importing, adopt, undoAdopt, keepReplaced, keepDisabled, keepUnregistered, download

            /// Whether a program runs that may open the fonts again.
            var keepsFiles: Bool { [.keepReplaced, .keepDisabled, .keepUnregistered].contains(self) }

            func arguments(_ home: PrivateHome) -> [String] {
                let given = home.root + "/given/"
                return switch self {
                case .first, .register: ["register", given + "New.ttf"]
                case .registerMany: ["register", "--atomic", given + "many"]
                case .replace, .keepReplaced: ["register", "--replace", given + "Newer.ttf"]
                case .disable, .keepDisabled: ["disable", "Early-Regular"]
                case .enable: ["enable", "Hidden-Regular"]
                case .unregister, .keepUnregistered: ["unregister", "Early-Regular"]
                case .undo, .undoReplace, .undoAdopt: ["undo"]
                case .adopt: ["adopt", "--yes"]
                case .repair: ["doctor", "--repair"]
                case .importing: ["import", given + "export.tar"]
                case .download: ["download", "Fetched"]
                }
            }
        }

        /// The interval between the calls at which a fault is injected; 1 tries all.
        private static let stride =
            ProcessInfo.processInfo.environment["FONTD_FAULT_STRIDE"].flatMap(Int.init).map { max(1, $0) } ?? 120

        /// A home in the state before the operation, and the registrations before and after.
        private struct Stage {
            let home: PrivateHome
            let operation: Operation
            /// A program that has the fonts open.
            private let reader: MappingProgram?
            var before: Set<String> = []
            var after: Set<String> = []

            init(_ operation: Operation) async throws {
                self.operation = operation
                let home = try PrivateHome()
                self.home = home
                try home.write(SyntheticFont(family: "New"), as: "New.ttf")
                try home.write(SyntheticFont(family: "Old", salt: 1) { $0.revision = 2 }, as: "Newer.ttf")
                for number in 0..<20 {
                    try home.write(SyntheticFont(family: "Many \(number)"), as: "many/\(number).ttf")
                }
                if operation != .first {
                    for family in ["Early", "Hidden", "Old"] {
                        let file = try home.write(SyntheticFont(family: family))
                        _ = try home.withoutDelayedTouches {
                            try home.fontctl(["register", file] + (family == "Hidden" ? ["--disabled"] : []))
                        }
                    }
                }
                reader = operation.keepsFiles ? try MappingProgram(try home.listed(), in: home) : nil
                if operation == .adopt || operation == .undoAdopt {
                    for family in ["Loose", "Early"] {
                        try Data(SyntheticFont(family: family).build()).write(
                            to: URL(filePath: "\(home.paths.userFonts)/\(family).ttf"))
                    }
                }
                let earlier: [String]? =
                    switch operation {
                    case .undo: ["unregister", "Early-Regular"]
                    case .undoReplace: ["register", "--replace", home.root + "/given/Newer.ttf"]
                    case .undoAdopt: ["adopt", "--yes"]
                    default: nil
                    }
                if let earlier {
                    let result = try home.withoutDelayedTouches { try home.run(Programs.fontctl, earlier) }
                    try #require(result.status == 0, "\(result.errors)")
                }
                if operation == .importing { try await writeExport() }
                if operation == .download { try publish() }
                before = try await state()
                if operation == .repair { try FileManager.default.removeItem(atPath: home.paths.database) }
                try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: false)
                try copy(from: home.root, to: kept)
                let result = try home.withoutDelayedTouches {
                    try home.run(Programs.fontctl, operation.arguments(home))
                }
                try #require(result.status == 0, "\(operation): \(result.errors)")
                after = try await state()
                try reset()
            }

            /// The folders that the operations change.
            private static let folders = ["data", "cache", "run", "config"]

            func endReader() { reader?.end() }

            /// Builds a catalogue in a folder, with a family that it offers also in xz, and adds it.
            private func publish() throws {
                let given = home.root + "/given/"
                let font = SyntheticFont(family: "Fetched") {
                    $0.extraTables["test"] = [UInt8](repeating: 7, count: 1 << 19)
                }
                try home.write(font, as: "fonts/Fetched.ttf")
                try home.write(
                    Array(
                        "SIL OPEN FONT LICENSE Version 1.1 - 26 February 2007\nPERMISSION & CONDITIONS\nNo Modified Version of the Font Software may use the Reserved Font Name(s) unless\n"
                            .utf8), as: "fonts/OFL.txt")
                try home.fontctl("catalog", "keygen", given + "keys")
                let arguments = [
                    "catalog", "build", given + "fonts", "--out", given + "site", "--keys", given + "keys", "--json",
                ]
                let built = try JSONSerialization.jsonObject(with: Data(try home.fontctl(arguments).output.utf8))
                let address = try #require((built as? [String: Any])?["address"] as? String)
                try home.fontctl("catalog", "add", address)
            }

            /// Completes a download of which nothing is left but what is registered.
            func finishDownloading(_ what: Comment) async throws {
                _ = try home.withoutDelayedTouches { try home.fontctl(operation.arguments(home)) }
                #expect(try await state() == after, what)
                #expect(try home.fontctl("downloads").output.contains("Fetched"), what)
                let parts = home.root + "/cache/fontd/downloads"
                #expect(try FileManager.default.contentsOfDirectory(atPath: parts).isEmpty, what)
            }

            /// Writes the export of a home with other fonts, and with one that is enabled here and disabled there.
            private func writeExport() async throws {
                let other = try PrivateHome()
                let user = try other.user()
                for family in ["Moved", "Concealed", "Early"] {
                    _ = try await user.register(
                        URL(filePath: try other.write(SyntheticFont(family: family))), scope: .persistent,
                        options: RegistrationOptions(isEnabled: family == "Moved", tag: "moved"))
                }
                try await user.export(to: URL(filePath: home.root + "/given/export.tar"))
            }

            /// The folder with the copies of the folders.
            private var kept: String { home.root + "/kept" }

            private func copy(from: String, to: String) throws {
                let result = try Command.run(
                    "cp", ["-a"] + Self.folders.map { from + "/" + $0 } + [to], environment: home.environment)
                try #require(result.status == 0, "\(result.errors)")
            }

            /// Restores the home, including times and links.
            func reset() throws {
                for folder in Self.folders { try FileManager.default.removeItem(atPath: home.root + "/" + folder) }
                try copy(from: kept, to: home.root)
            }

            /// Checks that every loose font is in its folder or registered, and then completes or repeats the operation
            /// and its reversal.
            func finishAdopting(_ user: FontManager, _ what: Comment) async throws {
                let state = try await state()
                let fonts = ["Loose", "Early"].map { family -> (path: String, sha256: String) in
                    let font = try? FontFile(data: Data(SyntheticFont(family: family).build()))
                    return ("\(home.paths.userFonts)/\(family).ttf", font?.sha256 ?? "")
                }
                for (path, sha256) in fonts {
                    let file = try? FontFile(contentsOf: URL(filePath: path))
                    #expect(file.map { $0.sha256 == sha256 } ?? state.contains { $0.contains(sha256) }, what)
                }
                let (loose, taken) = operation == .adopt ? (before, after) : (after, before)
                #expect(state == loose || state == taken, what)
                try await user.adopt()
                #expect(try await self.state() == taken, what)
                #expect(fonts.allSatisfy { access($0.path, F_OK) != 0 }, what)
                while try await user.undoableOperations().first?.kind == .adopt { try await user.undo() }
                #expect(try await self.state() == loose, what)
                for (path, sha256) in fonts {
                    #expect(try FontFile(contentsOf: URL(filePath: path)).sha256 == sha256, what)
                }
                try await user.adopt()
            }

            func state() async throws -> Set<String> {
                Set(
                    try await home.user().registered().map {
                        "\($0.faces[0].postscriptName) \($0.sha256) \($0.isEnabled)"
                    })
            }
        }

        /// The operations that are tried, of which the environment may name some: all faults together take hours.
        private static let operations =
            ProcessInfo.processInfo.environment["FONTD_FAULT_OPERATIONS"].map { names in
                names.split(separator: ",").compactMap { Operation(rawValue: String($0)) }
            } ?? Operation.allCases

        @Test(arguments: operations)
        func theStateIsTheOldOrTheNewOne(_ operation: Operation) async throws {
            let stage = try await Stage(operation)
            let command = FaultyCommand(home: stage.home, arguments: operation.arguments(stage.home))
            let all = try command.places()
            try stage.reset()
            for (number, fault) in Fault.allCases.enumerated() {
                let places = all.filter { fault.calls.contains($0.call) }
                try #require(places.count > 3, "no place found to strike at")
                // Different operations and faults start at different calls, and each strikes at least once.
                let start = (Operation.allCases.firstIndex(of: operation) ?? 0) * 5 + number
                for index in Swift.stride(
                    from: start % min(Self.stride, places.count), to: places.count, by: Self.stride)
                {
                    try await strike(fault, at: places[index], stage, command)
                    try stage.reset()
                }
            }
            stage.endReader()
        }

        private func strike(
            _ fault: Fault, at place: CallPlace, _ stage: Stage, _ command: FaultyCommand
        ) async throws {
            let (home, what) = (stage.home, Comment(rawValue: "\(stage.operation), \(fault) at \(place)"))
            let result = try command.run(fault, at: place)
            let wasKilled = result.status == 137 || hasTrappedInDispatch(result)
            #expect(result.status < 128 || wasKilled, "\(what): \(result.errors)")
            let user = try home.user()
            if stage.operation == .repair {
                // Whatever the first repair achieved, the next one restores everything.
                #expect(try await user.diagnose(repair: true).isHealthy, what)
            }
            let state = try await stage.state()
            // An error from writing the output does not mean that nothing was done.
            let isReported = ["is recorded", "The output could not be written"].contains { result.errors.contains($0) }
            let isUnknown = result.errors.contains("became unavailable while the change was written")
            // A single file that cannot be read or moved stays, and is reported.
            let isOfOneFile = stage.operation == .adopt && result.status == 1
            // What is recorded of fonts after their registration may fail.
            let isWithoutOrigin = stage.operation == .download && result.status == 1
            switch result.status {
            case 0: #expect(state == stage.after, what)
            case _ where wasKilled || isUnknown || isOfOneFile || isWithoutOrigin:
                #expect(state == stage.before || state == stage.after, what)
            default:
                #expect(state == (isReported ? stage.after : stage.before), "\(what): \(result.errors)")
            }
            let isUndone = [.unregister, .replace, .importing, .keepReplaced, .keepUnregistered].contains(
                stage.operation)
            if isUndone, state == stage.after {
                // Whenever the command was killed, the removed bytes are there to take it back.
                _ = try await user.undo()
                #expect(try await stage.state() == stage.before, what)
            } else if stage.operation == .undo || stage.operation == .undoReplace, state == stage.before {
                _ = try await user.undo()
                #expect(try await stage.state() == stage.after, what)
            } else if stage.operation == .adopt || stage.operation == .undoAdopt {
                try await stage.finishAdopting(user, what)
            } else if stage.operation == .download {
                try await stage.finishDownloading(what)
            }
            // The next writer recovers completely.
            let last = try await user.register(
                URL(filePath: try home.write(SyntheticFont(family: "Last"))), scope: .persistent)
            #expect(last.status == .registered, what)
            // If fontconfig is killed while it writes a cache, it leaves a lock that it respects for ten minutes.
            // Programs scan
            // that one small folder meanwhile.
            let findings = try await user.diagnose(repair: false).findings.filter { $0.id != "cache-stale" }
            #expect(findings.filter { fault == .kill ? $0.severity != .note : $0.severity == .error } == [], what)
            #expect(home.staged.isEmpty, what)
            let enabled = try await user.registered().filter(\.isEnabled).compactMap(\.path)
            #expect(try Set(home.listed()) == Set(enabled), what)
        }

        /// Returns whether libdispatch trapped because one of its own calls failed, such as reading the list of
        /// threads.
        ///
        /// If there is no crash report, the fault affected the reporter, too.
        private func hasTrappedInDispatch(_ result: Command.Result) -> Bool {
            guard result.status > 128 else { return false }
            guard let report = result.errors.range(of: "crashed:\n") else { return true }
            let innermost = result.errors[report.upperBound...].split(separator: "\n").first
            return innermost?.contains("libdispatch.so") == true
        }
    }
}
