import FontCatalog
import FontModel
import FontRegistry
import Foundation
import TUF
import TestSupport
import Testing

/// A folder of fonts with metadata, and the catalogue that is built from it.
struct ImportSite {
    let home: PrivateHome
    let out: String
    let keys: String

    /// A text of the Open Font License, as it lies beside fonts.
    static let license = Array(
        """
        SIL OPEN FONT LICENSE Version 1.1 - 26 February 2007
        PERMISSION & CONDITIONS
        No Modified Version of the Font Software may use the Reserved Font Name(s) unless …
        """.utf8)

    init(fontFolders: [String] = []) throws {
        home = try PrivateHome(fontFolders: fontFolders)
        (out, keys) = (home.root + "/out", home.root + "/keys")
        try PublisherKeys.create(in: keys)
    }

    private var publication: Publication {
        get throws {
            Publication(folder: out, keys: try PublisherKeys(in: keys), now: Timestamp(seconds: 1_795_694_400))
        }
    }

    func write(_ text: String, as name: String) throws { try home.write(Array(text.utf8), as: name) }

    /// Builds the catalogue of the folder, or of another source.
    @discardableResult
    func build(
        _ metadata: CatalogSource.Metadata? = nil, from source: CatalogSource? = nil, allowing licenses: [String] = []
    ) async throws -> CatalogBuildResult {
        try await CatalogBuild(
            of: source ?? .folder(home.root + "/given", metadata), as: publication, allowing: licenses,
            context: home.context
        ).run()
    }

    /// The published document of a family.
    func document(_ id: String) throws -> FamilyDocument {
        let listed = try #require(try publication.listedFamilies().first { $0.path == "families/\(id).json" })
        return try JSONDecoder().decode(FamilyDocument.self, from: Data(try publication.document(of: listed)))
    }
}

extension CatalogBuildResult {
    /// The wrong claims as `claim: claimed, actual`, sorted.
    var wrong: [String] { wrongClaims.map { "\($0.claim): \($0.claimed), \($0.actual ?? "-")" }.sorted() }
}
