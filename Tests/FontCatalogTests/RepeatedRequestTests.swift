import FontCatalog
import FontModel
import FontTransfer
import Synchronization
import TUF
import TestSupport
import Testing

/// A server that cannot deliver the files of a catalogue now is asked again, as for fonts.
@Suite struct RepeatedRequestTests {
    /// Ends the first transfer of each file.
    private final class FailingOnce: FileTransport {
        private let files: ScriptedFiles
        private let failed = Mutex<Set<String>>([])

        init(_ files: ScriptedFiles) { self.files = files }

        func open(_ request: FileRequest) async throws(TransferFault) -> any FileAnswer {
            guard failed.withLock({ $0.insert(request.address).inserted }) else { return try await files.open(request) }
            throw TransferFault(.network(.cut), at: request.address)
        }
    }

    private static let root = MatchSite.server + "metadata/1.root.json"

    private let site: MatchSite
    private let address: CatalogAddress
    private let files: ScriptedFiles
    private let pauses = Collected<Duration>()

    init() async throws {
        site = try await MatchSite(MatchSite.lora)
        address = try site.useServer()
        files = site.files()
    }

    private func transport(over files: any FileTransport) -> AddressTransport {
        let pauses = pauses
        return AddressTransport(address, over: files, pause: DownloadPause { pauses.add($0) })
    }

    private func refresh(over transport: AddressTransport) async throws -> CatalogRefresh.Result {
        try await CatalogRefresh(of: site.folders.copy(of: address), over: transport, now: MatchSite.now).run()
    }

    @Test func eachDocumentIsAskedForAgain() async throws {
        let transport = transport(over: FailingOnce(files))
        #expect(try await refresh(over: transport).families == 1)
        let documents = CatalogDocuments(of: site.folders.copy(of: address), over: transport)
        #expect(try await documents.catalog()?.id == "given")
        #expect(try await documents.family("lora")?.family == "Lora")
        // One pause for each file; none was asked for a third time, also not the next root, which is missing.
        #expect(pauses.all.count == files.requests.count && Set(files.requests).count == files.requests.count)
        #expect(pauses.all.allSatisfy { (.zero...(.milliseconds(500))).contains($0) })
    }

    @Test func theServersPauseIsKept() async throws {
        files.plan([.fault(.status, status: 503, retryAfter: 7)], at: Self.root)
        #expect(try await refresh(over: transport(over: files)).families == 1)
        #expect(pauses.all.count == 1 && pauses.all.allSatisfy { (.seconds(7)...(.seconds(8))).contains($0) })
    }

    /// The message does not promise that a transfer goes on: the next one begins anew.
    @Test(arguments: [FontError.NetworkFault.cut, .stalled, .timedOut])
    func theEndOfAttemptsIsAFailure(_ fault: FontError.NetworkFault) async throws {
        files.plan(Array(repeating: .fault(fault), count: 20), at: Self.root)
        let transport = transport(over: files)
        let error = await #expect(throws: FontError.self) { try await refresh(over: transport) }
        #expect(DownloadFaultTests.cause(error) == "network \(fault.rawValue)")
        #expect(files.requests.count == 4 && pauses.all.count == 3)
        #expect(error.map { "\($0)".contains("continues") } == false, "\(String(describing: error))")
    }

    /// A long pause is not waited for, and what another request does not change is asked for once.
    @Test(arguments: [
        ScriptedFiles.Step.fault(.status, status: 503, retryAfter: 3_600), .fault(.status, status: 400),
        .fault(.unreachable), .missing,
    ])
    func otherFailuresAreNotRepeated(_ step: ScriptedFiles.Step) async throws {
        files.plan([step], at: Self.root)
        let transport = transport(over: files)
        await #expect(throws: FontError.self) { try await refresh(over: transport) }
        #expect(files.requests.count == 1 && pauses.all.isEmpty)
    }
}
