import FontModel
import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontsModel

/// A library over a real manager in a home of its own, with a folder of fonts of the system.
final class TestLibrary: Sendable {
    let home: PrivateHome
    let manager: FontManager
    let library: ManagerLibrary
    /// The folder of fonts that fontd does not manage.
    let folder: String

    init(system fonts: [SyntheticFont] = []) throws {
        let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "fontd-fonts-\(UUID().uuidString)").path(percentEncoded: false)
        self.folder = folder
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for font in fonts {
            try Data(font.build()).write(to: URL(filePath: "\(folder)/\(font.postscriptName ?? "font").ttf"))
        }
        home = try PrivateHome(fontFolders: [folder])
        manager = try home.user()
        library = ManagerLibrary(manager, in: home.context, locale: Locale(identifier: "en"))
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Registers fonts, which must be accepted.
    @discardableResult
    func install(_ fonts: SyntheticFont...) async throws -> [Registration] {
        let files = try fonts.map { URL(filePath: try home.write($0)) }
        let summary = try await manager.register(files, scope: .persistent).summary()
        #expect(summary.isSuccess, "\(summary.errors)")
        return summary.registrations
    }

    /// Returns the plan of an installation after its examination.
    func examine(_ files: [String]) async -> InstallPlan {
        var plan = InstallPlan(files.map { URL(filePath: $0) })
        for await event in library.examine(plan.sources, scope: plan.scope) { plan.add(event) }
        return plan
    }

    /// Installs what a plan says.
    func install(_ plan: InstallPlan) async throws -> InstallReport {
        let run = InstallRun(plan, in: library)
        var report: InstallReport?
        for await event in run.events {
            if case .finished(let finished) = event { report = finished }
        }
        return try #require(report)
    }

    /// Returns the names of fonts that are turned on.
    func enabledNames() async throws -> [String] {
        try await manager.registered(state: .enabled).flatMap { $0.faces.map(\.postscriptName) }.sorted()
    }
}

extension LibraryFeed {
    /// Waits for a snapshot that meets a condition.
    nonisolated func snapshot(where holds: (LibrarySnapshot) -> Bool) async throws -> LibrarySnapshot {
        for await state in states {
            if case .failed(let error, _) = state { throw error }
            if case .ready(let snapshot) = state, holds(snapshot) { return snapshot }
        }
        throw CancellationError()
    }
}
