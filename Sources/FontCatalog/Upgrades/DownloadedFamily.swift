import CLinux
import FontFiles
import FontLookup
package import FontModel
import FontRegistry
import Glibc

/// A downloaded family of which fonts are registered.
package struct DownloadedFamily: Sendable {
    package let origin: DownloadOrigin
    /// The registrations of its files, which belong to the catalogue.
    package let registrations: [Registration]
    /// The bytes of the files.
    package let size: Int64

    package init(origin: DownloadOrigin, registrations: [Registration], size: Int64) {
        self.origin = origin
        self.registrations = registrations
        self.size = size
    }

    /// Whether all styles of the version are there.
    var isWhole: Bool { origin.isWhole && Set(origin.files).isSubset(of: registrations.map(\.sha256)) }

    /// The registered faces.
    package var faces: [FontFace] { registrations.flatMap(\.faces) }

    /// Whether a text is a name of the whole family, and not of one of its fonts.
    func isFamilyName(_ text: String) -> Bool {
        LookupName.fold(origin.family) == LookupName.fold(text)
            || LookupName.kind(of: faces, for: text)?.wantsRegular == true
    }

    /// Whether a text is the identifier of the family, or a name of it or of one of its fonts, as for
    /// `FontManager.resolve(_:)`.
    package func isNamed(_ text: String) -> Bool {
        [origin.family, origin.id].contains { LookupName.fold($0) == LookupName.fold(text) }
            || LookupName.kind(of: faces, for: text) != nil
    }
}

extension FontCatalogs {
    /// Returns the downloaded families, sorted by catalogue and family; those whose fonts were all unregistered are left out.
    ///
    /// - Throws: `registrationFailed` (301) if the store cannot be read.
    package func downloads() async throws(FontError) -> [DownloadedFamily] {
        let user = fonts.acting(as: fonts.provider, authority: .user)
        let registered = try await user.registered(scope: .persistent).filter { DownloadSource.owns($0.provider) }
        var families: [DownloadedFamily] = []
        for origin in try origins.all() {
            let owned = registered.filter { $0.provider == ProviderID.catalog(origin.catalog) }
            // An upgrade that was interrupted or undone left the version before.
            if let version = origin.presentVersion(of: Set(owned.map(\.sha256))) {
                let files = owned.filter { version.files.contains($0.sha256) }
                var size: Int64 = 0
                for file in files { size += await fileSize(of: file, as: user) }
                families.append(DownloadedFamily(origin: version, registrations: files, size: size))
            }
        }
        return families
    }

    /// Returns the downloaded families of some names, all without a name.
    ///
    /// - Throws: `insufficientInfo` (303) for a name without a downloaded family.
    package func downloads(named names: [String]) async throws(FontError) -> [DownloadedFamily] {
        let families = try await downloads()
        for name in names where !families.contains(where: { $0.isNamed(name) }) {
            throw FontError(
                .insufficientInfo,
                "No downloaded family has that name. `fontctl downloads` lists the downloaded families.", file: name)
        }
        return names.isEmpty ? families : families.filter { family in names.contains(where: family.isNamed) }
    }

    /// Sets whether a family stays at its version.
    package func pin(_ family: DownloadedFamily, _ isPinned: Bool) throws(FontError) {
        guard var origin = try origins.origin(of: family.origin) else { return }
        origin.isPinned = isPinned
        try origins.record(origin)
    }

    private func fileSize(of registration: Registration, as user: FontManager) async -> Int64 {
        guard let path = try? await user.file(of: registration) else { return 0 }
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }
}
