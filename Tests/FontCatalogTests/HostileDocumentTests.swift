import FontFetching
import FontModel
import Foundation
import TUF
import TestSupport
import Testing

@testable import FontCatalog

extension FamilyDocument {
    /// A document of a family without files.
    static func empty(_ name: String) -> FamilyDocument {
        FamilyDocument(
            id: name.lowercased(), family: name, names: [:], aliases: [], classifications: [], designers: [],
            description: [:], version: "1", revised: "2026-11-27", history: [],
            license: License(
                spdx: "OFL-1.1", texts: [], copyrights: [], reservedNames: [], requiresAgreement: false,
                embedding: "installable", modified: false),
            languages: [], scripts: [], sets: [], files: [])
    }
}

/// Texts of a publisher are safe to show and to send.
@Suite struct HostileDocumentTests {
    private static let hostile = "a\u{1B}[31m\u{7}b\u{202E}c"
    private static let now = Timestamp(seconds: 1_795_694_400)

    /// A document in which every text is hostile.
    private static var document: FamilyDocument {
        let hostile = hostile
        var face = FontFace()
        (face.family, face.style, face.fullName, face.postscriptName) = (hostile, hostile, hostile, hostile)
        (face.legacyFamily, face.version, face.languages) = (hostile, hostile, [hostile])
        face.localizedNames = [LocalizedName(kind: .family, language: hostile, text: hostile)]
        var document = FamilyDocument.empty("evil")
        (document.family, document.names, document.aliases) = (hostile, [hostile: hostile], [hostile])
        (document.category, document.classifications, document.designers) = (hostile, [hostile], [hostile])
        (document.description, document.homepage) = ([hostile: hostile + "\n" + hostile], hostile)
        document.source = .init(url: hostile, commit: hostile)
        (document.version, document.revised) = (hostile, hostile)
        document.history = [.init(version: hostile, revised: hostile, document: hostile)]
        document.status = FamilyStatus(state: .replaced, reason: hostile, replacedBy: hostile)
        document.sample = .init(language: hostile, text: hostile)
        document.preview = .init(sha256: hostile, size: 1, width: 1, height: 1)
        document.license = .init(
            spdx: hostile, texts: [.init(name: hostile, sha256: hostile, size: 1)], copyrights: [hostile],
            reservedNames: [hostile], requiresAgreement: true, embedding: hostile, modified: true)
        (document.languages, document.scripts) = ([hostile], [hostile])
        document.sets = [.init(name: hostile, files: [hostile])]
        document.files = [
            .init(
                sha256: hostile, size: 1, format: hostile, urls: [hostile],
                packed: [.init(coding: hostile, sha256: hostile, size: 1)],
                faces: [
                    CatalogFace(
                        face: face, characters: hostile,
                        metrics: .init(unitsPerEm: 1_000, ascent: 1, descent: 1, lineGap: 1))
                ])
        ]
        return document
    }

    /// Returns the texts of a JSON value, those of members included.
    private func texts(_ value: Any) -> [String] {
        switch value {
        case let text as String: [text]
        case let list as [Any]: list.flatMap(texts)
        case let object as [String: Any]: object.flatMap { [$0.key] + texts($0.value) }
        default: []
        }
    }

    @Test func noTextOfADocumentIsHostile() throws {
        let data = try JSONEncoder().encode(Self.document.cleaned)
        let texts = texts(try JSONSerialization.jsonObject(with: data))
        #expect(texts.count > 60)
        for text in texts { #expect(DisplayText.isHarmless(text), "\(text.debugDescription)") }
        #expect(texts.contains { $0.contains(#"\u{1b}"#) })
        #expect(Self.document.cleaned.files[0].faces[0].face.family.contains(#"\u{1b}"#))
    }

    @Test func aLongTextStaysWhole() {
        var document = FamilyDocument.empty("long")
        let ranges = (0..<2_000).map { "U+\($0)" }.joined(separator: ", ")
        document.description = ["en": String(repeating: "word ", count: 300) + "end"]
        document.files = [
            .init(
                sha256: "a", size: 1, format: "ttf",
                urls: ["https://example.org/" + String(repeating: "x", count: 900)], packed: [],
                faces: [
                    CatalogFace(
                        face: FontFace(), characters: ranges,
                        metrics: .init(unitsPerEm: 1_000, ascent: 1, descent: 1, lineGap: 1))
                ])
        ]
        #expect(document.cleaned == document)
    }

    /// Whoever asks for documents gets them so.
    @Test func documentsOfTheCopyAreClean() async throws {
        let home = try PrivateHome()
        try PublisherKeys.create(in: home.root + "/keys")
        let out = home.root + "/out"
        let bytes = try JSONEncoder().encode(Self.document)
        let catalog = try JSONEncoder().encode(
            CatalogDocument(
                formatVersion: 1, id: "evil", name: Self.hostile, names: [Self.hostile: Self.hostile],
                homepage: Self.hostile, families: 1))
        let summary = try JSONEncoder().encode(FamilySummary(Self.document))
        let root = try Publication(folder: out, keys: PublisherKeys(in: home.root + "/keys"), now: Self.now).publish(
            catalog: Publication.Entry(path: "catalog.json", document: [UInt8](catalog)),
            families: [
                Publication.Entry(
                    path: "families/evil.json", document: [UInt8](bytes), custom: try JSONValue([UInt8](summary)))
            ]
        ).root
        let copy = CatalogCopy(
            of: CatalogAddress(url: "file://\(out)/", root: root), trusted: home.root + "/trusted",
            cache: home.root + "/copies")
        let transport = AddressTransport(copy.address, over: FolderFiles())
        _ = try await CatalogRefresh(of: copy, over: transport, now: Self.now).run()
        let documents = CatalogDocuments(of: copy, over: transport)
        #expect(try await documents.family("evil") == Self.document.cleaned)
        let description = try #require(try await documents.catalog())
        #expect(description == description.cleaned && description.name.contains(#"\u{1b}"#))
        let family = try #require(try copy.index()?.families { _, _ in true }.first)
        #expect(family.summary == FamilySummary(Self.document).cleaned)
    }
}
