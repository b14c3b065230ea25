import FontFiles
import FontRegistry
import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

/// A home that cannot be used gives a clear error and is left unchanged.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct UnusableStoreTests {
    /// A read-only mount of the same file system at another path; unmounted with the object.
    private final class ReadOnlyView: Sendable {
        let path: String

        init(of disk: SmallDisk, in home: PrivateHome) throws {
            path = home.root + "/view"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            for arguments in [["--bind", disk.path, path], ["-o", "remount,bind,ro", path]] {
                let result = try Command.run("mount", arguments, environment: home.environment)
                try #require(result.status == 0, "\(result.errors)")
            }
        }

        deinit { umount2(path, Int32(MNT_DETACH)) }
    }

    private func context(_ home: PrivateHome, dataHome: String) throws -> RegistryContext {
        let paths = FontPaths(
            dataHome: dataHome, configHome: home.paths.configHome, runtimeDirectory: home.paths.runtimeDirectory)
        try home.configure(folder: paths.userFonts)
        return RegistryContext(paths: paths, fontconfigFile: home.context.fontconfigFile, delayedTouches: .none)
    }

    /// The message about a failed action begins with a sentence about that action, its path and the error.
    @Test(arguments: FileAction.allCases) func eachActionHasASentence(_ action: FileAction) {
        let error = FontError.store(action, path: "/nowhere/font", errno: ENOSPC)
        let sentence = error.message.split(separator: ": ")[0]
        #expect(sentence.contains(" could not be ") || sentence.contains(" cannot be "))
        #expect(sentence.contains("/nowhere/font") || action == .sealMemory)
        #expect(error.message.hasPrefix("\(sentence): \(Errno.noSpace). Free some space"), "\(error.message)")
        #expect(error.storeFault == .full)
    }

    @Test(arguments: ["fonts.conf/data", "fonts.conf", "/proc/fontd-test/data", "/dev/null/data"])
    func aHomeThatCannotBeMadeIsUnavailable(_ place: String) async throws {
        let home = try PrivateHome()
        let dataHome = place.hasPrefix("/") ? place : home.root + "/" + place
        let fonts = FontManager(provider: "test", context: try context(home, dataHome: dataHome))
        let file = try home.write(SyntheticFont())
        for scope in [FontScope.session, .persistent] {
            let error = await #expect(throws: FontError.self) { try await fonts.add(file, scope) }
            #expect(error?.code.rawValue == 301)
            #expect(error?.storeFault == .unavailable, "\(String(describing: error))")
            #expect(error?.message.contains((dataHome as NSString).deletingLastPathComponent) == true)
        }
        // Operations that need no store still work.
        try await fonts.add(file, .process)
        #expect(try await fonts.has("Synthetic-Regular"))
        if place == "fonts.conf" {
            // A store that cannot be reached is not an empty one.
            let error = await #expect(throws: FontError.self) { try await fonts.unregister([.name("Other-Regular")]) }
            #expect(error?.storeFault == .unavailable, "\(String(describing: error))")
        } else {
            #expect(try await fonts.unregister([.name("Other-Regular")]).codes == [201])
        }
    }

    @Test func anEnvironmentWithoutAHomeIsUnavailable() {
        for environment in [[:], ["HOME": ""], ["HOME": "relative"], ["XDG_DATA_HOME": "/data"]] {
            let error = #expect(throws: FontError.self) { try FontPaths(environment: environment) }
            #expect(error?.code.rawValue == 301)
            #expect(error?.storeFault == .unavailable)
            #expect(error?.message.contains("HOME") == true)
        }
    }

    @Test func withoutARuntimeDirectoryThereIsNoSessionScope() async throws {
        let home = try PrivateHome(hasRuntimeDirectory: false)
        let fonts = try home.manager()
        let file = try home.write(SyntheticFont())
        let before = try home.inventory()
        let error = await #expect(throws: FontError.self) { try await fonts.add(file, .session) }
        #expect(error?.code.rawValue == 307)
        #expect(error?.message.contains("XDG_RUNTIME_DIR") == true)
        #expect(try home.inventory() == before)
        #expect(try await fonts.add(file).scope == .persistent)
    }

    @Test func aRuntimeDirectoryThatIsNotThereIs307() async throws {
        let home = try PrivateHome()
        let fonts = try home.manager()
        try remove(try #require(home.paths.runtimeDirectory))
        let error = await #expect(throws: FontError.self) {
            try await fonts.add(try home.write(SyntheticFont()), .session)
        }
        #expect(error?.code.rawValue == 307)
    }

    @Test func aHomeWithoutWriteAccessIsReadOnly() async {
        await #expect(processExitsWith: .success) { () async throws -> Void in
            if geteuid() == 0 { try #require(setgid(65_534) == 0 && setuid(65_534) == 0) }
            let home = try PrivateHome()
            let fonts = try home.manager()
            let holder = try await fonts.add(try home.write(SyntheticFont(family: "Earlier")))
            let file = try home.write(SyntheticFont())
            let inventory = try home.inventory()
            // Each of these folders alone is enough to prevent the whole operation.
            for folder in [home.paths.staging, home.paths.store, home.paths.persistentProjection] {
                try #require(chmod(folder, 0o500) == 0)
                let error = await #expect(throws: FontError.self) { try await fonts.add(file) }
                #expect(error?.storeFault == .readOnly, "\(folder): \(String(describing: error))")
                #expect(try await fonts.registered() == [holder])
                #expect(try await fonts.resolve("Earlier-Regular").match?.path == holder.path)
                try #require(chmod(folder, 0o700) == 0)
                #expect(try home.inventory() == inventory, "\(folder)")
            }
            try #require(chmod(home.paths.dataHome, 0o500) == 0)
            try #require(chmod(home.paths.store, 0o500) == 0)
            #expect(try await home.manager().registered() == [holder])
            try #require(chmod(home.paths.dataHome, 0o700) == 0)
            try #require(chmod(home.paths.store, 0o700) == 0)
            try await fonts.add(file)
        }
    }

    @Test(.enabled(if: SmallDisk.canBeMounted, "needs the right to mount a file system"))
    func aReadOnlyFileSystemIsReadOnly() async throws {
        let home = try PrivateHome()
        let disk = try SmallDisk(in: home, size: "8m")
        let context = try context(home, dataHome: disk.path + "/data")
        let fonts = FontManager(provider: "test", context: context)
        let holder = try await fonts.add(try home.write(SyntheticFont(family: "Earlier")))
        let inventory = try home.inventory(of: disk.path)
        let file = try home.write(SyntheticFont())
        let view = try ReadOnlyView(of: disk, in: home)
        let reader = FontManager(provider: "test", context: try self.context(home, dataHome: view.path + "/data"))
        let error = await #expect(throws: FontError.self) { try await reader.add(file) }
        #expect(error?.code.rawValue == 301)
        #expect(error?.storeFault == .readOnly, "\(String(describing: error))")
        let refusal = await #expect(throws: FontError.self) { try await reader.unregister([.id(holder.id)]) }
        #expect(refusal?.storeFault == .readOnly, "\(String(describing: refusal))")
        #expect(try await reader.registered().map(\.id) == [holder.id])
        #expect(try await reader.resolve("Earlier-Regular").match?.path?.hasPrefix(view.path) == true)
        #expect(try home.inventory(of: disk.path) == inventory)
        // The manager with write access still works.
        try await fonts.add(file)
        #expect(try await reader.registered().count == 2)
    }

    /// A manager that found the database read-only writes it as soon as it can be written, and calls it damaged never.
    @Test(.enabled(if: SmallDisk.canBeMounted, "needs the right to mount a file system"))
    func aDatabaseThatCanBeWrittenAgainIsWritten() async throws {
        let home = try PrivateHome()
        try await home.manager().add(try home.write(SyntheticFont(family: "Earlier")))
        let fonts = try home.manager()
        let database = home.paths.database
        let file = try home.write(SyntheticFont())
        for arguments in [["--bind", database, database], ["-o", "remount,bind,ro", database]] {
            let result = try Command.run("mount", arguments, environment: home.environment)
            try #require(result.status == 0, "\(result.errors)")
        }
        defer { umount2(database, Int32(MNT_DETACH)) }
        for _ in 1...2 {
            let error = await #expect(throws: FontError.self) { try await fonts.add(file) }
            #expect(error?.storeFault == .readOnly, "\(String(describing: error))")
            #expect(error?.message.contains(database) == true, "\(String(describing: error))")
        }
        let writable = try Command.run(
            "mount", ["-o", "remount,bind,rw", database], environment: home.environment)
        try #require(writable.status == 0, "\(writable.errors)")
        try await fonts.add(file)
        #expect(try await fonts.registered().count == 2)
    }

    @Test(.enabled(if: SmallDisk.canBeMounted, "needs the right to mount a file system"))
    func aFullDiskChangesNothing() async throws {
        let home = try PrivateHome()
        let disk = try SmallDisk(in: home, size: "2m")
        let fonts = FontManager(provider: "test", context: try context(home, dataHome: disk.path + "/data"))
        let holder = try await fonts.add(try home.write(SyntheticFont(family: "Earlier")))
        let inventory = try home.inventory(of: disk.path)
        // Larger than the free space, so that it does not fit into staging.
        let font = SyntheticFont { $0.extraTables = ["big ": Array(repeating: 1, count: 3 << 20)] }
        let error = await #expect(throws: FontError.self) { try await fonts.add(try home.write(font)) }
        #expect(error?.code.rawValue == 301)
        #expect(error?.storeFault == .full, "\(String(describing: error))")
        #expect(try home.inventory(of: disk.path) == inventory)
        #expect(try await fonts.registered() == [holder])
        try await fonts.add(try home.write(SyntheticFont()))
    }

    /// The message of an operation that only needs the database begins with what happened to which file.
    @Test(.enabled(if: SmallDisk.canBeMounted, "needs the right to mount a file system"))
    func aFullDiskIsNamedForTheDatabaseAsWell() async throws {
        let home = try PrivateHome()
        let disk = try SmallDisk(in: home, size: "2m")
        let context = try context(home, dataHome: disk.path + "/data")
        let fonts = FontManager(provider: "test", context: context)
        try await fonts.add(try home.write(SyntheticFont()))
        try disk.leave(0, of: .space)
        let error = await #expect(throws: FontError.self) {
            try await fonts.setEnabled(false, [.name("Synthetic-Regular")])
        }
        #expect(error?.storeFault == .full, "\(String(describing: error))")
        let start = "The file \(context.paths.database) could not be written: \(Errno.noSpace). Free some space"
        #expect(error?.message.hasPrefix(start) == true, "\(String(describing: error))")
        try disk.recover(from: .space)
        #expect(try await fonts.registered().map(\.isEnabled) == [true])
    }

    /// A manager that watches nothing works without inotify.
    ///
    /// The kernel limits the inotify instances of a user, and other programs may use all of them.
    @Test(.enabled(if: geteuid() == 0, "needs another user's inotify instances to use up"))
    func managerWithoutSubscribersNeedsNoInotify() async {
        await #expect(processExitsWith: .success) { () async throws -> Void in
            try #require(setgid(65_533) == 0 && setuid(65_533) == 0)
            let home = try PrivateHome()
            var taken = 0
            while taken < 900, inotify_init1(0) >= 0 { taken += 1 }
            try #require(taken < 900)
            let fonts = try home.manager()
            try await fonts.add(try home.write(SyntheticFont()))
            #expect(try await fonts.has("Synthetic-Regular"))
        }
    }
}
