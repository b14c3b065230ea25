import FontClient
import Foundation
import Glibc
import TestSupport
import Testing

/// A program in a Flatpak, which sees neither the store nor the host's paths.
@Suite(
    .enabled(if: PrivateBus.Kind.possible.contains(.daemon), "Needs dbus-daemon (Debian's dbus)."),
    .enabled(if: FlatpakSandbox.canFilterBus, "Needs bwrap, xdg-dbus-proxy, and the right to make namespaces."),
    .enabled(if: MappingProgram.isPossible, "Needs Debian's python3."), .fewAtOnce, .timeLimit(.minutes(60)))
struct SandboxedProgramTests {
    private let service: PrivateService
    private let sandbox: FlatpakSandbox

    init() throws {
        service = try PrivateService()
        // There is no consent program.
        try service.fontctl("policy", "org.example.Reader", "--install", "allow")
        sandbox = try FlatpakSandbox("org.example.Reader", in: service.home, bus: service.bus)
    }

    /// The folders of the libraries that the programs are linked with.
    private static let libraries: Set<String> = {
        let linked = try? Command.run(
            "ldd", [Command.product("fontctl")], environment: ["PATH": "/usr/bin:/bin"])
        let folders = linked?.lines.compactMap { line -> String? in
            guard let path = line.split(separator: " ").first(where: { $0.hasSuffix("/libswiftCore.so") }) else {
                return nil
            }
            return URL(filePath: String(path)).deletingLastPathComponent().path
        }
        return Set(folders ?? [])
    }()

    private func fontctl(_ arguments: String...) throws -> Command.Result {
        try sandbox.run(
            [Command.product("fontctl")] + arguments,
            bringing: [Stage.prefix] + Self.libraries,
            environment: ["LD_LIBRARY_PATH": Self.libraries.joined(separator: ":")])
    }

    private func write(_ font: SyntheticFont, as name: String) throws -> String {
        let path = sandbox.dataHome + "/" + name
        try Data(font.build()).write(to: URL(filePath: path))
        return path
    }

    @Test func fontctlGoesOverTheBusByItself() throws {
        let file = try write(SyntheticFont(family: "Inside Sans"), as: "inside.ttf")
        let registered = try fontctl("register", file, "--json")
        try #require(registered.status == 0, "\(registered)")
        #expect(registered.output.contains(#""provider":"flatpak:org.example.Reader""#), "\(registered)")
        // The path is the one inside the sandbox, and the only one.
        let found = try fontctl("resolve", "InsideSans-Regular")
        #expect(found.output.contains("/run/host/user-fonts/fontd/0001/inside.ttf"), "\(found)")
        #expect(try fontctl("faces").lines.filter { $0.contains("InsideSans") }.count == 1)
        #expect(try fontctl("doctor").errors.contains("(302)"))
        let target = sandbox.dataHome + "/all.tar"
        let exported = try fontctl("export", target)
        #expect(exported.status == 1 && exported.errors.contains("(302)"), "\(exported)")
        #expect(!FileManager.default.fileExists(atPath: target))
        #expect(try fontctl("adopt").errors.contains("(302)"))
        // Outside the sandbox the registration belongs to the application and has the host's path.
        let outside = try service.fontctl("list", "--json").output
        #expect(
            outside.contains(#""provider":"flatpak:org.example.Reader""#)
                && outside.contains(service.home.paths.userFonts))
        #expect(try fontctl("tag", "add", "brand", "InsideSans-Regular").status == 0)
        let removed = try fontctl("unregister", "InsideSans-Regular")
        #expect(removed.status == 0, "\(removed)")
        // Only the user can undo.
        #expect(removed.errors == "fontctl: The collection “brand” is empty now and was removed.\n", "\(removed)")
        #expect(try service.fontctl("list").lines.isEmpty)
    }

    /// The service answers as far as it lets the application know.
    @Test func fontsAndTheServiceAreExplained() throws {
        let file = try write(SyntheticFont(family: "Inside Sans"), as: "inside.ttf")
        try #require(try fontctl("register", file).status == 0)
        let shown = try fontctl("why", "InsideSans-Regular")
        #expect(shown.status == 0 && shown.lines.last == "Nothing needs to be done.", "\(shown)")
        try #require(try fontctl("disable", "InsideSans-Regular").status == 0)
        let disabled = try fontctl("why", "InsideSans-Regular")
        #expect(disabled.status == 1 && disabled.lines.last == "  fontctl enable InsideSans-Regular", "\(disabled)")
        // The bytes come from the service, as the sandbox does not show the store.
        let info = try fontctl("info", "InsideSans-Regular")
        #expect(info.status == 0 && info.output.contains("InsideSans-Regular"), "\(info)")
        let status = try fontctl("status")
        #expect(status.output.contains("1 registration, 1 of them disabled"), "\(status)")
        #expect(status.lines.last?.hasPrefix("  service     running") == true && !status.output.contains("subscriber"))
    }

    /// A sandboxed application does not learn which processes outside the sandbox use a file.
    @Test func processesOutsideTheSandboxAreNotReported() throws {
        let file = try write(SyntheticFont(family: "Inside Sans"), as: "inside.ttf")
        try #require(try fontctl("register", file).status == 0)
        let list = try service.fontctl("list", "--json").output
        let path = try #require(list.firstMatch(of: #/"path":"(.*?)"/#)).1
        let program = try MappingProgram([String(path)], in: service.home)
        defer { withExtendedLifetime(program) {} }
        let disabled = try fontctl("disable", "InsideSans-Regular", "--json")
        #expect(disabled.output.contains(#""inUseBy":[]"#), "\(disabled)")
        try #require(try fontctl("enable", "InsideSans-Regular").status == 0)
        // The user does.
        let outside = try service.fontctl("unregister", "InsideSans-Regular", "--json").output
        #expect(outside.contains(#""pid":\#(program.identifier),"#), "\(outside)")
    }

    /// A download serves all programs, and needs the user's permission.
    @Test func aRequestDownloads() throws {
        try service.home.offerInCatalog([SyntheticFont(family: "Offered Sans")])
        // Flatpak shows the folder only if it exists when the program starts.
        try FileManager.default.createDirectory(
            atPath: service.home.paths.userFonts, withIntermediateDirectories: true)
        let refused = try fontctl("request", "OfferedSans-Regular")
        #expect(refused.status == 1 && refused.errors.contains("(302)"), "\(refused)")
        try service.fontctl("policy", "org.example.Reader", "--download", "allow")
        // A refusal is remembered for the name.
        let other = try fontctl("request", "Offered Sans")
        #expect(other.status == 0 && other.output.hasPrefix("downloaded  OfferedSans-Regular"), "\(other)")
        #expect(other.output.contains("/run/host/user-fonts/"), "\(other)")
        #expect(try service.fontctl("list", "--json").output.contains(#""provider":"catalog:offered""#))
        #expect(try fontctl("request", "OfferedSans-Regular").output.hasPrefix("resolved"))
    }

    @Test func fontsHiddenFromTheSandboxHaveNoPath() throws {
        let file = try write(SyntheticFont(family: "Evening"), as: "evening.ttf")
        let registered = try fontctl("register", file, "--scope", "session")
        try #require(registered.status == 0, "\(registered)")
        let list = try fontctl("list", "--json").output
        #expect(list.contains(#""path":null"#), "\(list)")
        #expect(list.contains(#""enabled":true"#))
    }
}
