import FontBus
import FontModel
import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontService

/// The rights of providers over the bus, and the isolation of their fonts.
@Suite(.fewAtOnce, .timeLimit(.minutes(60)))
struct PolicyTests {
    /// Returns the error's name without its prefix.
    private func failure(_ body: () async throws -> Void) async -> String? {
        do {
            try await body()
            return nil
        } catch let error as BusFailure {
            return error.name.split(separator: ".").last.map(String.init)
        } catch {
            return "\(error)"
        }
    }

    @Test func thePolicyBindsProviders() async throws {
        let service = try PrivateService()
        let client = try await service.connect()
        let own = try #require(try await client.fontd("Policy", .string("")).first?.dictionary)
        #expect(own["install"] == .string("allow"))
        #expect(own["sandboxed"] == .boolean(false))
        let id = try #require(own["provider"]?.string)
        let paths = try (0..<3).map { try service.home.write(SyntheticFont(family: "Bound \($0)")) }
        #expect(try service.fontctl("policy", id, "--max-fonts", "1").status == 0)
        _ = try await client.registerFont(paths[0])
        #expect(await failure { _ = try await client.registerFont(paths[1]) } == "ExceededResourceLimit")
        #expect(try service.fontctl("policy", id, "--install", "deny").status == 0)
        #expect(await failure { _ = try await client.registerFont(paths[2]) } == "MissingEntitlement")
        #expect(
            await failure { _ = try await client.change("enable", [paths[0]]) }
                == "MissingEntitlement")
        // The program may still unregister its own font.
        #expect(await failure { _ = try await client.change("unregister", [paths[0]]) } == nil)
        #expect(try service.fontctl("policy", id, "--use", "deny").status == 0)
        #expect(
            await failure { _ = try await client.fontd("Resolve", .string("Lato-Regular")) } == "MissingEntitlement")
        #expect(await failure { _ = try await client.fontd("Faces", .dictionary([:])) } == "MissingEntitlement")
        #expect(await failure { _ = try await client.fontd("List", .dictionary([:])) } == nil)
        #expect(
            await failure {
                _ = try await client.fontd("SetPolicy", .string(id), .dictionary(["use": .string("allow")]))
            } == "MissingEntitlement")
        #expect(
            await failure { _ = try await client.fontd("Policy", .string("org.example.Other")) } == "MissingEntitlement"
        )
        // A policy that cannot be read allows nothing.
        #expect(try service.fontctl("policy", id, "--reset").status == 0)
        #expect(await failure { _ = try await client.registerFont(paths[2]) } == nil)
        try "{".write(toFile: service.home.paths.policyFile, atomically: true, encoding: .utf8)
        #expect(await failure { _ = try await client.registerFont(paths[1]) } == "MissingEntitlement")
    }

    /// A method that is declared to look fonts up is refused before its arguments are read.
    @Test func everyMethodThatLooksFontsUpNeedsThePermission() async throws {
        let service = try PrivateService()
        let client = try await service.connect()
        let id = try #require(
            try await client.fontd("Policy", .string("")).first?.dictionary?["provider"]?.string)
        #expect(try service.fontctl("policy", id, "--use", "deny").status == 0)
        let file = try service.home.write(SyntheticFont(family: "Passed"))
        let methods = RegistryService.methods.filter(\.looksUp).map(\.declaration)
        let known: Set = [
            "ChangesSince", "Download", "Faces", "Families", "HiddenFonts", "Licenses", "Open", "Preview", "Request",
            "Resolve", "Search", "SearchCatalogs", "StyleSheet", "Subscribe", "Why",
        ]
        #expect(Set(methods.map(\.name)) == known)
        for method in methods {
            let arguments = try method.input.map { argument throws -> BusValue in
                switch argument.value {
                case "s": .string("")
                case "t": .uint64(0)
                case "h": .descriptor(try .opening(file))
                case "a{sv}": .dictionary([:])
                default: .array([], of: String(argument.value.dropFirst()))
                }
            }
            let failure = await failure {
                _ = try await client.call(method.name, of: PrivateService.address, arguments)
            }
            #expect(failure == "MissingEntitlement", "\(method.name)")
        }
    }

    @Test(arguments: ["/bin/true", "/bin/false"])
    func theUserIsAsked(_ program: String) async throws {
        let service = try PrivateService()
        let client = try await service.connect()
        let path = try service.home.write(SyntheticFont(family: "Asked"))
        #expect(try service.fontctl("policy", "--default", "--install", "ask").status == 0)
        #expect(await failure { _ = try await client.registerFont(path) } == "CancelledByUser")
        #expect(try service.fontctl("policy", "--consent-program", program).status == 0)
        #expect(
            await failure { _ = try await client.registerFont(path) }
                == (program == "/bin/true" ? nil : "CancelledByUser"))
    }

    /// The consent program can be a name on the bus.
    @Test(arguments: [true, false])
    func theUserIsAskedOnTheBus(_ agrees: Bool) async throws {
        let service = try PrivateService()
        let client = try await service.connect()
        let questions = AsyncStream.makeStream(of: [String: BusValue].self)
        let asker = try await service.connect()
        try await asker.export(
            ConsentHook.object { question in
                questions.continuation.yield(question)
                return agrees
            })
        #expect(try await asker.requestName(ConsentHook.name))
        #expect(try service.fontctl("policy", "--default", "--install", "ask").status == 0)
        #expect(try service.fontctl("policy", "--consent-bus-name", "org.example.Consent").status == 0)
        let path = try service.home.write(SyntheticFont(family: "Asked"))
        #expect(await failure { _ = try await client.registerFont(path) } == (agrees ? nil : "CancelledByUser"))
        var asked = questions.stream.makeAsyncIterator()
        let question = try #require(await asked.next())
        #expect(question["fonts"]?.dictionaries?.first?["file"] == .string(path))
        #expect(question["sandboxed"] == .boolean(false))
    }

    /// Sandboxed programs do not learn the path of the store, which they cannot open.
    @Test(
        .enabled(if: FlatpakSandbox.canFilterBus, "Needs bwrap and xdg-dbus-proxy."),
        arguments: PrivateBus.Kind.possible)
    func sandboxesAreNotToldOfTheStore(_ kind: PrivateBus.Kind) async throws {
        let service = try PrivateService(kind)
        let sandbox = try FlatpakSandbox(in: service.home, bus: service.bus)
        let inside = try await BusConnection(.explicit(sandbox.filteredBus))
        let outside = try await service.connect()
        let told = try #require(try await inside.fontd("Identity").first?.dictionary)
        #expect(told["provider"] == .string("flatpak:org.example.Reader") && told["store"] == nil)
        #expect(
            try await outside.fontd("Identity").first?.dictionary?["store"] == .string(service.home.paths.store))
    }

    /// A sandboxed program cannot make requests under another provider's name, as programs outside of sandboxes may.
    @Test(.enabled(if: FlatpakSandbox.canFilterBus, "Needs bwrap and xdg-dbus-proxy."))
    func sandboxesAskInNoOtherName() async throws {
        let service = try PrivateService()
        let sandbox = try FlatpakSandbox(in: service.home, bus: service.bus)
        let inside = try await BusConnection(.explicit(sandbox.filteredBus))
        func request(as provider: String) async throws(BusFailure) {
            _ = try await inside.fontd(
                "Request", .strings(["Lora-Regular"]), .dictionary(["provider": .string(provider)]))
        }
        try await request(as: "org.example.Reader")
        let error = await #expect(throws: BusFailure.self) { try await request(as: "org.example.Other") }
        #expect(error?.name.hasSuffix(".MissingEntitlement") == true, "\(String(describing: error))")
        let outside = try await service.connect()
        let user = await #expect(throws: BusFailure.self) {
            _ = try await outside.fontd(
                "Request", .strings(["Lora-Regular"]), .dictionary(["provider": .string("user")]))
        }
        #expect(user?.name.hasSuffix(".MissingEntitlement") == true, "\(String(describing: user))")
    }

    /// A sandboxed program in another language has access to its own fonts only.
    ///
    /// It runs in a sandbox as Flatpak makes it and registers its font by descriptor. Another program is notified. The
    /// sandboxed program can neither see nor change a third one's fonts.
    @Test(
        .enabled(if: FlatpakSandbox.canFilterBus, "Needs bwrap and xdg-dbus-proxy."),
        arguments: PrivateBus.Kind.possible)
    func aSandboxedProgramHasItsOwnFontsOnly(_ kind: PrivateBus.Kind) async throws {
        let service = try PrivateService(kind)
        let client = try await service.connect()
        var signals = try await client.fontsChanged().makeAsyncIterator()
        _ = try await client.fontd("Subscribe")
        let third = try service.home.write(SyntheticFont(family: "Third"))
        #expect(try service.fontctl("register", "--provider", "org.example.Third", third).status == 0)
        _ = await signals.next()
        let sandbox = try FlatpakSandbox("org.example.Reader", in: service.home, bus: service.bus)
        let own = sandbox.dataHome + "/Own-Regular.ttf"
        try Data(SyntheticFont(family: "Own").build()).write(to: URL(filePath: own))
        let script = """
            import dbus, os, sys, json
            fonts = dbus.Interface(dbus.SessionBus().get_object('org.fontd.FontRegistry1', '/org/fontd/FontRegistry1'),
                'org.fontd.FontRegistry1')
            def code(call):
                try:
                    answer = call()
                    failed = [o for o in answer[1] if o['status'] == 'failed'] if isinstance(answer, tuple) else []
                    return int(failed[0]['code']) if failed else 'done'
                except dbus.DBusException as error: return error.get_dbus_name().split('.')[-1]
            def register():
                file = dbus.types.UnixFd(os.open(sys.argv[1], os.O_RDONLY))
                return fonts.Register([(sys.argv[1], file)], 'persistent', dbus.Dictionary({}, signature='sv'))
            empty = dbus.Dictionary({}, signature='sv')
            print(json.dumps({
                'register': code(register), 'listed': [str(r['file']) for r in fonts.List(empty)[1]],
                'third': code(lambda: fonts.Change('unregister', [sys.argv[2]], empty)),
                'disable': code(lambda: fonts.Change('disable', ['Third-Regular'], empty)),
                'found': str(fonts.Resolve('Third-Regular')['status']), 'prune': code(lambda: fonts.Prune(empty)),
                'path': code(lambda: fonts.Change('unregister', ['/etc/passwd'], empty)),
                'absent': code(lambda: fonts.Change('unregister', ['/nowhere/at/all'], empty)),
            }))
            """
        func run() throws -> [String: Any] {
            let result = try sandbox.run(["/usr/bin/python3", "-c", script, own, third])
            return try #require(
                JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any], "\(result.errors)")
        }
        // There is no consent program yet.
        #expect(try run()["register"] as? String == "CancelledByUser")
        #expect(try service.fontctl("policy", "org.example.Reader", "--install", "allow").status == 0)
        let answers = try run()
        #expect(answers["register"] as? String == "done")
        #expect(answers["listed"] as? [String] == [own])
        #expect(answers["third"] as? Int == 201)
        #expect(answers["disable"] as? Int == 201)
        #expect(answers["found"] as? String == "found")
        #expect(answers["prune"] as? String == "MissingEntitlement")
        // The error for a path of the host does not depend on whether the path exists.
        #expect(answers["path"] as? Int == answers["absent"] as? Int && answers["path"] is Int)
        let signal = try #require(await signals.next())
        let change = try #require(signal.arguments[1].dictionaries?.first)
        #expect(change["kind"] == .string("added"))
        #expect(change["provider"] == .string("flatpak:org.example.Reader"))
        let listed = try service.fontctl("list", "--json").output
        #expect(listed.contains("org.example.Third") && listed.contains("flatpak:org.example.Reader"))
    }
}
