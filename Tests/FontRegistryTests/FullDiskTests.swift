import FontRegistry
import Foundation
import TestSupport
import Testing

/// An operation on a file system with too little space, inodes or quota is either completed or not done.
///
/// The tests use real file systems with anything from no space to just enough (docs/reliability.md, R19 and R20).
@Suite(
    .fewAtOnce, .enabled(if: SmallDisk.canBeMounted, "needs the right to mount a file system"),
    .timeLimit(.minutes(60)))
struct FullDiskTests {
    /// The number of units from which there is always enough.
    private static let enough = ProcessInfo.processInfo.environment["FONTD_DISK_STEPS"].flatMap(Int.init) ?? 40

    /// Returns a home whose fonts are on a disk that becomes full.
    private static func home(
        onDiskShortOf shortage: SmallDisk.Shortage
    ) throws -> (PrivateHome, SmallDisk, RegistryContext) {
        let home = try PrivateHome()
        let disk = try SmallDisk(in: home, shortOf: shortage)
        let paths = FontPaths(
            dataHome: disk.path + "/data", configHome: home.paths.configHome,
            runtimeDirectory: home.paths.runtimeDirectory)
        try home.configure(folder: paths.userFonts)
        return (
            home, disk,
            RegistryContext(paths: paths, fontconfigFile: home.context.fontconfigFile, delayedTouches: .none)
        )
    }

    @Test(arguments: SmallDisk.shortages)
    func howeverLittleIsFreeAnOperationIsDoneOrNot(_ shortage: SmallDisk.Shortage) async throws {
        let (home, disk, context) = try Self.home(onDiskShortOf: shortage)
        let paths = context.paths
        let fonts = FontManager(provider: "test", context: context)
        try await fonts.add(try home.write(SyntheticFont(family: "Earlier")))
        var refusals = 0
        var successes = 0
        var recorded = 0
        for units in 0..<Self.enough {
            let what: Comment = "\(units) of \(shortage)"
            let font = try home.write(SyntheticFont(family: "Page \(units)"))
            let before = try await fonts.registered()
            let shown = try home.inventory(of: paths.userFonts)
            try disk.leave(units, of: shortage)
            do {
                try await fonts.add(font)
                successes += 1
                #expect(try await fonts.has("Page\(units)-Regular"), what)
                try disk.recover(from: shortage)
            } catch let error as FontError {
                refusals += 1
                #expect(error.storeFault == .full, "\(what): \(error)")
                if error.message.contains("is recorded") {
                    // There was not even enough to undo the operation; the error says so and the next operation
                    // completes it.
                    recorded += 1
                } else {
                    #expect(try await fonts.registered() == before, what)
                    #expect(try home.inventory(of: paths.userFonts) == shown, what)
                }
                try disk.recover(from: shortage)
                try await fonts.add(font)
                #expect(try await fonts.has("Page\(units)-Regular"), what)
            }
            // Frees the space, because the disk is small.
            try await fonts.unregister([.name("Page\(units)-Regular")])
        }
        #expect(refusals > 0)
        #expect(successes > 0)
        #expect(recorded < refusals)
        #expect(try FileManager.default.contentsOfDirectory(atPath: paths.staging).isEmpty)
        let user = FontManager(provider: "user", authority: .user, context: context)
        let findings = try await user.diagnose(repair: false).findings
        #expect(findings.filter { $0.severity == .error } == [])
        for name in try FileManager.default.contentsOfDirectory(atPath: paths.store) {
            #expect(!name.hasSuffix(".new") && !name.hasSuffix(".rebuilding"), "\(name)")
        }
    }

    /// A loose font is in its folder or registered, however little is free.
    @Test(arguments: SmallDisk.shortages)
    func howeverLittleIsFreeAFontIsAdoptedOrStays(_ shortage: SmallDisk.Shortage) async throws {
        let (home, disk, context) = try Self.home(onDiskShortOf: shortage)
        let user = FontManager(provider: "user", authority: .user, context: context)
        try await user.add(try home.write(SyntheticFont(family: "Earlier")))
        let trash = context.paths.trash
        var (stayed, moved) = (0, 0)
        for units in 0..<Self.enough {
            let what: Comment = "\(units) of \(shortage)"
            let font = SyntheticFont(family: "Loose \(units)").build()
            let file = context.paths.userFonts + "/Loose.ttf"
            try Data(font).write(to: URL(filePath: file))
            try disk.leave(units, of: shortage)
            let report = try? await user.adopt()
            try disk.recover(from: shortage)
            if report?.fonts.first?.files[0].isMoved == true {
                moved += 1
                #expect(try await user.has("Loose\(units)-Regular"), what)
            } else {
                stayed += 1
                #expect(try Data(contentsOf: URL(filePath: file)) == Data(font), what)
                #expect(try await user.adopt().fonts.first?.files[0].isMoved == true, what)
            }
            for name in try FileManager.default.contentsOfDirectory(atPath: trash + "/files") {
                #expect(try Data(contentsOf: URL(filePath: trash + "/files/" + name)) == Data(font), what)
            }
            while try await user.undoableOperations().first?.kind == .adopt { try await user.undo() }
            #expect(try Data(contentsOf: URL(filePath: file)) == Data(font), what)
            // The disk is small.
            try FileManager.default.removeItem(atPath: file)
            try? FileManager.default.removeItem(atPath: trash)
        }
        #expect(stayed > 0 && moved > 0)
    }

    @Test(arguments: SmallDisk.shortages)
    func howeverLittleIsFreeUndoingIsDoneOrNot(_ shortage: SmallDisk.Shortage) async throws {
        let (home, disk, context) = try Self.home(onDiskShortOf: shortage)
        let user = FontManager(provider: "user", authority: .user, context: context)
        try await user.add(try home.write(SyntheticFont(family: "Earlier")))
        try await user.add(try home.write(SyntheticFont(family: "Gone")))
        let complete = try await user.registered()
        var (refusals, successes) = (0, 0)
        for units in 0..<Self.enough {
            let what: Comment = "\(units) of \(shortage)"
            try await user.unregister([.name("Gone-Regular")])
            let before = try await user.registered()
            try disk.leave(units, of: shortage)
            do {
                try await user.undo()
                successes += 1
            } catch {
                refusals += 1
                #expect(error.storeFault == .full, "\(what): \(error)")
                if !error.message.contains("is recorded") { #expect(try await user.registered() == before, what) }
            }
            try disk.recover(from: shortage)
            if try await user.registered() == before { try await user.undo() }
            #expect(try await user.registered() == complete, what)
        }
        #expect(refusals > 0 && successes > 0)
        #expect(try await user.diagnose(repair: false).findings.filter { $0.severity == .error } == [])
    }
}
