import FontModel
import Foundation

/// What the publisher says of a catalogue: the optional file `catalog.json` in the folder of its fonts.
struct CatalogSettings: Decodable {
    var id: String?
    var name: String?
    var names: [String: String]?
    var homepage: String?
    /// The families that are not offered any more, by identifier.
    var status: [String: FamilyStatus]?

    /// Reads the settings.
    ///
    /// - Parameters:
    ///   - file: The file with them; nil for `catalog.json` in the folder of the fonts, if there is one.
    /// - Throws: `insufficientInfo` (303) if they have another form, `fileNotFound` (101) if a given file is missing.
    init(at file: String?, ofFolder folder: String?) throws(FontError) {
        guard let path = file ?? folder.map({ $0 + "/catalog.json" }) else { return }
        guard let bytes = try PublishedFolder.read(path, atMost: CatalogLayout.documentLimit) else {
            if file == nil { return }
            throw FontError(.fileNotFound, "There is no such file. Check the path.", file: path)
        }
        do {
            self = try JSONDecoder().decode(CatalogSettings.self, from: Data(bytes))
        } catch {
            throw FontError(
                .insufficientInfo,
                "The file is not an object of JSON with the texts id, name and homepage, names by language, and status by family. Correct it.",
                file: path)
        }
        let others = (status ?? [:]).flatMap { [$0.key] + ($0.value.replacedBy.map { [$0] } ?? []) }
        if let other = others.first(where: { !CatalogLayout.isIdentifier($0) }) {
            throw FontError(
                .insufficientInfo,
                "“\(DisplayText.clean(other))” is not the identifier of a family. `fontctl catalog search` lists the identifiers.",
                file: path)
        }
        if let id, !CatalogLayout.isIdentifier(id) {
            throw FontError(
                .insufficientInfo,
                "The id of the catalogue has other characters than lower-case letters, digits, dots and hyphens. Choose another one.",
                file: path)
        }
    }

    /// What the catalogue says of itself.
    ///
    /// - Parameters:
    ///   - folder: The folder, whose name stands for what the publisher does not say.
    ///   - families: The number of families.
    func document(ofFolder folder: String, families: Int) -> CatalogDocument {
        let folderName = String(PathText.name(of: folder))
        let form = FamilyIdentifiers.form(of: folderName)
        return CatalogDocument(
            formatVersion: 1, id: id ?? (form.isEmpty ? "fonts" : form),
            name: name ?? (folderName.isEmpty ? "Fonts" : DisplayText.clean(folderName)), names: names ?? [:],
            homepage: homepage, families: families)
    }
}
