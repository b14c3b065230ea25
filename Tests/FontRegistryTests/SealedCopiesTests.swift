import Glibc
import TestSupport
import Testing

@testable import FontFiles
@testable import FontRegistry

/// The copies of stored files that callers in sandboxes have open.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct SealedCopiesTests {
    private func memory(_ byte: UInt8, size: Int = 1000) throws -> SealedMemory {
        try SealedMemory(Array(repeating: byte, count: size), name: "font")
    }

    private func inode(_ file: OpenedFile) throws -> ino_t {
        var status = stat()
        try #require(fstat(file.descriptor, &status) == 0)
        return status.st_ino
    }

    @Test func aContentHasOneCopyForAllCallers() throws {
        let copies = SealedCopies()
        let memory = try memory(1)
        #expect(try copies.open(memory.sha256) == nil)
        let first = try copies.add(memory, name: "font")
        let again = try copies.add(try self.memory(1), name: "font")
        let known = try #require(try copies.open(memory.sha256))
        #expect(try inode(first) == inode(again) && inode(first) == inode(known))
        #expect(copies.kept == (1, 1000))
        #expect(try known.bytes() == Array(repeating: 1, count: 1000) && known.sha256 == memory.sha256)
        // Nobody can change what others read.
        #expect(pwrite(known.descriptor, [2], 1, 0) == -1 && ftruncate(known.descriptor, 0) == -1)
    }

    @Test func whatCallersHaveOpenIsLimited() throws {
        let copies = SealedCopies(size: 2500)
        var open = [try copies.add(try memory(1), name: "a"), try copies.add(try memory(2), name: "b")]
        let refused = #expect(throws: FontError.self) { try copies.add(try memory(3), name: "c") }
        #expect(refused?.code == .exceededResourceLimit && refused?.file == "c")
        #expect(copies.kept == (2, 2000))
        // A duplicate keeps the copy in use, as in another process.
        let duplicate = try #require(OpenedFile(duplicating: open[0].descriptor))
        open = []
        let third = try copies.add(try memory(3), name: "c")
        #expect(copies.kept == (2, 2000))
        #expect(try copies.open(try memory(1).sha256) != nil && copies.open(try memory(2).sha256) == nil)
        #expect(try duplicate.bytes().first == 1 && third.bytes().first == 3)
    }

    @Test func theirNumberIsLimited() throws {
        let copies = SealedCopies(count: 2)
        let open = try (1...2).map { try copies.add(try memory($0), name: "font") }
        let refused = #expect(throws: FontError.self) { try copies.add(try memory(3), name: "font") }
        #expect(refused?.code == .exceededResourceLimit)
        #expect(try withExtendedLifetime(open) { try copies.open(try memory(2).sha256) != nil })
    }

    /// A caller gets the same memory for each call, so that calls take no more of it.
    @Test func anInspectorGivesOneCopy() async throws {
        let home = try PrivateHome()
        let path = try home.write(SyntheticFont(family: "Shared"))
        let source = try SourceFile(opening: path)
        let file = try #require(OpenedFile(duplicating: source.descriptor, sha256: try source.sha256()))
        let inspector = OpenedFileInspector(home.context)
        let first = try await inspector.sealedCopy(of: file, name: "font", for: "a")
        let second = try await inspector.sealedCopy(of: file, name: "font", for: "b")
        #expect(try inode(first) == inode(second))
        #expect(try first.bytes() == SyntheticFont(family: "Shared").build())
    }
}
