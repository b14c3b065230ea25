import FontCatalog
import FontModel
import FontRegistry
import FontTransfer
import Foundation
import TestSupport
import Testing

@Suite struct DownloadFaultTests {
    /// What a server does wrong, with the cause of the error and the bytes that are kept.
    struct Fault: Sendable, CustomTestStringConvertible {
        let name: String
        let step: @Sendable (_ font: [UInt8]) -> ScriptedFiles.Step
        let cause: String
        var kept = 0

        var testDescription: String { name }

        init(
            _ name: String, _ cause: String, keeps kept: Int = 0,
            _ step: @escaping @Sendable (_ font: [UInt8]) -> ScriptedFiles.Step
        ) {
            (self.name, self.cause, self.kept, self.step) = (name, cause, kept, step)
        }
    }

    static let faults = [
        Fault("refused", "network unreachable") { _ in .fault(.unreachable) },
        Fault("no identity", "network tls") { _ in .fault(.tls) },
        Fault("proxy", "network proxy") { _ in .fault(.proxy) },
        Fault("no process", "network not-started") { _ in .fault(.notStarted) },
        Fault("404", "network status") { _ in .missing },
        Fault("403", "network status") { _ in .fault(.status, status: 403) },
        Fault("503", "network status") { _ in .fault(.status, status: 503) },
        Fault("redirection to HTTP", "network redirect") { _ in .fault(.redirect) },
        Fault("too slow", "network timed-out") { _ in .fault(.timedOut) },
        Fault("stall", "network stalled") { _ in .fault(.stalled) },
        Fault("cut", "network cut", keeps: 400) { _ in .cut(after: 400) },
        Fault("cut without a tag", "network cut", keeps: 400) { _ in .cut(after: 400, tag: nil) },
        Fault("longer", "download too-long") { .body($0 + [0]) },
        Fault("longer, stated", "download too-long") { .body($0 + [0], length: Int64($0.count) + 1) },
        Fault("shorter", "download too-short") { .body($0.dropLast()) },
        Fault("shorter, stated", "download too-short") { .body($0.dropLast(), length: Int64($0.count) - 1) },
        Fault("endless", "download too-long") { _ in .endless },
        Fault("flipped byte", "download hash") { .body([$0[0] ^ 1] + $0.dropFirst()) },
        Fault("page with 200", "download too-short") { _ in .body(Array("<html></html>".utf8)) },
        Fault("wrong range", "download hash") { _ in .wrongRange },
    ]

    static func cause(_ error: FontError?) -> String {
        switch error?.cause {
        case .network(let fault, _): "network \(fault.rawValue)"
        case .download(let fault, _): "download \(fault.rawValue)"
        default: "\(String(describing: error))"
        }
    }

    @Test(arguments: faults)
    func aFaultRegistersNothing(_ fault: Fault) async throws {
        let site = try await DownloadSite([SyntheticFont(family: "Lora")])
        let family = try await site.family("lora")
        let font = try #require(FileManager.default.contents(atPath: site.home.root + "/given/Lora/Lora-Regular.ttf"))
        let files = site.files()
        let step = fault.step([UInt8](font))
        files.plan([ScriptedFiles.Step](repeating: step, count: 20), at: site.address(family))
        let plan = try await site.plan(family)
        let result = try #require(try await site.run([plan], over: files).first)
        let error = #expect(throws: FontError.self) { try result.get() }
        #expect(error?.code == .registrationFailed)
        #expect(Self.cause(error) == fault.cause)
        #expect(files.requests.count <= 10)
        #expect(try await site.registered().isEmpty)
        #expect(try site.origin("lora") == nil)
        #expect(site.home.staged.isEmpty)
        let part = "\(family.document.files[0].sha256).part \(fault.kept)"
        let parts = try site.parts()
        #expect(parts.filter { $0.contains(".part") } == (fault.kept > 0 ? [part] : []))
        #expect(fault.kept > 0 || parts.isEmpty)
    }

    @Test(arguments: faults)
    func theNextMirrorServes(_ fault: Fault) async throws {
        let site = try await DownloadSite([SyntheticFont(family: "Lora")])
        let family = try await site.family("lora") { document in
            document.files[0].urls.append(DownloadSite.mirror + document.files[0].urls[0])
        }
        let font = try #require(FileManager.default.contents(atPath: site.home.root + "/given/Lora/Lora-Regular.ttf"))
        let files = site.files()
        let step = fault.step([UInt8](font))
        files.plan([ScriptedFiles.Step](repeating: step, count: 20), at: site.address(family))
        let result = try await site.download(family, over: files)
        #expect(result.fetched.map(\.address) == [DownloadSite.mirror + family.document.files[0].urls[0]])
        #expect(try await site.registered().map(\.sha256) == [family.document.files[0].sha256])
        #expect(try site.parts().isEmpty)
    }

    /// The address of a server may have a password: no message, report or record for others has it.
    @Test func aPasswordIsUsedAndNotShown() async throws {
        let site = try await DownloadSite([SyntheticFont(family: "Lora")])
        let server = "https://me:secret@mirror.example/"
        let family = try await site.family("lora") { document in
            document.files[0].urls = [server + document.files[0].urls[0]]
        }
        let files = ScriptedFiles([site.source.address.url: site.out, server: site.out])
        files.plan([.body(Array("wrong".utf8)), .missing, .cut(after: 400)], at: site.address(family))
        let plan = try await site.plan(family)
        for _ in 0..<2 {
            let failed = try #require(try await site.run([plan], over: files).first)
            let error = #expect(throws: FontError.self) { try failed.get() }
            #expect(error?.file?.hasPrefix("https://mirror.example/files/") == true)
            #expect(!String(describing: error).contains("secret"))
        }
        files.plan(Array(repeating: .fault(.stalled), count: 3), at: site.address(family))
        let failed = try #require(try await site.run([plan], over: files).first)
        #expect(throws: FontError.self) { try failed.get() }
        let record = "\(site.folder.path)/\(family.document.files[0].sha256).json"
        #expect(permissions(of: record) == 0o600)
        let result = try await site.download(family, over: files)
        #expect(files.requests.last?.address.hasPrefix(server) == true)
        #expect(!String(describing: result).contains("secret"))
        #expect(!String(describing: try await site.registered()).contains("secret"))
    }

    // MARK: Going on

    @Test func aCutTransferGoesOn() async throws {
        let site = try await DownloadSite([SyntheticFont(family: "Lora")])
        let family = try await site.family("lora")
        let size = family.document.files[0].size
        let files = site.files()
        files.plan([.cut(after: 400)] + (0..<3).map { _ in .fault(.stalled) }, at: site.address(family))
        let plan = try await site.plan(family)
        let failed = try #require(try await site.run([plan], over: files).first)
        #expect(throws: FontError.self) { try failed.get() }
        _ = files.takeRequests()
        let result = try await site.download(family, over: files)
        #expect(files.requests.last?.offset == 400 && files.requests.last?.part == "\"1\"")
        #expect(result.fetched.first?.bytes == size - 400)
    }

    /// The server's file changed, the server knows no parts, or its tag is weak.
    @Test(arguments: ["changed", "no ranges", "weak", "wrong range", "416"])
    func aTransferThatCannotGoOnBeginsAgain(_ kind: String) async throws {
        let site = try await DownloadSite([SyntheticFont(family: "Lora")])
        let family = try await site.family("lora")
        let files = site.files()
        let next: ScriptedFiles.Step =
            switch kind {
            case "changed": .serve(tag: "\"2\"")
            case "no ranges": .serve(hasRanges: false)
            case "wrong range": .wrongRange
            case "416": .fault(.status, status: 416)
            default: .serve(tag: nil)
            }
        files.plan([.cut(after: 400, tag: kind == "weak" ? nil : "\"1\""), next], at: site.address(family))
        let result = try await site.download(family, over: files)
        #expect(result.outcomes.map(\.status) == [.registered])
        let offsets = files.requests.filter { $0.address == site.address(family) }.map(\.offset)
        switch kind {
        case "weak": #expect(offsets == [0, 0])
        case "wrong range", "416": #expect(offsets == [0, 400, 0])
        default: #expect(offsets == [0, 400])
        }
        #expect(try site.parts().isEmpty)
    }

    /// Bytes of another file are found by the hash, and the whole file is fetched.
    @Test func aDamagedPartIsFetchedAgain() async throws {
        let site = try await DownloadSite([SyntheticFont(family: "Lora")])
        let family = try await site.family("lora")
        let files = site.files()
        let path = "\(site.folder.path)/\(family.document.files[0].sha256)"
        try site.home.put([UInt8](repeating: 7, count: 400), at: path + ".part")
        let origin = "{\"address\":\"\(site.address(family))\",\"tag\":\"\\\"1\\\"\"}"
        try site.home.put(Array(origin.utf8), at: path + ".json")
        _ = try await site.download(family, over: files)
        #expect(files.requests.suffix(2).map(\.offset) == [400, 0])
        #expect(try site.parts().isEmpty)
    }

    @Test func theServersPauseIsKept() async throws {
        let site = try await DownloadSite([SyntheticFont(family: "Lora")])
        let family = try await site.family("lora")
        let files = site.files()
        files.plan([.fault(.status, status: 503, retryAfter: 7)], at: site.address(family))
        let pauses = Collected<Duration>()
        let plan = try await site.plan(family)
        let pause = DownloadPause { pauses.add($0) }
        _ = try #require(try await site.run([plan], over: files, pause: pause).first).get()
        #expect(pauses.all.count == 1 && pauses.all.allSatisfy { (.seconds(7)...(.seconds(8))).contains($0) })
    }

    @Test func aLongPauseIsNotWaitedFor() async throws {
        let site = try await DownloadSite([SyntheticFont(family: "Lora")])
        let family = try await site.family("lora")
        let files = site.files()
        files.plan([.fault(.status, status: 503, retryAfter: 3_600)], at: site.address(family))
        let pauses = Collected<Duration>()
        let plan = try await site.plan(family)
        let pause = DownloadPause { pauses.add($0) }
        let result = try #require(try await site.run([plan], over: files, pause: pause).first)
        let error = #expect(throws: FontError.self) { try result.get() }
        #expect(Self.cause(error) == "network status" && pauses.all.isEmpty)
    }
}
