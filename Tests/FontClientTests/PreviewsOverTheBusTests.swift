import FontBus
import FontClient
import Foundation
import Glibc
import TestSupport
import Testing

/// Pictures of texts that the service draws into a file of the caller.
@Suite(
    .needsBus, .fewAtOnce,
    .timeLimit(.minutes(60)))
struct PreviewsOverTheBusTests {
    private let service: PrivateService
    private let home: PrivateHome

    init() throws {
        service = try PrivateService()
        home = service.home
    }

    private func path(_ name: String) -> String { home.root + "/given/" + name }

    /// Returns a new empty file that is open for writing.
    private func output(_ name: String) throws -> BusValue {
        try home.write([], as: name)
        return .descriptor(try .opening(path(name), O_RDWR))
    }

    /// Draws a picture, and returns its facts and bytes.
    private func preview(
        _ client: BusConnection, _ fonts: [String], files: [String] = [], _ options: [String: BusValue] = [:]
    ) async throws -> (facts: [String: BusValue], bytes: Data) {
        let name = "bus-\(UUID().uuidString)"
        let passed = try files.map { (name: $0, file: try BusDescriptor.opening($0)) }
        let answer = try await client.fontd(
            "Preview", .strings(fonts), .files(passed), try output(name), .dictionary(options),
            timeout: .seconds(120))
        let facts = try #require(answer[0].dictionary)
        let bytes = try Data(contentsOf: URL(filePath: path(name)))
        #expect(facts["size"]?.integer == Int64(bytes.count))
        return (facts, bytes)
    }

    private func refusal(
        _ client: BusConnection, _ fonts: [String], files: [String] = [], _ options: [String: BusValue] = [:]
    ) async throws -> BusFailure {
        let passed = try files.map { (name: $0, file: try BusDescriptor.opening($0)) }
        let name = "none-\(UUID().uuidString)"
        let file = try output(name)
        let error = await #expect(throws: BusFailure.self) {
            _ = try await client.fontd(
                "Preview", .strings(fonts), .files(passed), file, .dictionary(options), timeout: .seconds(120))
        }
        #expect(try Data(contentsOf: URL(filePath: path(name))).isEmpty)
        return try #require(error)
    }

    @Test func picturesAreThoseOfTheCommand() async throws {
        let regular = try home.write(SyntheticFont(family: "Page"))
        let bold = try home.write(SyntheticFont(family: "Page", style: "Bold"), as: "bold.ttf")
        let variable = try home.write(SyntheticFont(family: "Flex") { $0.axes = [.weight] })
        let small = SyntheticFont(family: "Small") { $0.addFeature("smcp", showing: "W", for: "A") }
        #expect(try service.fontctl("register", regular, bold, variable, try home.write(small)).status == 0)
        let loose = try home.write(SyntheticFont(family: "Loose"), as: "loose.ttf")
        let client = try await service.connect()
        let rows: [(command: [String], fonts: [String], files: [String], options: [String: BusValue])] = [
            (["Page", "--text", "AB\nC"], ["Page"], [], ["text": .string("AB\nC")]),
            (["Page"], ["Page"], [], [:]),
            (
                ["Page", "--styles", "--dark", "--text", "AB"], ["Page"], [],
                ["styles": .boolean(true), "dark": .boolean(true), "text": .string("AB")]
            ),
            (
                ["Flex", "--axis", "wght=560", "--waterfall", "--text", "AB"], ["Flex"], [],
                [
                    "axes": .dictionary(["wght": .double(560)]), "waterfall": .boolean(true),
                    "text": .string("AB"),
                ]
            ),
            (["Page-Bold", loose, "--size", "20"], ["Page-Bold"], [loose], ["size": .double(20)]),
            (
                ["Small", "--feature", "smcp", "--feature", "-liga", "--text", "AB"], ["Small"], [],
                ["features": .strings(["smcp", "-liga"]), "text": .string("AB")]
            ),
            (
                ["Page", "--vertical", "--text", "AB\nC"], ["Page"], [],
                ["vertical": .boolean(true), "text": .string("AB\nC")]
            ),
        ]
        for (command, fonts, files, options) in rows {
            for format in ["png", "svg"] {
                let file = path("command.\(format)")
                let result = try Command.run(
                    Command.product("fontctl"), ["preview"] + command + ["--output", file, "--json"],
                    environment: home.environment)
                try #require(result.status == 0, "\(command) \(result)")
                let document = try #require(
                    try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
                let (facts, bytes) = try await preview(
                    client, fonts, files: files, options.merging(["format": .string(format)]) { $1 })
                #expect(try bytes == Data(contentsOf: URL(filePath: file)), "\(command) \(format)")
                #expect(facts["format"] == .string(format))
                #expect(facts["width"]?.integer.map(Int.init) == document["width"] as? Int)
                #expect(facts["height"]?.integer.map(Int.init) == document["height"] as? Int)
                #expect(facts["missing"]?.string == document["missing"] as? String)
                let faces = try #require(document["faces"] as? [[String: Any]])
                let drawn = try #require(facts["faces"]?.dictionaries)
                for member in ["postscriptName", "file"] {
                    #expect(drawn.map { $0[member]?.string } == faces.map { $0[member] as? String }, "\(command)")
                }
            }
        }
        let text: [String: BusValue] = ["text": .string("A")]
        let feature = try await preview(client, ["Small"], text.merging(["features": .strings(["smcp"])]) { $1 })
        #expect(try await preview(client, ["Small"], text).bytes != feature.bytes)
        #expect(try await preview(client, ["Small"], ["text": .string("W")]).bytes == feature.bytes)
        let document = try await preview(client, ["Page"], ["format": .string("pdf"), "text": .string("AB")])
        #expect(document.bytes.starts(with: Data("%PDF-".utf8)))
    }

    @Test func whatCannotBeDrawnLeavesTheFileEmpty() async throws {
        let font = try home.write(SyntheticFont(family: "Page"))
        #expect(try service.fontctl("register", font).status == 0)
        let client = try await service.connect()
        let ours = "org.fontd.FontRegistry1.Error."
        let invalid = "org.freedesktop.DBus.Error.InvalidArgs"
        let page = try home.write(Array("<html>".utf8), as: "page.ttf")
        #expect(try await refusal(client, ["None"]).name == ours + "FileNotFound")
        #expect(try await refusal(client, [], files: [page]).name == ours + "UnrecognizedFormat")
        let document = try await refusal(client, [], files: [font], ["format": .string("pdf")])
        #expect(document.name == ours + "MissingEntitlement")
        let wide: [String: BusValue] = [
            "size": .double(1_000), "text": .string(String(repeating: "W", count: 50)),
        ]
        #expect(try await refusal(client, ["Page"], wide).name == ours + "ExceededResourceLimit")
        let noAxis: [String: BusValue] = ["axes": .dictionary(["wght": .double(400)])]
        #expect(try await refusal(client, ["Page"], noAxis).name == ours + "InsufficientInfo")
        for options: [String: BusValue] in [
            ["format": .string("html")], ["size": .double(0.5)], ["text": .string("")], ["other": .boolean(true)],
            ["size": .double(20), "waterfall": .boolean(true)], ["features": .strings(["smc"])],
            ["features": .strings(["smcp=65536"])], ["features": .strings(Array(repeating: "smcp", count: 65))],
            ["features": .dictionary(["smcp": .double(1)])], ["vertical": .int64(1)],
        ] {
            #expect(try await refusal(client, ["Page"], options).name == invalid, "\(options)")
        }
        #expect(try await refusal(client, []).name == invalid)
        // A pipe, a file that is not empty, and one that is open for reading only.
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        try home.write(Array("text".utf8), as: "full.png")
        try home.write([], as: "closed.png")
        let outputs = [
            try #require(BusDescriptor(duplicating: ends[1])), try BusDescriptor.opening(path("full.png"), O_RDWR),
            try BusDescriptor.opening(path("closed.png")),
        ]
        for output in outputs {
            let error = await #expect(throws: BusFailure.self) {
                _ = try await client.fontd(
                    "Preview", .strings(["Page"]), .files([]), .descriptor(output), .dictionary([:]))
            }
            #expect(error?.name == ours + "InvalidFilePath")
        }
        #expect(try Data(contentsOf: URL(filePath: path("full.png"))) == Data("text".utf8))
    }

    /// A program in a sandbox draws its own fonts, those that it may read, and files that it passes.
    @Test(
        .enabled(if: PrivateBus.Kind.possible.contains(.daemon), "Needs dbus-daemon (Debian's dbus)."),
        .enabled(if: FlatpakSandbox.canFilterBus, "Needs bwrap, xdg-dbus-proxy, and the right to make namespaces."))
    func sandboxesDrawWhatTheyMayRead() async throws {
        let file = try home.write(SyntheticFont(family: "Page"))
        #expect(try service.fontctl("register", file).status == 0)
        // A font in a folder that sandboxes do not show, to which a link leads.
        let target = try home.put(SyntheticFont(family: "Elsewhere").build(), at: home.root + "/elsewhere/font.ttf")
        try FileManager.default.createSymbolicLink(
            atPath: home.paths.userFonts + "/link.ttf", withDestinationPath: target)
        let sandbox = try FlatpakSandbox("org.example.Reader", in: home, bus: service.bus)
        let inside = try await BusConnection(.explicit(sandbox.filteredBus))
        let outside = try await service.connect()
        let text: [String: BusValue] = ["text": .string("AB")]
        #expect(try await inside.fontd("Identity")[0].dictionary?["sandboxed"] == .boolean(true))
        for (fonts, files) in [(["Page"], [String]()), ([], [file])] {
            let own = try await preview(inside, fonts, files: files, text)
            #expect(try await own.bytes == preview(outside, fonts, files: files, text).bytes)
        }
        // Everybody else sees it.
        #expect(try await !preview(outside, ["Elsewhere"], text).bytes.isEmpty)
        #expect(try await refusal(inside, ["Elsewhere"], text).name == "org.fontd.FontRegistry1.Error.FileNotFound")
        let styles = text.merging(["styles": .boolean(true)]) { $1 }
        #expect(try await refusal(inside, ["Elsewhere"], styles).name == "org.fontd.FontRegistry1.Error.FileNotFound")
    }
}
