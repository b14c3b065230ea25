import FontCatalog
import FontModel
import Foundation
import Glibc
import TUF
import TestSupport
import Testing

/// A catalogue that the installed program built, and a server that delivers it.
final class ServedCatalog {
    /// How clients reach a catalogue.
    enum Kind: String, CaseIterable, Sendable {
        /// `file:`.
        case folder
        /// Python's own server: neither ranges nor tags, no compression.
        case python
        /// nginx with TLS, HTTP/2, compressed metadata, ranges and tags.
        case nginx
        /// A server of the tests that holds requests; see ``hold(_:after:)``.
        case held

        /// The real ones of this machine.
        static let possible = allCases.filter { $0 != .held && ($0 != .nginx || TestServer.hasNginx) }
    }

    static let id = "served"

    let kind: Kind
    /// The home of the publisher.
    let publisher: PrivateHome
    /// The address with the root.
    private(set) var address = ""
    private var server: TestServer?
    private let certificate: String?
    private var forgotten = 0
    private var holdings = 0

    private var fonts: String { publisher.root + "/given/fonts" }
    private var site: String { publisher.root + "/site" }
    private var keys: String { publisher.root + "/keys" }
    private var log: String { publisher.root + "/requests.log" }

    /// Builds a catalogue and starts its server.
    ///
    /// - Parameter write: Writes the families into the folder `fonts` of the publisher's files.
    init(_ kind: Kind, directives: String = "", _ write: (PrivateHome) throws -> Void) throws {
        self.kind = kind
        publisher = try PrivateHome()
        certificate = kind == .nginx ? try TestCertificate.make(in: publisher.root) : nil
        try publisher.write(Array(#"{"id": "\#(Self.id)", "name": "Served"}"#.utf8), as: "fonts/catalog.json")
        try write(publisher)
        try run(publisher, "catalog", "keygen", keys)
        let root = try build()
        try start(directives)
        let url =
            switch kind {
            case .folder: URL(filePath: site, directoryHint: .isDirectory).absoluteString
            case .python, .held: "http://127.0.0.1:\(server?.port ?? 0)/"
            case .nginx: "https://localhost:\(server?.port ?? 0)/"
            }
        address = "\(url)#sha256=\(root)"
    }

    // MARK: The publisher

    /// Builds the catalogue from the folder of fonts; returns the hash of its root.
    @discardableResult
    func build() throws -> String {
        let built = try json(publisher, "catalog", "build", fonts, "--out", site, "--keys", keys)
        // nginx delivers what was compressed before.
        if kind == .nginx {
            let names = try FileManager.default.contentsOfDirectory(atPath: site + "/metadata")
                .filter { $0.hasSuffix(".json") }.map { "\(site)/metadata/\($0)" }
            _ = try publisher.run("gzip", ["--keep", "--force"] + names)
        }
        return try #require(built["root"] as? String)
    }

    /// Publishes a family with a changed document and a changed summary.
    func publish(
        _ id: String, document change: (inout FamilyDocument) -> Void = { _ in },
        summary changeSummary: (inout FamilySummary) -> Void = { _ in }
    ) throws {
        let publication = try publication()
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
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
        let catalog =
            #"{"formatVersion":1,"id":"\#(Self.id)","name":"Served","names":{},"families":\#(entries.count)}"#
        _ = try publication.publish(
            catalog: Publication.Entry(path: "catalog.json", document: Array(catalog.utf8)), families: entries)
        // Older than its document.
        try? FileManager.default.removeItem(atPath: site + "/metadata/timestamp.json.gz")
    }

    /// The published document of a family.
    func document(of id: String) throws -> FamilyDocument {
        let listed = try #require(try publication().listedFamilies().first { $0.path == "families/\(id).json" })
        return try JSONDecoder().decode(
            FamilyDocument.self, from: Data(try publication().document(of: listed)))
    }

    private func publication() throws -> Publication {
        Publication(folder: site, keys: try PublisherKeys(in: keys), now: Timestamp(seconds: Int64(time(nil))))
    }

    /// The path of a file of the catalogue.
    func path(_ name: String) -> String { "\(site)/\(name)" }

    // MARK: The server

    private func start(_ directives: String) throws {
        switch kind {
        case .folder: break
        case .python: server = try TestServer.files(in: site, log: log)
        case .held:
            let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "held.py")
            server = try TestServer("python3", { _ in ["-B", script.path(percentEncoded: false), site, log] })
        case .nginx:
            server = try TestServer.nginx(
                in: publisher.root, serving: site, certificate: try #require(certificate), log: log,
                port: server?.port, directives: directives)
        }
    }

    /// Ends nginx, and starts it with other directives at the same port.
    func restart(_ directives: String = "") throws {
        server?.end()
        try start(directives)
    }

    /// Ends the server, or moves the folder away.
    func end() throws {
        server?.end()
        if kind == .folder { try FileManager.default.moveItem(atPath: site, toPath: site + "-away") }
    }

    /// Makes the server hold a request.
    ///
    /// - Parameters:
    ///   - number: Which one, from 1.
    ///   - percent: The part of the body after which it is held.
    func hold(_ number: Int, after percent: Int) throws {
        let count = try lines("ready")
        try server?.tell("hold \(number) \(percent)")
        try #require(try eventually { try lines("ready") > count })
        holdings = try lines("held")
    }

    /// Whether the server holds the request.
    func isHolding() throws -> Bool { try lines("held") > holdings }

    func goOn() throws { try server?.tell("go") }

    private func lines(_ line: String) throws -> Int {
        guard FileManager.default.fileExists(atPath: log) else { return 0 }
        return try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").count { $0 == line }
    }

    /// A line of the log of a server.
    struct Request: Sendable, Hashable {
        var path: String
        var status: Int
        /// The bytes of the body; 0 if the server does not state them.
        var bytes: Int
    }

    private func allRequests() throws -> [Request] {
        guard FileManager.default.fileExists(atPath: log) else { return [] }
        return try String(contentsOfFile: log, encoding: .utf8).matches(of: #/"GET (\S+) [^"]*" (\d+) (\d+|-)/#).map {
            Request(path: String($0.1), status: Int($0.2) ?? 0, bytes: Int($0.3) ?? 0)
        }
    }

    /// The requests since the last call of ``forgetRequests()``.
    func requests() throws -> [Request] { try Array(allRequests().dropFirst(forgotten)) }

    func forgetRequests() throws { forgotten = try allRequests().count }

    // MARK: Clients

    /// The variables of a client.
    func environment(_ client: PrivateHome) -> [String: String] {
        client.environment.merging(certificate.map { ["SSL_CERT_FILE": $0 + ".crt"] } ?? [:]) { $1 }
    }

    func fontctl(_ client: PrivateHome, _ arguments: String...) throws -> Command.Result {
        try Command.run(Command.product("fontctl"), arguments, environment: environment(client))
    }

    /// Runs a command that must succeed.
    @discardableResult
    func run(_ client: PrivateHome, _ arguments: String...) throws -> Command.Result {
        let result = try Command.run(Command.product("fontctl"), arguments, environment: environment(client))
        try #require(result.status == 0, "\(kind), \(arguments): \(result)")
        return result
    }

    /// Runs a command and returns its document.
    func json(_ client: PrivateHome, _ arguments: String...) throws -> [String: Any] {
        let result = try Command.run(
            Command.product("fontctl"), arguments + ["--json"], environment: environment(client))
        return try #require(
            try? JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any],
            "\(kind), \(arguments): \(result)")
    }

    /// The first result of a command, such as that of a name to download.
    func result(_ client: PrivateHome, _ arguments: String...) throws -> [String: Any] {
        let result = try Command.run(
            Command.product("fontctl"), arguments + ["--json"], environment: environment(client))
        let document = try? JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
        return try #require((document?["results"] as? [[String: Any]])?.first, "\(kind), \(arguments): \(result)")
    }

    /// The names of the files in the folder of downloads.
    static func parts(_ client: PrivateHome) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: client.root + "/cache/fontd/downloads").sorted()) ?? []
    }
}
