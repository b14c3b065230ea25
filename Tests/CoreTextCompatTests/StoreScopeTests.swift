import CoreTextCompat
import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

/// Session and persistent scope.
@Suite(.fewAtOnce, .privateFonts, .timeLimit(.minutes(60))) struct StoreScopeTests {
    private let home: PrivateHome

    init() throws { home = try #require(PrivateFonts.home) }

    @Test(arguments: [CTFontManagerScope.persistent, .session])
    func fontsAreRegisteredForAllPrograms(_ scope: CTFontManagerScope) async throws {
        let file = try home.write(SyntheticFont())
        #expect(register(file, scope) == nil)
        #expect(register(file, scope) == 105)
        #expect(CoreTextCompatTests.scope(of: file) == scope)
        #expect(names(CTFontManagerCopyRegisteredFontDescriptors(scope, true)) == ["Synthetic-Regular"])
        #expect(CTFontManagerCopyAvailablePostScriptNames() as? [String] == ["Synthetic-Regular"])
        let registered = try await home.user().registered()
        #expect(registered.map(\.provider) == ["org.example.Ported"])
        #expect(registered.map(\.scope) == [scope == .session ? .session : .persistent])
        // The scope must be that of the registration.
        #expect(unregister(file, .process) == 201)
        #expect(unregister(file, scope == .session ? .persistent : .session) == 201)
        #expect(unregister(file, scope) == nil)
        #expect(try await home.user().registered().isEmpty)
    }

    @Test func userIsTheOlderNameOfPersistent() throws {
        let file = try home.write(SyntheticFont())
        #expect(register(file, .user) == nil)
        #expect(scope(of: file) == .persistent)
        #expect(unregister(file, .persistent) == nil)
    }

    @Test func aBatchIsOneOperation() async throws {
        let files = try (0..<3).map { try home.write(SyntheticFont(family: "Family \($0)"), as: "\($0).ttf") }
        let other = try home.write(SyntheticFont(family: "Family 0", salt: 1), as: "other.ttf")
        let before = try await home.user().generation()
        let handler = HandlerCalls()
        CTFontManagerRegisterFontURLs(
            urls([files[0], home.root + "/none.ttf", files[1], other, files[2]]), .persistent, true, handler.take)
        #expect(
            handler.calls == [
                HandlerCalls.Call(files: [101: ["none.ttf"]]),
                HandlerCalls.Call(files: [305: ["other.ttf"]]), HandlerCalls.Call(isDone: true),
            ])
        #expect(try await home.user().generation() == before + 1)
        let removing = HandlerCalls()
        CTFontManagerUnregisterFontURLs(urls(files + [other]), .persistent, removing.take)
        #expect(removing.calls == [HandlerCalls.Call(files: [201: ["other.ttf"]], isDone: true)])
        #expect(try await home.user().registered().isEmpty)
    }

    @Test func fontsOfOtherProvidersStay() async throws {
        let file = try home.write(SyntheticFont())
        try await home.manager(provider: "org.example.Other").register(URL(filePath: file), scope: .persistent)
        #expect(names(CTFontManagerCopyRegisteredFontDescriptors(.persistent, true)).isEmpty)
        #expect(unregister(file, .persistent) == 201)
        CTFontManagerEnableFontDescriptors([named("Synthetic-Regular")] as CFArray, false)
        #expect(CTFontManagerCopyAvailablePostScriptNames() as? [String] == ["Synthetic-Regular"])
    }

    @Test func disabledFontsAreRequested() throws {
        let file = try home.write(SyntheticFont())
        CTFontManagerRegisterFontURLs(urls([file]), .persistent, false, nil)
        #expect(names(CTFontManagerCopyRegisteredFontDescriptors(.persistent, false)) == ["Synthetic-Regular"])
        #expect(CTFontManagerCopyAvailablePostScriptNames().count == 0)
        var unresolved: CFArray?
        CTFontManagerRequestFonts([named("Synthetic-Regular")] as CFArray) { unresolved = $0 }
        #expect(unresolved?.count == 0)
        #expect(names(CTFontManagerCopyRegisteredFontDescriptors(.persistent, true)) == ["Synthetic-Regular"])
    }

    /// The store has a copy of the file.
    @Test func aDisabledFontIsEnabledWithoutItsFile() throws {
        let file = try home.write(SyntheticFont())
        CTFontManagerRegisterFontURLs(urls([file]), .persistent, false, nil)
        try FileManager.default.removeItem(atPath: file)
        let handler = HandlerCalls()
        CTFontManagerRegisterFontDescriptors([named("Synthetic-Regular")] as CFArray, .persistent, true, handler.take)
        #expect(handler.calls == [HandlerCalls.Call(isDone: true)])
        #expect(names(CTFontManagerCopyRegisteredFontDescriptors(.persistent, true)) == ["Synthetic-Regular"])
        CTFontManagerUnregisterFontURLs(urls([file]), .persistent, handler.take)
        #expect(handler.errors.isEmpty)
        #expect(names(CTFontManagerCopyRegisteredFontDescriptors(.persistent, true)).isEmpty)
    }

    // MARK: Without a store

    /// The environment belongs to the whole process, so each of these tests runs in its own.
    @Test(arguments: [true, false]) func inATestRunnerAndWithoutAHomeItIs301(hasHome: Bool) async throws {
        let file = try home.write(SyntheticFont())
        await #expect(processExitsWith: .success) {
            [root = home.root as String, file = file as String, hasHome = hasHome as Bool] () async throws -> Void in
            for name in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] { unsetenv(name) }
            if hasHome { setenv("HOME", root, 1) }
            setenv("FONTCONFIG_FILE", root + "/fonts.conf", 1)
            for scope in [CTFontManagerScope.persistent, .session] {
                try #require(register(file, scope) == 301)
                try #require(unregister(file, scope) == 301)
                try #require(CTFontManagerCopyRegisteredFontDescriptors(scope, true).count == 0)
                let handler = HandlerCalls()
                CTFontManagerRegisterFontURLs(urls([file]), scope, true, handler.take)
                try #require(handler.errors.map(\.code) == [301])
            }
            _ = kCTFontManagerRegisteredFontsChangedNotification
            try #require(register(file) == nil && register(file) == 105)
            try #require(names(CTFontManagerCopyRegisteredFontDescriptors(.process, true)) == ["Synthetic-Regular"])
            try #require(CTFontManagerCopyAvailablePostScriptNames() as? [String] == ["Synthetic-Regular"])
            try #require(scope(of: file) == .process)
            try #require(unregister(file) == nil)
            try #require(!FileManager.default.fileExists(atPath: root + "/.local"))
        }
    }
}
