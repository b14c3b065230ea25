import FontCatalog
import FontFetching
import FontFiles
import FontModel
import FontRegistry
import FontTransfer
import Foundation
import Glibc
import TestSupport
import Testing

/// A store that is locked or cannot be used during a download.
@Suite struct StoreFaultTests {
    /// The registration waits for the lock of the store; what was fetched is not lost.
    @Test func aLockedStoreIsWaitedFor() async throws {
        let site = try await DownloadSite(DownloadSite.lora)
        let mine = try site.home.write(SyntheticFont(family: "Mine"), as: "mine/Mine.ttf")
        try await site.home.user().register(.url(URL(filePath: mine)), scope: .persistent)
        let plan = try await site.plan(try await site.family("lora"))
        let lock = open(site.home.paths.lock, O_RDWR | O_CLOEXEC)
        try #require(lock >= 0 && flock(lock, LOCK_EX) == 0)
        let files = site.files()
        let arrived = Gate()
        let download = Task {
            try await site.run([plan], over: files) { event in
                if case .progress(_, let progress) = event, progress.received == progress.total { arrived.open() }
            }
        }
        await arrived.pass()
        #expect(try await site.registered().isEmpty)
        #expect(try site.parts().count { $0.contains(".part ") } == 2)
        close(lock)
        let result = try #require(try await download.value.first).get()
        #expect(result.outcomes.count == 2)
        #expect(try await site.registered().count == 2)
        #expect(try site.parts().isEmpty)
    }

    /// A store that nobody can write is an error of its own kind, and nothing is left.
    @Test func aStoreThatCannotBeUsedLeavesNothing() async throws {
        let site = try await DownloadSite(DownloadSite.lora)
        let plan = try await site.plan(try await site.family("lora"))
        try site.home.put([1], at: site.home.root + "/blocked")
        let paths = FontPaths(
            dataHome: site.home.root + "/blocked", configHome: site.home.paths.configHome,
            runtimeDirectory: site.home.paths.runtimeDirectory)
        let context = RegistryContext(
            paths: paths, fontconfigFile: site.home.context.fontconfigFile, delayedTouches: .none)
        let result = try #require(try await site.run([plan], over: site.files(), context: context).first)
        let error = #expect(throws: FontError.self) { try result.get() }
        #expect(error?.code == .registrationFailed && error?.storeFault != nil)
        #expect(try site.parts().isEmpty)
    }

    /// Fonts of an operation that is recorded but not completed have their origin.
    @Test func fontsOfAnUnfinishedOperationHaveTheirOrigin() async throws {
        let site = try await DownloadSite([SyntheticFont(family: "Lora")])
        let mine = try site.home.write(SyntheticFont(family: "Mine"), as: "mine/Mine.ttf")
        try await site.home.user().register(.url(URL(filePath: mine)), scope: .persistent)
        let family = try await site.family("lora")
        let plan = try await site.plan(family)
        // The generation file cannot be replaced: the operation is committed but not published.
        let (files, generation) = (FileManager.default, site.home.paths.generationFile)
        try files.moveItem(atPath: generation, toPath: generation + ".kept")
        try files.createDirectory(atPath: generation + "/x", withIntermediateDirectories: true)
        let result = try #require(try await site.run([plan], over: site.files()).first)
        let error = #expect(throws: FontError.self) { try result.get() }
        #expect(error?.message.contains("is recorded") == true)
        try files.removeItem(atPath: generation)
        try files.moveItem(atPath: generation + ".kept", toPath: generation)
        let hashes = family.document.files.map(\.sha256)
        #expect(try await site.registered().map(\.sha256) == hashes)
        #expect(try site.origin("lora")?.files == hashes)
        #expect(try site.parts().isEmpty)
    }

    /// A part that cannot be removed is emptied, and the next download removes it.
    @Test(.disabled(if: geteuid() == 0, "Root removes any file."))
    func aPartThatCannotBeRemovedIsEmptied() async throws {
        let site = try await DownloadSite(DownloadSite.lora)
        let family = try await site.family("lora")
        let folder = site.folder.path
        let result = try #require(
            try await site.run([try await site.plan(family)], over: site.files()) { event in
                if case .progress(_, let progress) = event, progress.received == progress.total {
                    chmod(folder, 0o500)
                }
            }.first)
        #expect(try result.get().outcomes.count == 2)
        let parts = try site.parts().filter { $0.contains(".part ") }
        #expect(parts.count == 2 && parts.allSatisfy { $0.hasSuffix(" 0") }, "\(parts)")
        try #require(chmod(folder, 0o700) == 0)
        _ = try await site.run([try await site.plan(family)], over: site.files())
        #expect(try site.parts().isEmpty)
    }
}
