import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

/// Process scope belongs to the process, whichever manager registers.
@Suite(.tags(.unsafeMemory), .fewAtOnce, .timeLimit(.minutes(60))) struct ProcessScopeTests {
    private let home: PrivateHome
    private let app: FontManager
    private let library: FontManager

    init() throws {
        home = try PrivateHome()
        app = try home.manager(provider: "org.example.App")
        library = try home.manager(provider: "org.example.Library")
    }

    @Test func aLibraryAndItsAppSeeEachOthersFonts() async throws {
        let file = try home.write(SyntheticFont())
        let registration = try await app.add(file, .process, RegistrationOptions(tag: "mine"))
        let seen = try #require(try await library.resolve("Synthetic-Regular").match)
        #expect(seen.path == file && seen.scope == .process)
        #expect(try await library.familyNames() == ["Synthetic"])
        #expect(try await library.fonts(matching: FontQuery(scopes: [.process])).map(\.path) == [file])
        // Of another provider's registration only the parts that every program sees are available.
        guard case .registered(_, _, let provider, _, let tags) = seen.origin else {
            Issue.record("a registered font without its registration")
            return
        }
        #expect(provider == "org.example.App" && tags.isEmpty)
        #expect(try await library.registered().isEmpty)
        #expect(try await home.user().registered(scope: .process) == [registration])
        #expect(try await home.manager(provider: "org.example.App").registered() == [registration])
    }

    @Test func aManagerHasSynchronousCallsForProcessScope() throws {
        let file = try home.write(SyntheticFont())
        let url = URL(filePath: file)
        #expect(try app.process.register(url).registrations.map(\.provider) == ["org.example.App"])
        #expect(try app.process.resolve("Synthetic-Regular").match?.path == file)
        #expect(try library.process.resolve("Synthetic-Regular").match?.path == file)
        let error = #expect(throws: FontError.self) { try library.process.unregister(url) }
        #expect(error?.code == .notRegistered)
        #expect(try app.process.unregister(url).outcomes.map(\.status) == [.unregistered])
    }

    @Test func managersWithAndWithoutAStoreShareTheFonts() async throws {
        let file = try home.write(SyntheticFont())
        let alone = ProcessFontManager(provider: "org.example.Part", context: home.context)
        try await alone.register(URL(filePath: file))
        #expect(try await app.resolve("Synthetic-Regular").match?.path == file)
        #expect(
            try await app.unregister([.url(URL(filePath: file))], scope: .process).errors.map(\.code) == [
                .notRegistered
            ])
        try await alone.unregister(URL(filePath: file))
        #expect(try await !app.has("Synthetic-Regular"))
    }

    @Test func managersWithAndWithoutAStoreAnswerAlike() async throws {
        let system = try SystemFolder([SyntheticFont(), SyntheticFont(family: "Installed")])
        let home = try PrivateHome(fontFolders: [system.path])
        let app = try home.manager(provider: "org.example.App")
        let alone = ProcessFontManager(provider: "org.example.App", context: home.context)
        for font in [SyntheticFont(salt: 1), SyntheticFont(family: "Off")] {
            try await alone.register(URL(filePath: try home.write(font)))
        }
        try await alone.setEnabled(false, [.name("Off-Regular")])
        for name in ["Synthetic-Regular", "Synthetic", "Installed Regular", "Installed", "Off", "Missing"] {
            let answer = try await alone.resolve(name)
            #expect(try await app.resolve(name) == answer)
            for style in [FontStyle(), FontStyle(weight: 700)] {
                let match = try await alone.match(family: name, style: style)
                #expect(try await app.match(family: name, style: style) == match)
            }
        }
        #expect(try await app.resolve("Synthetic").match?.scope == .process)
        #expect(try await app.resolve("Off").unusable?.reason == .disabled)
    }

    @Test func theFontsOutliveTheManagerThatRegisteredThem() async throws {
        let file = try home.write(SyntheticFont())
        do {
            let passing = try home.manager(provider: "org.example.App")
            try await passing.add(file, .process)
        }
        #expect(try await library.has("Synthetic-Regular"))
        #expect(try await app.unregister(URL(filePath: file), scope: .process).status == .unregistered)
        #expect(try await !library.has("Synthetic-Regular"))
    }

    @Test func theSameFileTwiceIsRegisteredAlready() async throws {
        let file = try home.write(SyntheticFont())
        let first = try await app.add(file, .process)
        let again = try await home.manager(provider: "org.example.App").outcome(of: .file(file), .process)
        #expect(again.status == .alreadyRegistered)
        #expect(again.error?.code.rawValue == 105)
        #expect(again.error?.conflict?.id == first.id)
    }

    @Test func eachProviderUnregistersItsOwn() async throws {
        let file = try home.write(SyntheticFont())
        let url = URL(filePath: file)
        try await app.add(file, .process)
        #expect(try await library.unregister([.file(file)], scope: .process).codes == [201])
        #expect(try await library.setEnabled(false, [.file(file)], scope: .process).codes == [201])
        // A file with two owners remains until the last one unregisters it.
        try await library.add(file, .process)
        #expect(try await app.unregister(url, scope: .process).status == .unregistered)
        #expect(try await app.has("Synthetic-Regular"))
        #expect(try await library.unregister(url, scope: .process).status == .unregistered)
        #expect(try await !app.has("Synthetic-Regular"))
    }

    @Test func aProviderReplacesItsOwnAndTheUserAll() async throws {
        let old = try await app.add(try home.write(SyntheticFont()), .process)
        let new = try home.write(SyntheticFont(salt: 1))
        let options = RegistrationOptions(replaces: true)
        let refused = await #expect(throws: FontError.self) { try await library.add(new, .process, options) }
        #expect(refused?.code.rawValue == 305)
        #expect(refused?.conflict?.id == old.id)
        #expect(try await app.outcome(of: .file(new), .process, options).status == .replaced)
        #expect(try await library.resolve("Synthetic-Regular").match?.path == new)
        let newest = try home.write(SyntheticFont(salt: 2))
        #expect(try await home.user().outcome(of: .file(newest), .process, options).status == .replaced)
    }

    @Test func anotherHomeIsAnotherWorld() async throws {
        let other = try PrivateHome()
        try await app.add(try home.write(SyntheticFont()), .process)
        #expect(try await !other.manager().has("Synthetic-Regular"))
    }

    @Test(.enabled(if: hasFontconfigPrograms, "needs fc-list"))
    func childrenAreShownTheFontsOfTheProcess() async throws {
        try await app.add(try home.write(SyntheticFont(family: "Of App")), .process)
        try await library.register(
            .data(Data(SyntheticFont(family: "In Memory").build()), name: "memory"), scope: .process)
        let off = try await library.add(try home.write(SyntheticFont(family: "Off")), .process)
        try await library.setEnabled(false, [.id(off.id)], scope: .process)
        let given = try home.write(SyntheticFont(family: "Given"))
        let scoped = try ScopedFontEnvironment(fonts: [given], context: home.context)
        let seen = try Command.run(
            "fc-list", [":", "family"], environment: home.environment.merging(scoped.environment) { $1 })
        #expect(seen.lines.sorted() == ["Given", "In Memory", "Of App"], "\(seen.errors)")
    }
}
