import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

/// A folder with fonts that represent the system's; removed with the object.
final class SystemFolder: Sendable {
    let path: String

    init(_ fonts: [SyntheticFont]) throws {
        let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "fontd-system-\(UUID().uuidString)")
        path = folder.path(percentEncoded: false)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (index, font) in fonts.enumerated() {
            try Data(font.build()).write(to: URL(filePath: "\(path)/system\(index).ttf"))
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Returns the path of the font with an index.
    func file(_ index: Int) -> String { "\(path)/system\(index).ttf" }
}

/// The home of a parent process, for a child that knows its folder.
enum ChildHome {
    /// Frees fontconfig's current configuration.
    ///
    /// LeakSanitizer cannot follow the pointers to application fonts and would report them as leaks at exit.
    static func freeCurrentConfiguration() {
        guard let symbol = dlsym(nil, "FcFini") else { return }
        unsafeBitCast(symbol, to: (@convention(c) () -> Void).self)()
    }

    static func context(_ root: String) -> RegistryContext {
        RegistryContext(
            paths: FontPaths(dataHome: root + "/data", configHome: root + "/config", runtimeDirectory: root + "/run"),
            fontconfigFile: root + "/fonts.conf", delayedTouches: .none)
    }
}

/// A store with one font, and a check that it has not changed.
final class UntouchedStore: Sendable {
    let home: PrivateHome
    let fonts: FontManager
    let holder: Registration
    private let inventory: [String]
    private let generation: Int64

    init(_ scope: FontScope) async throws {
        home = try PrivateHome()
        fonts = try home.manager()
        holder = try await fonts.add(try home.write(SyntheticFont(family: "Earlier")), scope)
        // A first operation creates the marker even if it fails.
        if scope == .process { try await fonts.add(try home.write(SyntheticFont(family: "Stored"))) }
        inventory = try home.inventory()
        generation = try await fonts.generation()
    }

    /// Expects that earlier registrations are unchanged and that no files were left in staging or elsewhere.
    func expectUntouched(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        #expect(try await fonts.registered().contains(holder), sourceLocation: sourceLocation)
        #expect(try await fonts.resolve("Earlier-Regular").match?.path == holder.path, sourceLocation: sourceLocation)
        #expect(try await fonts.generation() == generation, sourceLocation: sourceLocation)
        #expect(home.staged == [], sourceLocation: sourceLocation)
        #expect(try home.inventory() == inventory, sourceLocation: sourceLocation)
    }
}
