import FontCatalog
import FontFetching
import FontModel
import FontRegistry
import FontTransfer
import Foundation
import Glibc
import TUF
import TestSupport
import Testing

/// A catalogue that a publisher built from a folder, and that is set up in the home of a client.
struct MatchSite {
    let home: PrivateHome
    let out: String
    let folders: CatalogFolders
    let address: CatalogAddress
    private let allowed: [String]

    /// Builds a catalogue and adds it.
    ///
    /// - Parameters:
    ///   - fonts: The fonts, each of which is in the folder of its family.
    ///   - text: The text of their licence.
    ///   - allowed: Closed licences that are published, which ask for agreement.
    init(
        _ fonts: [SyntheticFont], text: [UInt8] = DownloadSite.text, allowing allowed: [String] = [],
        fontFolders: [String] = []
    ) async throws {
        home = try PrivateHome(fontFolders: fontFolders)
        out = home.root + "/out"
        self.allowed = allowed
        try PublisherKeys.create(in: home.root + "/keys")
        for font in fonts { try Self.offer(font, text: text, in: home) }
        let root = try #require(try await Self.build(home, allowed).publication?.root)
        address = CatalogAddress(folder: out, root: root)
        folders = try CatalogFolders(
            home.paths, environment: home.environment, share: home.root + "/share", machine: home.root + "/etc")
        try folders.add(address)
    }

    /// A family of two styles.
    static var lora: [SyntheticFont] { DownloadSite.lora }

    static var now: Timestamp { Timestamp(seconds: Int64(time(nil))) }

    // MARK: The publisher

    private static func offer(_ font: SyntheticFont, text: [UInt8], in home: PrivateHome) throws {
        try home.write(text, as: "\(font.family)/LICENSE.txt")
        try home.write(font, as: "\(font.family)/\(font.family)-\(font.style).ttf")
    }

    private static func publication(_ home: PrivateHome) throws -> Publication {
        Publication(folder: home.root + "/out", keys: try PublisherKeys(in: home.root + "/keys"), now: now)
    }

    private static func build(_ home: PrivateHome, _ allowed: [String]) async throws -> CatalogBuildResult {
        try await CatalogBuild(
            of: .folder(home.root + "/given", nil), as: publication(home), allowing: allowed, context: home.context
        ).run()
    }

    /// Publishes another version of a font, or a new one.
    func publish(_ font: SyntheticFont, text: [UInt8] = DownloadSite.text) async throws {
        try Self.offer(font, text: text, in: home)
        _ = try await Self.build(home, allowed)
    }

    /// Publishes a family with a changed document and a changed summary.
    func publish(
        _ id: String, document change: (inout FamilyDocument) -> Void = { _ in },
        summary changeSummary: (inout FamilySummary) -> Void = { _ in }
    ) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let publication = try Self.publication(home)
        let entries = try publication.listedFamilies().map { listed in
            let bytes = try publication.document(of: listed)
            guard listed.path == "families/\(id).json" else {
                return Publication.Entry(path: listed.path, document: bytes, custom: listed.custom)
            }
            var document = try JSONDecoder().decode(FamilyDocument.self, from: Data(bytes))
            change(&document)
            let custom = try #require(listed.custom)
            var summary = try JSONDecoder().decode(FamilySummary.self, from: Data(custom.canonical))
            changeSummary(&summary)
            return Publication.Entry(
                path: listed.path, document: [UInt8](try encoder.encode(document)),
                custom: try JSONValue([UInt8](try encoder.encode(summary))))
        }
        let catalog = #"{"formatVersion":1,"id":"given","name":"given","names":{},"families":\#(entries.count)}"#
        _ = try publication.publish(
            catalog: Publication.Entry(path: "catalog.json", document: Array(catalog.utf8)),
            families: entries)
    }

    /// The state of a family that is not offered any more.
    static func status(_ state: FamilyStatus.State, reason: String, replacedBy other: String) throws -> FamilyStatus {
        let text = #"{"state":"\#(state.rawValue)","reason":"\#(reason)","replacedBy":"\#(other)"}"#
        return try JSONDecoder().decode(FamilyStatus.self, from: Data(text.utf8))
    }

    // MARK: The client

    /// The address of a server with the catalogue.
    static let server = "https://fonts.example/"

    /// Sets the catalogue up by the address of a server, in place of its folder.
    func useServer() throws -> CatalogAddress {
        for entry in try folders.entries() { try folders.remove(entry) }
        let address = CatalogAddress(url: Self.server, root: address.root)
        try folders.add(address)
        return address
    }

    /// The catalogues of the client.
    ///
    /// - Parameters:
    ///   - files: The way to the files.
    ///   - later: The time that passed since now, in seconds.
    ///   - refreshes: Whether a catalogue on a server is refreshed when it is due.
    func catalogs(
        over files: any FileTransport = FolderFiles(), stallTime: Duration = .seconds(60), isMetered: Bool = false,
        later: Int64 = 0, refreshes: Bool = true
    ) throws -> FontCatalogs {
        try FontCatalogs(
            try home.user(), folders: folders, network: CatalogNetwork(files), stallTime: stallTime,
            environment: CatalogEnvironment(
                isMetered: { isMetered }, now: { Timestamp(seconds: Self.now.seconds + later) },
                pause: DownloadPause { _ in }, refreshes: refreshes))
    }

    /// A server with the files of the catalogue.
    func files() -> ScriptedFiles { ScriptedFiles([address.url: out, Self.server: out]) }

    /// The addresses of the files of a family.
    func addresses(of id: String) throws -> [String] {
        let publication = try Self.publication(home)
        let listed = try #require(try publication.listedFamilies().first { $0.path == "families/\(id).json" })
        let document = try JSONDecoder().decode(
            FamilyDocument.self, from: Data(try publication.document(of: listed)))
        return document.files.flatMap(\.urls).map(address.resolve)
    }

    /// The registrations of the catalogue.
    func registered() async throws -> [Registration] {
        try await home.user().registered(scope: .persistent, provider: "catalog:given")
    }

    /// The files in the folder of downloads; none if there is no folder.
    func parts() throws -> [String] {
        guard FileManager.default.fileExists(atPath: folders.downloads.path) else { return [] }
        return try home.inventory(of: folders.downloads.path)
    }
}

extension AsyncThrowingStream where Element == FontMatchingEvent {
    /// All events of a match.
    func all() async throws -> [FontMatchingEvent] {
        var events: [FontMatchingEvent] = []
        for try await event in self { events.append(event) }
        return events
    }
}

extension [FontMatchingEvent] {
    /// The numbers of the states, with each run of 3 and 5 as “…”.
    var sequence: String {
        var words: [String] = []
        for event in self {
            let isProgress = event.state == .downloading || event.state == .stalled
            let word = isProgress ? "…" : "\(event.state.rawValue)"
            if !isProgress || words.last != word { words.append(word) }
        }
        return words.joined(separator: " ")
    }

    /// The error of the first failure.
    var failure: FontError? { first { $0.state == .didFailWithError }?.error }
}
