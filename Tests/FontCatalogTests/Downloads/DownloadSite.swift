import FontCatalog
import FontFetching
import FontFiles
import FontModel
import FontRegistry
import FontTransfer
import Foundation
import Glibc
import Synchronization
import TUF
import TestSupport
import Testing

/// A catalogue that a publisher built from a folder, and a client with a home of its own.
struct DownloadSite {
    static let now = Timestamp(seconds: 1_795_694_400)
    static let text = text(of: "Lora")

    /// The licence text of a family, which names its authors.
    private static func text(of family: String) -> [UInt8] {
        Array(
            """
            Copyright 2026 The \(family) Authors

            SIL OPEN FONT LICENSE Version 1.1 - 26 February 2007
            PERMISSION & CONDITIONS
            No Modified Version of the Font Software may use the Reserved Font Name(s) unless …
            """.utf8)
    }

    /// The address of a mirror of the whole catalogue.
    static let mirror = "https://mirror.example/"

    let home: PrivateHome
    let out: String
    let source: DownloadSource
    let documents: CatalogDocuments
    let folder: DownloadFolder

    /// Builds a catalogue.
    ///
    /// - Parameter fonts: The fonts, each of which is in the folder of its family.
    init(_ fonts: [SyntheticFont], _ options: BuildOptions = BuildOptions()) async throws {
        home = try PrivateHome()
        out = home.root + "/out"
        for font in fonts {
            try home.write(Self.text(of: font.family), as: "\(font.family)/OFL.txt")
            try home.write(font, as: "\(font.family)/\(font.family)-\(font.style).ttf")
        }
        try PublisherKeys.create(in: home.root + "/keys")
        let publication = Publication(folder: out, keys: try PublisherKeys(in: home.root + "/keys"), now: Self.now)
        let result = try await CatalogBuild(
            of: .folder(home.root + "/given", nil), as: publication, allowing: [], context: home.context,
            options: options
        ).run()
        #expect(result.refused.isEmpty)
        let address = CatalogAddress(folder: out, root: try #require(result.publication?.root))
        source = DownloadSource(id: result.catalog.id, address: address)
        let copy = CatalogCopy(of: address, trusted: home.root + "/trusted", cache: home.root + "/copies")
        let transport = AddressTransport(address, over: FolderFiles())
        _ = try await CatalogRefresh(of: copy, over: transport, now: Self.now).run()
        documents = CatalogDocuments(of: copy, over: transport)
        folder = DownloadFolder(home.root + "/cache/fontd/downloads")
    }

    /// A small family of two files.
    static let lora = [
        SyntheticFont(family: "Lora"),
        SyntheticFont(family: "Lora", style: "Bold", salt: 86_400) { $0.weight = 700 },
    ]

    // MARK: The client

    func family(_ id: String) async throws -> SignedFamily { try #require(try await documents.signedFamily(id)) }

    /// The family with a changed document, as another publisher would sign it.
    func family(_ id: String, _ change: (inout FamilyDocument) throws -> Void) async throws -> SignedFamily {
        let family = try await family(id)
        var document = family.document
        try change(&document)
        return SignedFamily(document, sha256: family.sha256)
    }

    /// Publishes other bytes in place of the first file of a document.
    func offer(_ bytes: [UInt8], in document: inout FamilyDocument) throws {
        let sha256 = ContentHash.of(bytes)
        try home.put(bytes, at: "\(out)/files/\(sha256)/Font.ttf")
        document.files[0].sha256 = sha256
        document.files[0].size = Int64(bytes.count)
        document.files[0].urls = ["files/\(sha256)/Font.ttf"]
        document.sets = []
    }

    func plan(
        _ family: SignedFamily, _ selection: DownloadSelection = DownloadSelection()
    ) async throws -> DownloadPlan {
        try DownloadPlan(
            family, from: source, selection, present: try await RegisteredContents(of: try home.user()))
    }

    /// Servers with the files of the catalogue: its own, and one mirror.
    func files() -> ScriptedFiles { ScriptedFiles([source.address.url: out, Self.mirror: out]) }

    func run(
        _ plans: [DownloadPlan], over transport: any FileTransport, consent: [DownloadOrigin.Consent] = [],
        replacing replaces: Bool = false, context: RegistryContext? = nil,
        pause: DownloadPause = DownloadPause { _ in }, in folder: DownloadFolder? = nil,
        reporting report: @escaping @Sendable (DownloadEvent) -> Void = { _ in }
    ) async throws -> [Result<DownloadResult, FontError>] {
        let fonts = FontManager(
            Caller(provider: "user", authority: .user, isThisProgram: true),
            on: RegistryStore(context ?? home.context))
        return await DownloadRun(
            plans, for: fonts, over: transport, in: folder ?? self.folder,
            DownloadRun.Options(asker: .person, consent: consent, replaces: replaces), pause: pause
        ).run(reporting: report)
    }

    /// Runs a download of a family.
    func download(_ family: SignedFamily, over transport: any FileTransport) async throws -> DownloadResult {
        try #require(try await run([try await plan(family)], over: transport).first).get()
    }

    /// The address of the first file of a family at its catalogue.
    func address(_ family: SignedFamily, file: Int = 0) -> String {
        source.address.resolve(family.document.files[file].urls[0])
    }

    // MARK: What remains

    /// The registrations of the catalogue.
    func registered() async throws -> [Registration] {
        try await home.user().registered(scope: .persistent, provider: source.provider)
    }

    /// The files in the folder of downloads, with their sizes.
    func parts() throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try home.inventory(of: folder.path)
    }

    func origin(_ family: String) throws -> DownloadOrigin? {
        try DownloadOrigins(home.paths).origin(of: family, in: source.address)
    }
}

/// Returns a part of a document from its JSON.
func decoded<Value: Decodable>(_ json: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(json.utf8))
}

/// Values that callbacks of downloads collect.
final class Collected<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])

    func add(_ value: Value) { values.withLock { $0.append(value) } }

    var all: [Value] { values.withLock { $0 } }
}

/// A part that another download has locked.
final class OpenedPart: Sendable {
    private let descriptor: Int32

    init?(_ path: String) {
        descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
    }

    func release() { close(descriptor) }
}
