import FontRegistry
import Foundation
import TestSupport
import Testing

/// Short forms of operations that nearly every test uses.
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

    /// Returns the outcome of registering a source with one item.
    func outcome(
        of source: FontSource, _ scope: FontScope = .persistent,
        _ options: RegistrationOptions = RegistrationOptions(), sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> FontOutcome {
        let summary = try await register([source], scope: scope, options: options).summary()
        return try #require(summary.outcomes.first, sourceLocation: sourceLocation)
    }

    /// Returns the error with which a source is refused; nil if it is accepted.
    func refusal(
        of source: FontSource, _ scope: FontScope = .persistent,
        _ options: RegistrationOptions = RegistrationOptions(), sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> FontError? {
        let outcome = try await outcome(of: source, scope, options, sourceLocation: sourceLocation)
        return outcome.status == .failed ? outcome.error : nil
    }

    /// Returns the sorted PostScript names of the registered faces.
    func registeredNames(_ scope: FontScope? = nil, _ state: RegistrationState = .any) async throws -> [String] {
        try await registered(scope: scope, state: state).flatMap { $0.faces.map(\.postscriptName) }.sorted()
    }

    /// Returns whether the exact name resolves to a font.
    func has(_ name: String) async throws -> Bool { try await resolve(name).match != nil }
}

extension FontSummary {
    /// The status of each item.
    var statuses: [FontOutcome.Status] { outcomes.map(\.status) }

    /// The codes of all failures.
    var codes: [Int] { errors.map(\.code.rawValue) }
}

extension PrivateHome {
    /// The files that a newly started fontconfig program sees.
    var filesSeenByPrograms: [String] {
        get throws { Set(try listed()).sorted() }
    }

    /// All files in the projection of persistent registrations.
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

/// Whether `fc-list` and `fc-cache` are installed.
let hasFontconfigPrograms = Command.find("fc-list") != nil && Command.find("fc-cache") != nil

/// Removes a file that must exist.
func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: path) }

/// Returns whether a file exists.
func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
