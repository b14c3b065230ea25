import Foundation
import Glibc
import TestSupport
import Testing

@testable import FontFiles
@testable import FontRegistry

/// Files of a batch to which several paths lead.
@Suite(.fewAtOnce) struct SharedReadTests {
    private let home: PrivateHome
    private let fonts: FontManager

    init() throws {
        home = try PrivateHome()
        fonts = try home.manager()
    }

    /// Returns paths of one file: with points, slashes, links to it and to its folder, and a hard link.
    private func spellings(_ path: String) throws -> [String] {
        let url = URL(filePath: path)
        let (folder, name) = (url.deletingLastPathComponent().path(), url.lastPathComponent)
        #expect(symlink(path, folder + "link.ttf") == 0 && link(path, folder + "hard.ttf") == 0)
        #expect(symlink(folder, folder + "folder") == 0)
        return (0..<8).map { folder + String(repeating: "./", count: $0) + name }
            + (1..<8).map { folder + String(repeating: "/", count: $0) + name }
            + [folder + "link.ttf", folder + "hard.ttf", folder + "folder/" + name]
    }

    @Test func aFileIsReadOnce() throws {
        let paths = try spellings(try home.write(SyntheticFont(family: "Shared"), as: "shared/Shared.ttf"))
        let other = try home.write(SyntheticFont(family: "Other"), as: "other/Other.ttf")
        let reads = FileReads<String>()
        let (found, count) = (SharedResults(), Counter())
        BlockingWork.onAllCores(4 * paths.count) { place in
            let path = paths[place % paths.count]
            let value = try? reads.value(of: .file(path)) { () throws(FontError) in
                count.increment()
                return "bytes"
            }
            found.add(value ?? "")
        }
        #expect(found.values == ["bytes"] && count.value == 1)
        let error = #expect(throws: FontError.self) {
            try reads.value(of: .file(other)) { () throws(FontError) in
                throw FontError(.invalidFontData, "It is damaged.", file: other)
            }
        }
        #expect(error?.file == other)
        let linked = home.root + "/given/other/./Other.ttf"
        let second = #expect(throws: FontError.self) {
            try reads.value(of: .file(linked)) { () throws(FontError) in "bytes" }
        }
        #expect(second?.file == linked)
    }

    @Test(arguments: [FontScope.process, .persistent]) func everyPathHasAnOutcome(_ scope: FontScope) async throws {
        let paths = try spellings(try home.write(SyntheticFont(family: "Shared"), as: "shared/Shared.ttf"))
        let summary = try await fonts.register(paths.map { .url(URL(filePath: $0)) }, scope: scope).summary()
        #expect(summary.outcomes.count == paths.count && summary.isSuccess)
        #expect(summary.outcomes.map(\.item) == paths)
        #expect(try await fonts.registered(scope: scope).count == 1)
    }

    @Test func anArchiveIsUnpackedOnce() async throws {
        let archive = ZIPFile([.init("Shared.ttf", SyntheticFont(family: "Shared").build())]).bytes
        let path = try home.write(archive, as: "shared/Shared.zip")
        var found = FoundFonts(unwrapping: false, unpacking: true)
        let paths = [path, home.root + "/given/shared/./Shared.zip", home.root + "/given//shared/Shared.zip"]
        for path in paths { found.add(FontSource.url(URL(filePath: path))) { _ in [] } }
        #expect(found.items.map(\.name) == paths.map { $0 + "/Shared.ttf" })
        #expect(found.unpackedArchives == 1)
    }
}

private final class SharedResults: @unchecked Sendable {
    private let lock = NSLock()
    private(set) var values: Set<String> = []

    func add(_ value: String) { _ = lock.withLock { values.insert(value) } }
}
