package import FontModel
import FontRegistry

/// A downloaded family that nobody used for some time.
package struct UnusedDownload: Sendable {
    package let family: DownloadedFamily
    /// When one of its fonts was downloaded or found last, in seconds since 1970.
    package let used: Int64
}

extension FontCatalogs {
    /// Returns the families that programs asked for, and of which no font was found by fontd since a time.
    ///
    /// What a person downloaded, and pinned families, do not count.
    package func unusedDownloads(since time: Int64) async throws(FontError) -> [UnusedDownload] {
        let uses = DownloadUses(context.paths)
        return try await downloads().filter { $0.origin.asker == .request && !$0.origin.isPinned }.map { family in
            let used = family.registrations.compactMap { uses.last($0.id) } + [family.origin.date]
            return UnusedDownload(family: family, used: used.max() ?? 0)
        }.filter { $0.used < time }
    }

    /// Records that a person asked for fonts that are there, of which some were downloaded for a program.
    package func keep(_ wanted: [FontDescriptor]) async throws(FontError) {
        let ids = Set(wanted.compactMap(\.registrationID))
        guard !ids.isEmpty, environment.asker == .person else { return }
        for family in try await downloads() where family.origin.asker == .request {
            guard family.registrations.contains(where: { ids.contains($0.id) }),
                var origin = try origins.origin(of: family.origin)
            else { continue }
            origin.asker = .person
            try origins.record(origin)
        }
    }

    /// Unregisters families, in one operation for each that the user can undo.
    package func remove(_ unused: [UnusedDownload]) async throws(FontError) {
        for family in unused.map(\.family) {
            let provider = ProviderID.catalog(family.origin.catalog)
            _ = try await fonts.acting(as: provider, isUser: true)
                .unregister(family.registrations.map { .registration($0) }, scope: .persistent).orFailure()
        }
    }
}
