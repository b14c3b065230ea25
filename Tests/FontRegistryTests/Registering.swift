import FontRegistry
import Foundation
import TestSupport
import Testing

/// Shorter words for what nearly every test does.
extension FontManager {
    /// Registers a file that must be accepted.
    @discardableResult
    func add(
        _ path: String, _ scope: FontScope = .persistent, _ options: RegistrationOptions = RegistrationOptions(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Registration {
        let outcome = try await register(URL(filePath: path), scope: scope, options: options)
        return try #require(outcome.registration, sourceLocation: sourceLocation)
    }

    /// What became of a source that stands for one item.
    func outcome(
        of source: FontSource, _ scope: FontScope = .persistent,
        _ options: RegistrationOptions = RegistrationOptions(), sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> FontOutcome {
        let summary = try await register([source], scope: scope, options: options).summary()
        return try #require(summary.outcomes.first, sourceLocation: sourceLocation)
    }

    /// The code a source is refused with; nil if it is not.
    func refusal(
        of source: FontSource, _ scope: FontScope = .persistent,
        _ options: RegistrationOptions = RegistrationOptions(), sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> FontError? {
        let outcome = try await outcome(of: source, scope, options, sourceLocation: sourceLocation)
        return outcome.status == .failed ? outcome.error : nil
    }

    /// The PostScript names of what is registered, sorted.
    func registeredNames(_ scope: FontScope? = nil, _ state: RegistrationState = .any) async throws -> [String] {
        try await registered(scope: scope, state: state).flatMap { $0.faces.map(\.postscriptName) }.sorted()
    }

    /// Whether the exact name leads to a font.
    func has(_ name: String) async throws -> Bool { try await resolve(name).match != nil }
}

extension FontSummary {
    /// What became of each item.
    var statuses: [FontOutcome.Status] { outcomes.map(\.status) }

    /// The codes of all failures.
    var codes: [Int] { errors.map(\.code.rawValue) }
}

extension PrivateHome {
    /// The files that a fresh fontconfig program sees.
    var filesSeenByPrograms: [String] {
        get throws {
            let result = try Command.run("fc-list", ["--format", "%{file}\\n"], environment: environment)
            #expect(result.status == 0, "\(result.errors)")
            return Set(result.lines).sorted()
        }
    }

    /// All files below the folder that fontconfig sees of persistent registrations.
    var projected: [String] {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: paths.persistentProjection)) ?? []
        return names.filter { $0.contains("/") }.sorted()
    }

    /// The content hashes of all stored objects.
    var storedObjects: [String] {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: paths.objects)) ?? []
        return names.map { ($0 as NSString).lastPathComponent }.filter { $0.count == 64 }.sorted()
    }
}

/// Whether `fc-list` and its kin are here.
let hasFontconfigPrograms = Command.find("fc-list") != nil && Command.find("fc-cache") != nil

/// Unlinks a file that must be there.
func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: path) }

/// Whether something is at a path.
func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
