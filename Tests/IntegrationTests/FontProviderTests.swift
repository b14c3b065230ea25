import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

extension RealPrograms {
    /// The examples as three processes on a bus: a provider, a reader and fontd.
    @Suite(
        .needsBus, .enabled(if: Command.find("busctl") != nil, "Needs busctl (Debian's systemd)."),
        .timeLimit(.minutes(60)))
    struct FontProviderTests {
        private static let foundry = "org.example.Foundry"

        /// Creates a bus that starts fontd, and a folder of fonts that are not registered.
        private func makeHome(_ kind: PrivateBus.Kind = .daemon) throws -> (PrivateHome, PrivateBus, String) {
            let home = try PrivateHome()
            let bus = try PrivateBus(kind, in: home)
            try bus.addInstalledService()
            try home.write(SyntheticFont(family: "Lora"), as: "foundry/lora.ttf")
            try home.write(Array("no font".utf8), as: "foundry/readme.txt")
            return (home, bus, home.root + "/given/foundry")
        }

        private func provider(_ arguments: [String], on bus: PrivateBus) throws -> LiveProgram {
            let provider = try LiveProgram(
                Command.product("example-font-provider"), arguments, environment: bus.environment)
            try #require(provider.line() == "ready")
            return provider
        }

        private func reader(on bus: PrivateBus) throws -> LiveProgram {
            try LiveProgram(Command.product("example-reader"), ["Lora-Regular"], environment: bus.environment)
        }

        /// Reads lines until the font is shown, because a busy machine may miss the deadline at first.
        private func shown(by reader: LiveProgram) -> String? {
            while let line = reader.line() {
                if line.hasPrefix("provided") || line.hasPrefix("resolved") { return line }
            }
            return nil
        }

        private func request(_ name: String, on bus: PrivateBus) throws -> String {
            try bus.call(
                "org.fontd.FontRegistry1", "/org/fontd/FontRegistry1", "org.fontd.FontRegistry1", "Request", "asa{sv}",
                "1", name, "0"
            ).output
        }

        @Test(arguments: PrivateBus.Kind.possible)
        func aReaderGetsItsFontBackWhenItIsRemoved(_ kind: PrivateBus.Kind) async throws {
            let (home, bus, folder) = try makeHome(kind)
            let provider = try provider([folder], on: bus)
            let reader = try reader(on: bus)
            let line = try #require(shown(by: reader))
            #expect(line.contains(try #require(home.paths.sessionProjection) + "/"), "\(line)")
            #expect(provider.line() == "Lora-Regular: lora.ttf")
            #expect(try await home.user().unregister([.name("Lora-Regular")]).isSuccess)
            #expect(reader.line() == "removed Lora-Regular")
            #expect(shown(by: reader) != nil)
            // Without a provider the reader shows nothing.
            provider.kill()
            #expect(try await home.user().unregister([.name("Lora-Regular")]).isSuccess)
            #expect(reader.line() == "removed Lora-Regular")
            // The request is declined if it arrives before the bus has reported the end of the provider.
            #expect(reader.line()?.hasSuffix(" Lora-Regular, showing nothing") == true)
        }

        /// `fontctl request` asks providers if there is a bus and the caller has not disabled its use.
        @Test func fontctlRequestAsksProviders() async throws {
            let (home, bus, folder) = try makeHome()
            let provider = try provider([folder], on: bus)
            func request(_ names: [String], over way: String? = nil) throws -> Command.Result {
                var environment = bus.environment
                environment["FONTCTL_BUS"] = way
                return try Command.run(Programs.fontctl, ["request"] + names, environment: environment)
            }
            let hidden = try home.write(SyntheticFont(family: "Hidden"))
            try home.fontctl("register", "--disabled", hidden)
            let disabled = try request(["Lora-Regular"], over: "0").errors
            #expect(disabled.hasPrefix("fontctl: Lora-Regular: No available font"))
            #expect(try home.run(Programs.fontctl, ["request", "Lora-Regular"]).status == 1)

            // A deadline that a busy machine can meet.
            try home.fontctl("policy", "--request-deadline", "60")
            let result = try request(["Hidden-Regular", "Lora-Regular", "Lora-Nothing"])
            #expect(result.status == 1)
            #expect(result.lines.map { $0.prefix { $0 != " " } } == ["activated", "provided"], "\(result)")
            let session = try #require(home.paths.sessionProjection)
            #expect(result.lines.last?.contains("  Lora-Regular    \(session)/") == true, "\(result)")
            #expect(result.errors.hasPrefix("fontctl: Lora-Nothing: "))
            #expect(provider.line() == "Lora-Regular: lora.ttf")
            #expect(try home.fontctl("list", "--scope", "session").lines.count == 1)
            // More names than fit into a call, and a name that is too long for any font.
            let many = (0..<1_100).map { "Nothing-\($0)" } + [String(repeating: "x", count: 1_025), "Lora-Regular"]
            let all = try request(["--timeout", "3600"] + many)
            #expect(all.lines.count == 1 && all.output.hasPrefix("resolved  Lora-Regular  "), "\(all.output)")
            #expect(all.errors.split(separator: "\n").count == 1_101)

            // The service does not handle requests for another store.
            let elsewhere = try PrivateHome()
            var environment = elsewhere.environment
            environment["DBUS_SESSION_BUS_ADDRESS"] = bus.environment["DBUS_SESSION_BUS_ADDRESS"]
            try home.fontctl("disable", "Hidden-Regular")
            let other = try Command.run(Programs.fontctl, ["request", "Hidden-Regular"], environment: environment)
            #expect(other.errors.hasPrefix("fontctl: Hidden-Regular: No available font has that name."))
            #expect(try home.fontctl("list", "--disabled").lines.count == 1)
        }

        /// `fontctl request` works without a bus, without a service, and without the program that uses the bus.
        @Test func fontctlRequestNeedsNoService() throws {
            let home = try PrivateHome()
            let bus = try PrivateBus(.daemon, in: home)
            try home.fontctl("register", "--disabled", try home.write(SyntheticFont(family: "Hidden")))
            // A copy without the bus program beside it.
            let alone = try home.copyProgram(Programs.fontctl, to: home.root + "/fontctl")
            let present = bus.environment["DBUS_SESSION_BUS_ADDRESS"]
            for (program, address) in [
                (Programs.fontctl, present), (Programs.fontctl, "unix:path=/nonexistent"), (alone, present),
            ] {
                var environment = bus.environment
                environment["DBUS_SESSION_BUS_ADDRESS"] = address
                let result = try Command.run(
                    program, ["request", "Hidden-Regular", "Nothing-Regular"], environment: environment)
                #expect(result.status == 1)
                #expect(result.lines.count == 1)
                #expect(result.errors.hasPrefix("fontctl: Nothing-Regular: No available font has that name."))
            }
        }

        /// The bus starts a provider that has announced itself once and does not run.
        @Test(arguments: PrivateBus.Kind.possible)
        func aProviderThatIsNotThereIsStarted(_ kind: PrivateBus.Kind) async throws {
            let (_, bus, folder) = try makeHome(kind)
            try bus.addService(Self.foundry, command: [Command.product("example-font-provider"), folder, Self.foundry])
            try provider([folder, Self.foundry], on: bus).kill()
            let reader = try reader(on: bus)
            #expect(shown(by: reader) != nil)
        }

        /// A request waits until the deadline at most; a later answer is registered, once for all requests.
        @Test func aSlowProviderIsNotWaitedFor() async throws {
            let (_, bus, folder) = try makeHome()
            let provider = try provider([folder], on: bus)
            Glibc.kill(provider.identifier, SIGSTOP)
            let reader = try reader(on: bus)
            #expect(reader.line() == "declined Lora-Regular, showing nothing")
            #expect(try request("Lora-Regular", on: bus).contains("\"declined\""))
            Glibc.kill(provider.identifier, SIGCONT)
            #expect(reader.line()?.hasPrefix("resolved Lora-Regular") == true)
            #expect(provider.line() == "Lora-Regular: lora.ttf")
            // A request for a font that it does not have, to show that no other request came in between.
            _ = try request("Lora-Nothing", on: bus)
            Glibc.kill(provider.identifier, SIGTERM)
            #expect(provider.line() == nil)
        }

        @Test func aProviderThatIsKilledMeanwhileIsForgotten() async throws {
            let (_, bus, folder) = try makeHome()
            let provider = try provider([folder], on: bus)
            Glibc.kill(provider.identifier, SIGSTOP)
            #expect(try request("Lora-Regular", on: bus).contains("\"declined\""))
            provider.kill()
            #expect(await eventually { (try? request("Lora-Regular", on: bus).contains("\"not-found\"")) ?? false })
            let other = try self.provider([folder], on: bus)
            let reader = try reader(on: bus)
            #expect(shown(by: reader) != nil)
            #expect(other.line() == "Lora-Regular: lora.ttf")
        }

        /// Running providers announce themselves again to the next service after one was killed.
        @Test func aProviderAnnouncesItselfToTheNextService() async throws {
            let (home, bus, folder) = try makeHome()
            let provider = try provider([folder], on: bus)
            for service in home.services(named: "fontd") { Glibc.kill(service, SIGKILL) }
            // Requests may arrive before the bus has noticed the end, or before the provider has been notified.
            #expect(
                await eventually {
                    let answer = (try? request("Lora-Regular", on: bus)) ?? ""
                    return answer.contains("\"provided\"") || answer.contains("\"resolved\"")
                })
            #expect(try shown(by: reader(on: bus)) != nil)
            #expect(provider.line() == "Lora-Regular: lora.ttf")
        }
    }
}

extension PrivateHome {
    /// Returns the processes of a program that run in this home.
    fileprivate func services(named name: String) -> [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap(Int32.init).filter { process in
            let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")) ?? ""
            let variables = FileManager.default.contents(atPath: "/proc/\(process)/environ") ?? Data()
            return program.hasSuffix("/" + name)
                && String(decoding: variables, as: UTF8.self).contains("XDG_DATA_HOME=\(paths.dataHome)\0")
        }
    }
}
