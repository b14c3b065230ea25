import FontFiles
import FontModel
import Foundation
import TUF

/// A family for which nothing changed is neither read nor written again: its document is the one that is published.
extension CatalogBuild {
    /// Returns a family as it is published; nil if it has to be made, or a file of it is missing.
    ///
    /// - Parameters:
    ///   - families: The families that came with each text of a licence, by the path of its file.
    func known(
        _ group: FoundFamily, id: String, families: [String: Set<String>], status: FamilyStatus?,
        as former: Publication.Listed
    ) -> (CatalogBuildResult.Family, Publication.Entry)? {
        guard let cache = options.cache, let custom = former.custom,
            let record = cache.record(
                .family, of: key(group, id: id, families: families, status: status, document: former.sha256)),
            let summary = try? JSONDecoder().decode(FamilySummary.self, from: Data(custom.canonical)),
            let document = try? publication.document(of: former)
        else { return nil }
        for line in String(decoding: record, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2, let size = Int(words[0]),
                PublishedFolder.has(size, at: "\(publication.folder)/\(words[1])")
            else { return nil }
        }
        return (
            CatalogBuildResult.Family(id: id, summary: summary, state: .unchanged, wrongClaims: []),
            Publication.Entry(path: former.path, document: document, custom: custom)
        )
    }

    /// Keeps the names and sizes of the files of a family that was made.
    func keep(
        _ group: FoundFamily, id: String, families: [String: Set<String>], status: FamilyStatus?,
        as entry: Publication.Entry
    ) {
        guard let cache = options.cache,
            let document = try? JSONDecoder().decode(PublishedFamily.self, from: Data(entry.document))
        else { return }
        let key = key(group, id: id, families: families, status: status, document: ContentHash.of(entry.document))
        let lines = document.neededFiles.map { "\($0.size) \($0.path)" }
        cache.keep(Array(lines.joined(separator: "\n").utf8), as: .family, of: key)
    }

    /// The hash of everything that decides the document of a family, and of the document.
    private func key(
        _ group: FoundFamily, id: String, families: [String: Set<String>], status: FamilyStatus?, document: String
    ) -> String {
        var parts = [id, document, "\(options.packs)", "\(options.drawingProgram != nil)"] + allowed.sorted()
        parts += ["at"] + options.addresses(of: "")
        if let status { parts += ["status", status.state.rawValue, status.reason ?? "", status.replacedBy ?? ""] }
        for font in group.fonts {
            parts += ["font", font.sha256, font.item.name]
            for text in font.item.licenses {
                parts += ["text", text.sha256, text.name ?? ""] + (families[text.path ?? ""] ?? []).sorted()
            }
        }
        return ContentHash.of(Array(parts.joined(separator: "\0").utf8))
    }
}

extension PublishedFamily {
    /// The files of the catalogue that the document names, by their paths.
    fileprivate var neededFiles: [(path: String, size: Int64)] {
        var needed = license.texts.map { (path: CatalogLayout.license($0.sha256), size: $0.size) }
        if let preview { needed.append((CatalogLayout.preview(preview.sha256), preview.size)) }
        for file in files {
            // Its own address, or that of a mirror, ends with the name.
            guard let name = file.urls.first?.split(separator: "/").last.map(String.init)?.removingPercentEncoding
            else { continue }
            let path = CatalogLayout.file(file.sha256, name: name)
            needed.append((path, file.size))
            needed += file.packed.map { (path: "\(path).\($0.coding)", size: $0.size) }
        }
        return needed
    }
}
