import FontCatalog
import Foundation
import TestSupport
import Testing

/// The cache has what the catalogue names, and nothing older.
@Suite struct FormerCopiesTests {
    private func copies(_ site: CatalogSite) throws -> Set<String> {
        let folder = site.home.root + "/copies"
        return Set(
            try FileManager.default.subpathsOfDirectory(atPath: folder).filter { path in
                var isFolder: ObjCBool = false
                return FileManager.default.fileExists(atPath: "\(folder)/\(path)", isDirectory: &isFolder)
                    && !isFolder.boolValue
            })
    }

    @Test func whatNoDocumentNamesIsRemoved() async throws {
        let site = try CatalogSite()
        try site.offer(SyntheticFont(family: "Lora"), text: CatalogSite.license + Array(" First.".utf8))
        try site.offer(SyntheticFont(family: "Other"), text: CatalogSite.license)
        let root = try #require(try await site.build().publication?.root)
        let documents = try await site.documents(root: root)
        #expect(try await documents.catalog() != nil)
        for id in ["lora", "other"] {
            let family = try #require(try await documents.family(id))
            _ = try await documents.text(family.license.texts[0])
            #expect(try await documents.picture(of: family) != nil)
        }
        let before = try copies(site)

        try site.offer(
            SyntheticFont(family: "Lora") { $0.revision = 2 }, text: CatalogSite.license + Array(" Second.".utf8))
        try await site.build()
        let later = try await site.documents(root: root)
        let other = try #require(try await later.family("other"))
        let preview = try #require(other.preview)
        let kept = [
            "/hash-bins", "/index", ".catalog.json", ".other.json", other.license.texts[0].sha256, preview.sha256,
        ]
        #expect(try copies(site) == before.filter { name in kept.contains { name.contains($0) } })
        // What was kept is used without its server.
        try FileManager.default.removeItem(atPath: site.out)
        #expect(try await later.text(other.license.texts[0]) == CatalogSite.license)
        #expect(try await later.picture(of: other) != nil)
    }
}
