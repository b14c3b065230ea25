import FontModel
import Foundation
import TUF

extension CatalogRefresh {
    /// Removes the copies of documents that the catalogue does not name any more, and those of texts and pictures that no
    /// kept document names.
    ///
    /// All of them can be fetched again, so that an error is of no consequence.
    func removeFormerCopies(_ trusted: TrustedMetadata) {
        let names = copy.names(in: CatalogLayout.targets) + copy.names(in: CatalogLayout.targets + "families/")
        let bins = names.isEmpty ? [:] : (try? copy.bins()) ?? [:]
        var needed: Set<String> = []
        for name in names {
            guard isNamed(name, bins, trusted) else {
                copy.drop(name)
                continue
            }
            guard let bytes = try? copy.cached(name),
                let family = try? JSONDecoder().decode(FamilyDocument.self, from: Data(bytes))
            else { continue }
            needed.formUnion(family.license.texts.map { CatalogLayout.license($0.sha256) })
            if let preview = family.preview { needed.insert(CatalogLayout.preview(preview.sha256)) }
        }
        for name in copy.names(in: "licenses/") + copy.names(in: "previews/") where !needed.contains(name) {
            copy.drop(name)
        }
    }

    /// Whether the metadata name a document, by the name of its copy.
    private func isNamed(_ name: String, _ bins: [String: [UInt8]], _ trusted: TrustedMetadata) -> Bool {
        let file = String(name.dropFirst(CatalogLayout.targets.count))
        let slash = file.lastIndex(of: "/").map { file.index(after: $0) } ?? file.startIndex
        guard let dot = file[slash...].firstIndex(of: ".") else { return false }
        let path = file[..<slash] + file[file.index(after: dot)...]
        return target(String(path), bins, trusted)?.fileName(isConsistent: true) == file
    }

    private func target(_ path: String, _ bins: [String: [UInt8]], _ trusted: TrustedMetadata) -> Target? {
        if path == CatalogLayout.catalog { return trusted.topTargets?.target(path) }
        guard let bin = trusted.hashBins?.name(for: path), let file = try? trusted.file(of: bin).fileName,
            let bytes = bins[file]
        else { return nil }
        return (try? Self.bin(bytes, named: bin, trusted))?.target(path)
    }
}
