import CLinux
import FontBus
import FontModel
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FontStore

/// A file or memory that its owner changes while it is registered by descriptor registers as the content that was
/// checked.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct ChangingFilesOverTheBusTests {
    @Test(arguments: ["overwritten", "cut", "appended", "memory"])
    func registeredBytesAreTheCheckedBytes(_ way: String) async throws {
        let service = try PrivateService()
        let client = try await service.connect()
        let versions = (0..<2).map { salt in
            SyntheticFont(family: "Changing", salt: UInt32(salt)) {
                $0.extraTables = ["big ": Array(repeating: 7, count: 300_000)]
            }.build()
        }
        let file = service.home.root + "/given/changing.ttf"
        let given: BusDescriptor
        if way == "memory" {
            given = BusDescriptor(owning: clx_memfd("changing"))
        } else {
            try Data(versions[0]).write(to: URL(filePath: file))
            given = try .opening(file)
        }
        let written = way == "memory" ? given : try .opening(file, O_WRONLY)
        let isOver = Atomic(false)
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            var turn = 0
            while !isOver.load(ordering: .relaxed) {
                turn += 1
                versions[turn % 2].withUnsafeBytes { _ = pwrite(written.raw, $0.baseAddress, $0.count, 0) }
                switch way {
                case "cut": ftruncate(written.raw, off_t(turn % 3 == 0 ? turn % 4_096 : 250_000))
                case "appended":
                    versions[0].withUnsafeBytes { _ = pwrite(written.raw, $0.baseAddress, turn % 9_999, 300_500) }
                default: break
                }
            }
            ended.signal()
        }
        for _ in 0..<rounds("FONTD_SWAP_ROUNDS", 40) {
            do throws(BusFailure) {
                let answer = try await client.fontd(
                    "Register", .files([("changing", given)]), .string("persistent"), .dictionary([:]))
                let result = try answer.acceptedOutcomes().first ?? [:]
                let hash = result["sha256"]?.string ?? ""
                let stored = try? FontFile(contentsOf: ObjectStore(service.home.paths).path(hash))
                #expect(stored?.sha256 == hash)
                _ = try await client.change("unregister", [result["id"]?.string ?? ""])
            } catch {
                #expect(
                    ["InvalidFontData", "UnrecognizedFormat"].contains(error.name.split(separator: ".").last ?? ""),
                    "\(error)")
            }
        }
        isOver.store(true, ordering: .relaxed)
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                ended.wait()
                continuation.resume()
            }
        }
        #expect(try await client.fontd("List", .dictionary([:]))[1].elements?.isEmpty == true)
        #expect(try service.isSound())
    }
}
