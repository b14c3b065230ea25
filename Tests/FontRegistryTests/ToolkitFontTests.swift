import FontRegistry
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// Pango as GTK uses it in this process, loaded at run time.
private struct Pango: @unchecked Sendable {
    // Used on one thread only.
    private let library: UnsafeMutableRawPointer
    private let map: OpaquePointer

    static var isInstalled: Bool { dlopen("libpangocairo-1.0.so.0", RTLD_NOW) != nil }

    init() throws {
        library = try #require(dlopen("libpangocairo-1.0.so.0", RTLD_NOW | RTLD_GLOBAL))
        let make = try #require(dlsym(library, "pango_cairo_font_map_get_default"))
        map = try #require(unsafeBitCast(make, to: (@convention(c) () -> OpaquePointer?).self)())
    }

    private func function<F>(_ name: String, _: F.Type) throws -> F {
        unsafeBitCast(try #require(dlsym(library, name), "\(name)"), to: F.self)
    }

    private typealias Get = @convention(c) (OpaquePointer) -> OpaquePointer?

    /// Returns the file with which Pango renders a font description such as "Lora 12".
    func file(_ description: String) throws -> String? {
        let context = try #require(try function("pango_font_map_create_context", Get.self)(map))
        let parse = try function(
            "pango_font_description_from_string", (@convention(c) (UnsafePointer<CChar>) -> OpaquePointer?).self)
        let load = try function(
            "pango_font_map_load_font",
            (@convention(c) (OpaquePointer, OpaquePointer, OpaquePointer) -> OpaquePointer?).self)
        let parsed = try #require(parse(description))
        guard let font = load(map, context, parsed),
            let pattern = try function("pango_fc_font_get_pattern", Get.self)(font)
        else { return nil }
        let read = try function(
            "FcPatternGetString",
            (@convention(c) (
                OpaquePointer, UnsafePointer<CChar>, CInt, UnsafeMutablePointer<UnsafePointer<CChar>?>
            ) -> CInt).self)
        var file: UnsafePointer<CChar>?
        return read(pattern, "file", 0, &file) == 0 ? file.map { String(cString: $0) } : nil
    }

    func configurationChanged() throws {
        _ = try function("pango_fc_font_map_config_changed", (@convention(c) (OpaquePointer) -> Void).self)(map)
    }
}

/// Process fonts in toolkits of the process, which use fontconfig's current configuration.
@Suite(.fewAtOnce, .timeLimit(.minutes(60)), .enabled(if: Pango.isInstalled, "needs Pango"))
struct ToolkitFontTests {
    @Test func pangoShowsAProcessFontOnceItIsNotified() async throws {
        let system = try SystemFolder([SyntheticFont(family: "Fallback")])
        let home = try PrivateHome(fontFolders: [system.path])
        let file = try home.write(SyntheticFont(family: "Shown"))
        await #expect(processExitsWith: .success) {
            [root = home.root as String, file = file as String, other = system.file(0) as String]
            () async throws -> Void in
            setenv("FONTCONFIG_FILE", root + "/fonts.conf", 1)
            let fonts = FontManager(provider: "test", context: ChildHome.context(root))
            let pango = try Pango()
            let changes = Mutex<[FontconfigBridge.Change]>([])
            let bridge = FontconfigBridge(
                for: fonts,
                didChange: { change in
                    changes.withLock { $0.append(change) }
                    try? pango.configurationChanged()
                })
            #expect(try pango.file("Shown 12") == other)
            try await fonts.add(file, .process)
            #expect(try pango.file("Shown 12") == file)
            #expect(changes.withLock { $0 } == [.init(cause: .processFonts, fonts: [file])])
            try await fonts.unregister([.file(file)], scope: .process)
            #expect(try pango.file("Shown 12") == other)
            #expect(changes.withLock { $0.last } == .init(cause: .processFonts, fonts: []))
            try bridge.reinitialize()
            #expect(changes.withLock { $0.last } == .init(cause: .reinitialization, fonts: []))
        }
    }

    /// `resolve` and the toolkit return the same font, whatever the revisions.
    @Test(arguments: [1.0, 9.0])
    func aProcessFontShadowsTheSystemsOfItsName(_ revision: Double) async throws {
        let system = try SystemFolder([SyntheticFont(family: "Twice") { $0.revision = revision }])
        let home = try PrivateHome(fontFolders: [system.path])
        let file = try home.write(SyntheticFont(family: "Twice", salt: 1) { $0.revision = 1 })
        await #expect(processExitsWith: .success) {
            [root = home.root as String, file = file as String] () async throws -> Void in
            setenv("FONTCONFIG_FILE", root + "/fonts.conf", 1)
            let fonts = FontManager(provider: "test", context: ChildHome.context(root))
            try await fonts.add(file, .process)
            let pango = try Pango()
            let bridge = FontconfigBridge(for: fonts, didChange: { _ in try? pango.configurationChanged() })
            let resolved = try await fonts.resolve("Twice-Regular").match
            #expect(resolved?.path == file)
            #expect(try pango.file("Twice 12") == file)
            withExtendedLifetime(bridge) {}
        }
    }

    @Test func aChangeOfTheRegistryIsReported() async throws {
        let home = try PrivateHome()
        let file = try home.write(SyntheticFont())
        await #expect(processExitsWith: .success) {
            [root = home.root as String, file = file as String] () async throws -> Void in
            setenv("FONTCONFIG_FILE", root + "/fonts.conf", 1)
            let fonts = FontManager(provider: "test", context: ChildHome.context(root))
            let (causes, sink) = AsyncStream.makeStream(of: FontconfigBridge.Change.Cause.self)
            // Changes start before the bridge, so that it cannot miss them whenever it begins to listen.
            try await fonts.add(file, .persistent)
            let bridge = FontconfigBridge(for: fonts, didChange: { sink.yield($0.cause) })
            let changing = Task {
                var isEnabled = false
                while !Task.isCancelled {
                    try await fonts.setEnabled(isEnabled, [.file(file)])
                    isEnabled.toggle()
                    await Task.yield()
                }
            }
            for await cause in causes where cause == .registry { break }
            changing.cancel()
            _ = await changing.result
            withExtendedLifetime(bridge) {}
        }
    }
}
