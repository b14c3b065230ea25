import FontFiles
import FontModel
import Foundation
import ReaderFonts
import TUF

/// The files of a family, from which its document is made.
struct FamilyFonts: Sendable {
    let family: String
    /// The files, each content once, in the order of their names.
    let fonts: [FontFacts]

    init(_ family: String, _ fonts: [FontFacts]) {
        self.family = family
        var known: Set<String> = []
        self.fonts = fonts.sorted { ($0.fileName, $0.sha256, $0.item.name) < ($1.fileName, $1.sha256, $1.item.name) }
            .filter { known.insert($0.sha256).inserted }
    }

    private var faces: [FontFace] { fonts.flatMap(\.faces).map(\.face) }

    /// The names in other languages; of several faces the first one with a name counts.
    var names: [String: String] {
        let names = faces.filter { $0.family == family }.flatMap(\.localizedNames).filter { $0.kind == .family }
        return Dictionary(names.map { ($0.language, $0.text) }) { first, _ in first }
    }

    /// Returns the category, by the files in the folder of the catalogue.
    func category(in folder: String, _ cache: BuildCache?) -> String? {
        let names = [family] + Set(names.values).sorted()
        let key = ContentHash.of(Array((names + fonts.map(\.sha256)).joined(separator: "\0").utf8))
        if let known = cache?.record(.category, of: key) {
            return known.isEmpty ? nil : String(decoding: known, as: UTF8.self)
        }
        let descriptors = fonts.flatMap { font in
            font.faces.filter { $0.face.family == family }.map {
                FontDescriptor(face: $0.face, path: "\(folder)/\(font.path)", origin: .file)
            }
        }
        let category = ReadingFamily.category(of: descriptors, names: names)?.category.rawValue
        cache?.keep(Array((category ?? "").utf8), as: .category, of: key)
        return category
    }

    /// Returns the document of the family, without its history.
    ///
    /// - Parameters:
    ///   - category: The category, see ``category(in:_:)``.
    ///   - packed: The compressed forms of files, by their SHA-256.
    ///   - addresses: Returns the addresses of a file, by its relative one.
    func document(
        id: String, license: FamilyLicense, category: String?, packed: [String: FamilyDocument.File.Packed],
        sample: FamilyDocument.Sample?, preview: FamilyDocument.Picture?, addresses: (String) -> [String]
    ) -> FamilyDocument {
        FamilyDocument(
            id: id, family: family, names: names,
            // The other families of a collection.
            aliases: Set(faces.map(\.family)).subtracting([family]).sorted(),
            category: category, classifications: [], designers: license.designers,
            description: [:], version: version, revised: revised, history: [], sample: sample, preview: preview,
            license: license.statement, languages: Set(faces.flatMap(\.languages)).sorted(),
            scripts: fonts.reduce(into: Set()) { $0.formUnion($1.scripts) }.sorted(), sets: sets,
            files: fonts.map { font in
                FamilyDocument.File(
                    sha256: font.sha256, size: Int64(font.size), format: font.format,
                    urls: addresses(CatalogLayout.address(of: font.path)),
                    packed: packed[font.sha256].map { [$0] } ?? [], faces: font.faces)
            })
    }

    /// The version of the newest file, as its text states it without what programs added.
    private var version: String {
        guard let newest = faces.max(by: { $0.revision < $1.revision }) else { return "" }
        let text = newest.version.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
        let prefix = "version "
        let number = text.lowercased().hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
        return number.isEmpty ? String(format: "%.3f", newest.revision) : number
    }

    /// The day of the last change; the first one of the calendar of fonts if no file states it.
    private var revised: String {
        let time = fonts.flatMap(\.details).compactMap(\.modified).max() ?? -2_082_844_800
        return String(Timestamp(seconds: Int64(time)).description.prefix(10))
    }

    /// The variable files and the static ones; a download takes the first set.
    private var sets: [FamilyDocument.FileSet] {
        [("variable", true), ("static", false)].compactMap { name, isVariable in
            let files = fonts.filter { $0.isVariable == isVariable }.map(\.sha256)
            return files.isEmpty ? nil : FamilyDocument.FileSet(name: name, files: files)
        }
    }
}

extension FamilySummary {
    /// What the index says of a family, by its document.
    init(_ document: FamilyDocument) {
        let faces = document.files.flatMap(\.faces).map(\.face)
        let instances = faces.flatMap { face in face.instances.filter { !$0.isDefault } }
        let weights = faces.map(\.weight) + instances.compactMap { $0.coordinates["wght"] }
        self.init(
            family: document.family, names: document.names,
            aliases: document.aliases.isEmpty ? nil : document.aliases, category: document.category,
            scripts: document.scripts, languages: document.languages, license: document.license.spdx,
            version: document.version, revised: document.revised,
            size: document.files.reduce(0) { $0 + ($1.packed.map(\.size).min() ?? $1.size) },
            files: document.files.count,
            faces: Set(faces.map(\.postscriptName) + instances.map(\.postscriptName)).sorted(),
            weights: Set(weights.map { Int(min(max($0, 1), 1_000).rounded()) }).sorted(),
            axes: Set(faces.flatMap(\.axes).map(\.tag)).sorted(), designers: document.designers,
            status: document.status)
    }
}
