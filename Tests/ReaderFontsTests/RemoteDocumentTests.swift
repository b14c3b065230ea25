import Foundation
import ReaderFonts
import ReaderNetwork
import TestSupport
import Testing

/// Documents from a real web server on this machine.
@Suite(.tags(.unsafeMemory), .enabled(if: DocumentServer.isPossible)) struct RemoteDocumentTests {
    private let home: PrivateHome
    private let server: DocumentServer

    init() throws {
        home = try PrivateHome()
        server = try DocumentServer(in: home.root)
        try server.serve(Self.document(size: 17))
    }

    private static func document(size: Int) -> String {
        #"{"ui-font-text-styles": {"body": {"point-size": \#(size)}, "note": {"point-size": 13}}}"#
    }

    private func remote(
        _ path: String = "/document", limits: RemoteLimits = RemoteLimits()
    ) throws -> RemoteTypography {
        try RemoteTypography(server.url(path), app: "org.example.Reader", limits: limits, cacheHome: home.root)
    }

    private var folder: String { home.root + "/org.example.Reader/typography" }

    private func bodySize(_ document: TypographyDocument?) -> Double? {
        document.flatMap { Typography([$0]).styles["body"]?.pointSize }
    }

    @Test func anUnchangedDocumentIsNotSentAgain() async throws {
        let remote = try remote()
        #expect(await remote.cached() == nil)
        let first = try await remote.refresh()
        #expect(first.isNew && first.isCached && bodySize(first.document) == 17)
        let second = try await remote.refresh()
        #expect(!second.isNew && second.isCached && second.document == first.document)
        #expect(try server.log == ["/document 200", "/document 304"])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(names == ["TypographyKit.json", "TypographyKit.record"])
        let record = try JSONSerialization.jsonObject(
            with: Data(contentsOf: URL(filePath: folder + "/TypographyKit.record")))
        let keys = (record as? [String: Any])?.keys.sorted()
        #expect(keys == ["address", "format", "sha256", "time", "validators"])
    }

    @Test(arguments: ["", ".", "..", ".hidden", "a/b", "../x", "a\u{0}b", "a\nb", String(repeating: "a", count: 101)])
    func namesThatLeadElsewhereAreRefused(name: String) throws {
        let url = try #require(URL(string: "http://a.example/x"))
        #expect(throws: RemoteDocumentError.invalidName(name)) {
            try RemoteTypography(url, app: "app", name: name, cacheHome: home.root)
        }
        #expect(throws: RemoteDocumentError.invalidName(name)) {
            try RemoteTypography(url, app: name, cacheHome: home.root)
        }
    }

    @Test func theCachedCopyServesWithoutAServer() async throws {
        _ = try await remote().refresh()
        server.end()
        let cold = try remote()
        await #expect(throws: RemoteDocumentError.self) { try await cold.refresh() }
        #expect(bodySize(await cold.cached()) == 17)
        let model = TypographyModel()
        #expect(await model.showCached(cold))
        #expect(model.snapshot.styles["body"]?.pointSize == 17)
    }

    @Test func aNewDocumentIsOneEventAndAnInvalidOneNone() async throws {
        let remote = try remote()
        let model = TypographyModel()
        try await model.refresh(from: remote)
        var changes = model.changes.makeAsyncIterator()
        try server.serve("no document")
        await #expect(throws: RemoteDocumentError.self) { try await model.refresh(from: remote) }
        #expect(model.snapshot.styles["body"]?.pointSize == 17)
        #expect(bodySize(await remote.cached()) == 17)
        try server.serve(Self.document(size: 20))
        let refreshed = try await model.refresh(from: remote)
        #expect(refreshed.isNew)
        #expect(await changes.next()?.styles == ["body"])
        #expect(bodySize(await remote.cached()) == 20)
    }

    @Test func aRefusedBodyIsATypedError() async throws {
        try server.serve("no document")
        let remote = try remote()
        let error = await #expect(throws: RemoteDocumentError.self) { try await remote.refresh() }
        guard case .invalidDocument(let address, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(address == server.address + "/document")
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test(arguments: ["/deep", "/many"]) func bombsAreRefused(path: String) async throws {
        await #expect(throws: RemoteDocumentError.self) { try await remote(path).refresh() }
    }

    /// Ten entities of which each has ten of the one before.
    @Test func entitiesAreNotExpanded() async throws {
        let entities = (1...9).map { "<!ENTITY e\($0) \"\(String(repeating: "&e\($0 - 1);", count: 10))\">" }
        try server.serve(
            "<?xml version=\"1.0\"?><!DOCTYPE plist [<!ENTITY e0 \"0123456789\">\(entities.joined())]>"
                + "<plist version=\"1.0\"><dict><key>a</key><string>&e9;</string></dict></plist>")
        await #expect(throws: RemoteDocumentError.self) { try await remote().refresh() }
    }

    /// Bodies beyond the limit: without an end, as announced, and when decompressed.
    @Test(arguments: ["/endless", "/announced", "/compressed"]) func largeBodiesAreNotRead(path: String) async throws {
        await #expect(throws: RemoteDocumentError.tooLarge(limit: 4 << 20)) { try await remote(path).refresh() }
    }

    @Test func theLimitOfSizeIsInclusive() async throws {
        let text = Self.document(size: 17)
        #expect(try await remote(limits: RemoteLimits(size: text.utf8.count)).refresh().isNew)
        let limit = text.utf8.count - 1
        try server.serve(text + " ")
        await #expect(throws: RemoteDocumentError.tooLarge(limit: limit)) {
            try await remote(limits: RemoteLimits(size: limit)).refresh()
        }
    }

    @Test(arguments: ["/silent", "/slow"]) func theTimeIsLimited(path: String) async throws {
        let remote = try remote(path, limits: RemoteLimits(time: .milliseconds(200)))
        await #expect(throws: RemoteDocumentError.timedOut(server.address + path)) { try await remote.refresh() }
    }

    @Test func redirectionsAreFollowedWithinLimits() async throws {
        #expect(bodySize(try await remote("/hops/5").refresh().document) == 17)
        await #expect(throws: RemoteDocumentError.self) { try await remote("/hops/6").refresh() }
        #expect(try server.log.count == 12)
    }

    @Test func aServerCannotLeadToAFile() async throws {
        let file = "file://" + (try home.write(Array(Self.document(size: 99).utf8), as: "secret.json"))
        await #expect(
            throws: RemoteDocumentError.refusedRedirection(from: server.address + "/away/" + file, to: file)
        ) { try await remote("/away/" + file).refresh() }
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test(arguments: [
        "/short", "/noise", "/headers", "/status/404", "/status/500", "/status/304", "/status/204", "/status/302",
    ])
    func otherAnswersAreErrors(path: String) async throws {
        await #expect(throws: RemoteDocumentError.self) { try await remote(path).refresh() }
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    /// Anybody can make a certificate; only those of known authorities count.
    @Test(.enabled(if: Command.find("openssl") != nil, "Requires openssl (Debian's ca-certificates)."))
    func anUnknownCertificateIsRefused() async throws {
        let certificate = home.root + "/certificate.pem"
        let made = try Command.run(
            "openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=127.0.0.1", "-addext",
                "subjectAltName=IP:127.0.0.1", "-keyout", certificate, "-out", home.root + "/public.pem",
            ], environment: home.environment)
        try #require(made.status == 0, "\(made.errors)")
        try
            (String(contentsOfFile: certificate, encoding: .utf8)
            + String(contentsOfFile: home.root + "/public.pem", encoding: .utf8))
            .write(toFile: certificate, atomically: true, encoding: .utf8)
        let server = try DocumentServer(in: home.root, certificate: certificate)
        try server.serve(Self.document(size: 17))
        let remote = try RemoteTypography(server.url("/document"), app: "org.example.Reader", cacheHome: home.root)
        let error = await #expect(throws: RemoteDocumentError.self) { try await remote.refresh() }
        guard case .unreachable(_, let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("certificate"), "\(reason)")
        #expect(throws: (any Error).self) { try server.log }
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test func aDamagedCacheIsLoadedAgain() async throws {
        _ = try await remote().refresh()
        // Another text that is a document, as after a crash between the two files: used, but not confirmed.
        try Data(Self.document(size: 40).utf8).write(to: URL(filePath: folder + "/TypographyKit.json"))
        #expect(bodySize(await (try remote()).cached()) == 40)
        #expect(bodySize(try await remote().refresh().document) == 17)
        try Data("{".utf8).write(to: URL(filePath: folder + "/TypographyKit.json"))
        #expect(await (try remote()).cached() == nil)
        #expect(bodySize(try await remote().refresh().document) == 17)
        try Data("{".utf8).write(to: URL(filePath: folder + "/TypographyKit.record"))
        #expect(await (try remote()).cached() == nil)
        #expect(bodySize(try await remote().refresh().document) == 17)
        #expect(try server.log == Array(repeating: "/document 200", count: 4))
    }

    /// As after an update of the app, which may read documents differently.
    @Test func aCopyThatCannotBeReadIsNotConfirmed() async throws {
        _ = try await remote().refresh()
        let file = URL(filePath: folder + "/TypographyKit.record")
        var record = try #require(JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        record["sha256"] = "021fb596db81e6d02bf3d2586ee3981fe519f275c0ac9ca76bbcf2ebb4097d96"
        try JSONSerialization.data(withJSONObject: record).write(to: file)
        try Data("{".utf8).write(to: URL(filePath: folder + "/TypographyKit.json"))
        #expect(bodySize(try await remote().refresh().document) == 17)
        #expect(try server.log == ["/document 200", "/document 200"])
    }

    @Test func anotherAddressHasNoCopy() async throws {
        _ = try await remote().refresh()
        #expect(await (try remote("/hops/1")).cached() == nil)
    }

    @Test func anUnwritableCacheIsReported() async throws {
        try Data().write(to: URL(filePath: home.root + "/org.example.Reader"))
        let refreshed = try await remote().refresh()
        #expect(!refreshed.isCached && bodySize(refreshed.document) == 17)
    }

    @Test func simultaneousRefreshesAreOneRequest() async throws {
        let remote = try remote()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { _ = try await remote.refresh() } }
            try await group.waitForAll()
        }
        #expect(try server.log.first == "/document 200")
        #expect(try server.log.dropFirst().allSatisfy { $0 == "/document 304" })
    }

    @Test func aPropertyListHasItsOwnFile() async throws {
        _ = try await remote().refresh()
        try server.serve(
            "<plist version=\"1.0\"><dict><key>ui-font-text-styles</key><dict><key>body</key><dict>"
                + "<key>point-size</key><integer>30</integer></dict></dict></dict></plist>")
        _ = try await remote().refresh()
        #expect(bodySize(await (try remote()).cached()) == 30)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
                == ["TypographyKit.plist", "TypographyKit.record"])
    }

    // MARK: Addresses in documents, and local files

    @Test func aDocumentMayNameANewerOne() async throws {
        let local = try TypographyDocument(
            Data(
                #"{"typography-kit": {"configuration-url": "\#(server.address)/document", "configuration-name": "Styles"}}"#
                    .utf8), name: "local")
        let model = TypographyModel(TypographyInputs(documents: [local]))
        let settings = model.snapshot.typography.settings
        let remote = try #require(
            try RemoteTypography(following: settings, app: "app", cacheHome: home.root))
        var changes = model.changes.makeAsyncIterator()
        try await model.refresh(from: remote)
        #expect(await changes.next()?.styles == ["body", "note"])
        #expect(FileManager.default.fileExists(atPath: home.root + "/app/typography/Styles.json"))
        #expect(try RemoteTypography(following: TypographySettings(), app: "app", cacheHome: home.root) == nil)
        var elsewhere = settings
        elsewhere.configurationName = "../../evil"
        #expect(throws: RemoteDocumentError.invalidName("../../evil")) {
            try RemoteTypography(following: elsewhere, app: "app", cacheHome: home.root)
        }
    }

    @Test func aLocalFileIsReadWithinTheLimit() async throws {
        let path = try home.write(Array(Self.document(size: 22).utf8), as: "local.json")
        let file = try RemoteTypography(URL(filePath: path), app: "app", cacheHome: home.root)
        #expect(bodySize(try await file.refresh().document) == 22)
        #expect(await file.cached() == nil)
        let small = try RemoteTypography(
            URL(filePath: path), app: "app", limits: RemoteLimits(size: 10), cacheHome: home.root)
        await #expect(throws: RemoteDocumentError.unreadableFile(path)) { try await small.refresh() }
        let folder = try RemoteTypography(URL(filePath: home.root), app: "app", cacheHome: home.root)
        await #expect(throws: RemoteDocumentError.self) { try await folder.refresh() }
    }
}
