import FontCatalog
import FontFetching
import FontModel
import Foundation
import Glibc
import TUF
import TestSupport
import Testing

/// A folder of fonts, the catalogue that is built from it, and the copy of a client.
struct CatalogSite {
    static let now = Timestamp(seconds: 1_795_694_400)

    /// A text of the Open Font License, as it lies beside fonts.
    static let license = Array(
        """
        Copyright 2026 The Project Authors

        SIL OPEN FONT LICENSE Version 1.1 - 26 February 2007
        PERMISSION & CONDITIONS
        No Modified Version of the Font Software may use the Reserved Font Name(s) unless …
        """.utf8)

    let home: PrivateHome
    let out: String
    private let keys: String

    init() throws {
        home = try PrivateHome()
        (out, keys) = (home.root + "/out", home.root + "/keys")
        try PublisherKeys.create(in: keys)
    }

    func publication(in folder: String? = nil) throws -> Publication {
        Publication(folder: folder ?? out, keys: try PublisherKeys(in: keys), now: Self.now)
    }

    /// Options with a cache and the program that draws.
    func options(_ change: (inout BuildOptions) -> Void = { _ in }) -> BuildOptions {
        var options = BuildOptions()
        options.cache = cache
        options.drawingProgram = Command.product("fontd-preview")
        change(&options)
        return options
    }

    var cacheFolder: String { home.root + "/cache/fontd/catalog-build" }
    var cache: BuildCache { BuildCache(folder: cacheFolder, reader: "1") }

    @discardableResult
    func build(_ options: BuildOptions? = nil, in folder: String? = nil) async throws -> CatalogBuildResult {
        try await CatalogBuild(
            of: .folder(home.root + "/given", nil), as: try publication(in: folder), allowing: [],
            context: home.context,
            options: options ?? self.options()
        ).run()
    }

    /// Writes a font into a folder of its own, with its licence.
    @discardableResult
    func offer(_ font: SyntheticFont, text: [UInt8] = CatalogSite.license) throws -> String {
        try home.write(text, as: "\(font.family)/OFL.txt")
        return try home.write(font, as: "\(font.family)/\(font.family).ttf")
    }

    /// The published document of a family.
    func family(_ id: String, in folder: String? = nil) throws -> FamilyDocument {
        let publication = try publication(in: folder)
        let listed = try #require(try publication.listedFamilies().first { $0.path == "families/\(id).json" })
        return try JSONDecoder().decode(FamilyDocument.self, from: Data(try publication.document(of: listed)))
    }

    /// What the index says of a family.
    func summary(_ id: String) throws -> FamilySummary {
        let listed = try #require(try publication().listedFamilies().first { $0.path == "families/\(id).json" })
        return try JSONDecoder().decode(FamilySummary.self, from: Data(try #require(listed.custom).canonical))
    }

    /// The path of a file of the catalogue, by its relative address.
    func path(_ address: String) throws -> String { "\(out)/\(try #require(address.removingPercentEncoding))" }

    /// The files of a folder with their bytes.
    func contents(of folder: String? = nil) throws -> [String: Data] {
        let folder = folder ?? out
        var contents: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            contents[path] = FileManager.default.contents(atPath: "\(folder)/\(path)") ?? Data()
        }
        return contents
    }

    /// The documents of a client after a refresh.
    func documents(root: String) async throws -> CatalogDocuments {
        let copy = CatalogCopy(
            of: CatalogAddress(url: "file://\(out)/", root: root), trusted: home.root + "/trusted",
            cache: home.root + "/copies")
        let transport = AddressTransport(copy.address, over: FolderFiles())
        _ = try await CatalogRefresh(of: copy, over: transport, now: Self.now).run()
        return CatalogDocuments(of: copy, over: transport)
    }
}

/// The permissions of a file; nil if there is none.
func permissions(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
}
