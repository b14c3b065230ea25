import FontCatalog
import FontFiles
import FontModel
import FontRegistry
import Foundation
import TestSupport
import Testing

/// Downloads on small file systems.
@Suite(.fewAtOnce, .enabled(if: SmallDisk.canBeMounted, "needs the right to mount a file system"))
struct FullDiskDownloadTests {
    /// However little is free for the store, all of a family is registered or nothing of it, and nothing else is left.
    @Test func aFamilyIsRegisteredOnAFullDiskOrNot() async throws {
        let site = try await DownloadSite(DownloadSite.lora)
        let disk = try SmallDisk(in: site.home, shortOf: .space)
        let paths = FontPaths(
            dataHome: disk.path + "/data", configHome: site.home.paths.configHome,
            runtimeDirectory: site.home.paths.runtimeDirectory)
        let context = RegistryContext(
            paths: paths, fontconfigFile: site.home.context.fontconfigFile, delayedTouches: .none)
        try site.home.configure(folder: paths.userFonts)
        let user = FontManager(provider: "user", authority: .user, context: context)
        let earlier = try site.home.write(SyntheticFont(family: "Earlier"))
        try await user.register(.url(URL(filePath: earlier)), scope: .persistent)
        let family = try await site.family("lora")
        let plan = try DownloadPlan(family, from: site.source, present: RegisteredContents())
        var refusals = 0
        var successes = 0
        for pages in stride(from: 0, to: 60, by: 4) {
            try disk.leave(pages, of: .space)
            let result = try #require(try await site.run([plan], over: site.files(), context: context).first)
            try disk.recover(from: .space)
            #expect(try site.parts().isEmpty, "\(pages) pages")
            do {
                _ = try result.get()
                successes += 1
            } catch {
                refusals += 1
                #expect(error.storeFault == .full, "\(pages) pages: \(error)")
                // What happened comes before what helps, whichever part of the store had no room.
                #expect(!error.message.hasPrefix("Free some space"), "\(pages) pages: \(error)")
                // Where there was not even room to undo the operation, the error says so, and the next one completes it.
                if !error.message.contains("is recorded") {
                    #expect(try await user.registered(scope: .persistent).count == 1, "\(pages) pages")
                }
                #expect(try await user.resolve("Earlier-Regular").match != nil)
                // With room it is completed, as is an operation that could neither be ended nor undone.
                _ = try await user.prune()
                let rest = try DownloadPlan(
                    family, from: site.source, present: try await RegisteredContents(of: user))
                let again = try #require(try await site.run([rest], over: site.files(), context: context).first)
                _ = try again.get()
            }
            let registered = try await user.registered(scope: .persistent, provider: site.source.provider)
            #expect(registered.count == 2, "\(pages) pages")
            for registration in registered { try await user.unregister(registration) }
            _ = try await user.prune(all: true)
        }
        #expect(refusals > 0 && successes > 0)
    }

    /// A folder of downloads that becomes full gets its room again, and the next download begins anew.
    @Test func aDownloadThatFillsTheDiskEnds() async throws {
        let large = SyntheticFont(family: "Lora") { $0.extraTables["test"] = [UInt8](repeating: 7, count: 200_000) }
        let site = try await DownloadSite([large])
        let disk = try SmallDisk(in: site.home, shortOf: .space)
        let folder = DownloadFolder(disk.path + "/downloads")
        let family = try await site.family("lora")
        let plan = try await site.plan(family)
        let result = try #require(
            try await site.run([plan], over: site.files(), in: folder) { event in
                // Another program takes the rest.
                guard case .progress = event, !FileManager.default.fileExists(atPath: disk.path + "/filler") else {
                    return
                }
                try? disk.leave(0, of: .space)
            }.first)
        let error = #expect(throws: FontError.self) { try result.get() }
        #expect(error?.storeFault == .full)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        #expect(try await site.registered().isEmpty && site.origin("lora") == nil)
        try disk.recover(from: .space)
        let again = try #require(try await site.run([plan], over: site.files(), in: folder).first)
        #expect(try again.get().outcomes.count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
}
