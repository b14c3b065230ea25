import FontModel
import Foundation
import TestSupport
import Testing

@testable import FontFiles
@testable import FontRegistry

/// The list of contents that have crashed a worker.
struct RefusedFontTests {
    private let home: PrivateHome
    private var list: RefusedContents { RefusedContents(home.paths) }

    init() throws {
        home = try PrivateHome()
        try FileManager.default.createDirectory(atPath: home.paths.store, withIntermediateDirectories: true)
    }

    private func hash(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 64 - digits.count) + digits
    }

    @Test func recordedContentsAreRefused() throws {
        try list.check(hash(1), file: "a")
        let error = list.remember(hash(1), reason: "SIGSEGV", file: "a")
        #expect(error.code == .invalidFontData && error.file == "a")
        #expect(throws: FontError.self) { try list.check(hash(1), file: "b") }
        try list.check(hash(2), file: "b")
        let one = list
        try one.check(hash(2), file: "b")
        _ = list.remember(hash(2), reason: "time", file: "b")
        #expect(try one.reason(for: hash(2)) == "time")
        try FileManager.default.removeItem(atPath: home.paths.refused)
        #expect(try one.reason(for: hash(2)) == nil)
    }

    /// A damaged or truncated line does not affect other lines.
    @Test func damageCostsItsOwnLine() throws {
        let damage = "\(hash(7)) SIGBUS\n\u{1B}[2J\n\n\(hash(8))\n \(hash(9)) x\n" + hash(3).prefix(20)
        try damage.write(toFile: home.paths.refused, atomically: true, encoding: .utf8)
        _ = list.remember(hash(4), reason: "time", file: "a")
        #expect(try list.reason(for: hash(7)) == "SIGBUS")
        #expect(try list.reason(for: hash(4)) == "time")
        for number in [3, 8] { #expect(try list.reason(for: hash(number)) == nil) }
    }

    @Test func itDoesNotGrowWithoutEnd() throws {
        let lines = (0..<7_400).map { "\(hash($0)) SIGSEGV\n" }.joined()
        for first in [0, 10_000, 20_000] {
            try lines.write(toFile: home.paths.refused, atomically: true, encoding: .utf8)
            _ = list.remember(hash(first + 9_000), reason: "time", file: "a")
            #expect(try list.reason(for: hash(first + 9_000)) == "time")
            #expect(try list.reason(for: hash(5)) == "SIGSEGV")
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: home.paths.store).filter {
            $0.hasPrefix("refused")
        }
        #expect(files.sorted() == ["refused", "refused.older"])
        #expect(try home.inventory(of: home.paths.store).allSatisfy { Int($0.split(separator: " ")[1]) ?? 0 < 600_000 })
    }

    /// A file is refused even if the list cannot be written.
    @Test func aListThatCannotBeWrittenRefusesAllTheSame() throws {
        try FileManager.default.createDirectory(atPath: home.paths.refused, withIntermediateDirectories: true)
        #expect(list.remember(hash(1), reason: "time", file: "a").code == .invalidFontData)
    }

    @Test func theWorkerIsFoundBesideItsProgramOrWhereItIsInstalled() throws {
        let root = home.root + "/given"
        #expect(FontWorkers.program(besides: root + "/bin/fontd") == nil)
        func place(_ path: String) throws {
            let file = URL(filePath: root + path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: root + path)
        }
        try place("/bin/fontd")
        try place("/libexec/fontd/fontd-worker")
        #expect(FontWorkers.program(besides: root + "/bin/fontd") == root + "/bin/../libexec/fontd/fontd-worker")
        try place("/bin/fontd-worker")
        #expect(FontWorkers.program(besides: root + "/bin/fontd") == root + "/bin/fontd-worker")
    }
}
