import FontBus
import Foundation
import TestSupport
import Testing

/// Programs in sandboxes that pretend to be another application (docs/reliability.md, R33).
@Suite(
    .enabled(
        if: FlatpakSandbox.canFilterBus && Command.find("dbus-send") != nil,
        "Needs bwrap, xdg-dbus-proxy, dbus-send, and leave to make namespaces (containers often forbid it)."),
    .fewAtOnce, .timeLimit(.minutes(60)))
struct NestedSandboxTests {
    private static let ask = """
        dbus-send --session --print-reply --dest=org.fontd.FontRegistry1 /org/fontd/FontRegistry1 \
        org.fontd.FontRegistry1.Identity
        """

    /// Ways to present another `/.flatpak-info`, `$1`; each runs the script `$2`.
    private enum Disguise: String, CaseIterable {
        case none = "sh -c \"$2\""
        case laidOver = "bwrap $root --ro-bind \"$1\" /.flatpak-info sh -c \"$2\""
        case inProcessesOfItsOwn =
            "bwrap --unshare-all $root --ro-bind \"$1\" /.flatpak-info sh -c \"$2\""
        case left = """
            bwrap --ro-bind /usr /usr --symlink usr/lib /lib --symlink usr/lib64 /lib64 --symlink usr/bin /bin \
            --bind /run /run sh -c "$2"
            """
        /// The connection comes from a proxy, as with an application.
        case behindAProxy = """
            bwrap $root --ro-bind "$1" /.flatpak-info sh -c '
                own=$(mktemp -d)/bus
                xdg-dbus-proxy "$DBUS_SESSION_BUS_ADDRESS" "$own" &
                until test -S "$own" || ! kill -0 $!; do sleep 0.01; done
                DBUS_SESSION_BUS_ADDRESS=unix:path=$own sh -c "$1"; status=$?
                kill $!; exit $status' sh "$2"
            """
    }

    /// A script that sets `root` to the options for a root folder of its own with all entries of the real one.
    ///
    /// A file that is mounted there leaves nothing behind.
    private static let root = """
        root=$(for entry in /*; do
            if [ -L "$entry" ]; then echo --symlink "$(readlink "$entry")" "$entry"
            else echo --dev-bind "$entry" "$entry"; fi
        done)

        """

    private func service(_ kind: PrivateBus.Kind) throws -> PrivateService {
        let service = try PrivateService(kind)
        #expect(try service.fontctl("policy", "--sandboxed", "--install", "allow").status == 0)
        return service
    }

    @Test(arguments: PrivateBus.Kind.possible)
    func aNestedSandboxIsNoOtherApplication(_ kind: PrivateBus.Kind) async throws {
        let service = try service(kind)
        let victim = try FlatpakSandbox("org.example.Victim", in: service.home, bus: service.bus)
        let inside = try await BusConnection(.explicit(victim.filteredBus))
        #expect(
            try await inside.fontd("Identity").first?.dictionary?["provider"] == .string("flatpak:org.example.Victim"))
        let attacker = try FlatpakSandbox(
            "org.example.Attacker", in: service.home, bus: service.bus, isFiltered: false)
        // A literal copy, with the id of the running instance.
        let forged = attacker.dataHome + "/forged"
        try FileManager.default.copyItem(atPath: victim.instance.information, toPath: forged)
        for disguise in Disguise.allCases {
            let result = try attacker.run(["sh", "-c", Self.root + disguise.rawValue, "sh", forged, Self.ask])
            if disguise == .none {
                #expect(result.output.contains("\"flatpak:org.example.Attacker\""), "\(result)")
            } else {
                #expect(result.errors.contains("Error.MissingEntitlement"), "\(disguise): \(result)")
                #expect(result.errors.contains("(302)") && result.output.isEmpty, "\(disguise): \(result)")
            }
        }
    }

    /// A program outside of Flatpak cannot use a sandbox to pretend to be a running application.
    @Test(arguments: PrivateBus.Kind.possible)
    func aSandboxOfAnotherKindIsNoApplication(_ kind: PrivateBus.Kind) async throws {
        let service = try service(kind)
        let victim = try FlatpakSandbox("org.example.Victim", in: service.home, bus: service.bus)
        for disguise in Disguise.allCases where disguise != .none && disguise != .left {
            let result = try Command.run(
                "sh", ["-c", Self.root + disguise.rawValue, "sh", victim.instance.information, Self.ask],
                environment: service.bus.environment)
            #expect(result.errors.contains("Error.MissingEntitlement"), "\(disguise): \(result)")
        }
    }

    /// The files of an instance that has ended identify no program.
    @Test func anInstanceThatHasEndedIsNobody() async throws {
        let service = try service(.daemon)
        var victim: FlatpakSandbox? = try FlatpakSandbox("org.example.Victim", in: service.home, bus: service.bus)
        let instance = try #require(victim?.instance)
        victim = nil
        let result = try Command.run(
            "sh", ["-c", Self.root + Disguise.laidOver.rawValue, "sh", instance.information, Self.ask],
            environment: service.bus.environment)
        #expect(result.errors.contains("Error.MissingEntitlement"), "\(result)")
    }

    /// Applications run by Flatpak itself are identified, with and without its bus proxy.
    @Test(
        .enabled(
            if: InstalledFlatpak.obstacle == nil,
            "Needs flatpak, and leave to make namespaces: \(InstalledFlatpak.obstacle ?? "")"),
        arguments: PrivateBus.Kind.possible, ["--talk-name=org.fontd.FontRegistry1", "--socket=session-bus"])
    func flatpakRuns(_ kind: PrivateBus.Kind, _ permission: String) async throws {
        let service = try service(kind)
        let flatpak = try InstalledFlatpak(
            "org.example.Installed", in: service.home, bus: service.bus, permissions: [permission])
        let result = try flatpak.shell(Self.ask)
        #expect(result.output.contains("\"flatpak:org.example.Installed\""), "\(result)")
        #expect(result.output.contains("\"flatpak\""), "\(result)")
    }
}
