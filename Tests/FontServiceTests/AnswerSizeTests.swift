import FontBus
import Foundation
import TestSupport
import Testing

/// Results that exceed the size of a message, and invalid language tags.
@Suite(.fewAtOnce, .timeLimit(.minutes(60)))
struct AnswerSizeTests {
    private static let page = 4 << 20

    /// Returns a face that takes about 100 kB in a message.
    private static func verbose(_ family: String) -> SyntheticFont {
        SyntheticFont(family: family).with { font in
            font.axes = [.weight]
            font.instances = (0..<250).map { .init("Instance \($0) of a long name", ["wght": Double(100 + $0)]) }
        }
    }

    /// A request with the same name many times is one search, and its reply has an outcome for each and fits a message.
    @Test func aRequestsAnswerFitsAMessage() async throws {
        let served = try await ServedHome()
        let client = try await served.connect()
        let path = try served.home.write(Self.verbose("Verbose"))
        let supplier = Supplier(URL(filePath: path))
        try await served.announce(supplier, "Verbose*")
        let names = (0..<1_024).map { $0 % 2 == 0 ? "Verbose-Regular" : "Absent \($0 % 32)" }
        let answer = try await client.registry("Request", [.strings(names), .dictionary([:])])
        let outcomes = try #require(answer[0].dictionaries)
        #expect(outcomes.map { $0["query"]?.string } == names)
        #expect(supplier.asked == ["Verbose-Regular"])
        let found = outcomes.filter { $0["status"] == .string("provided") }
        #expect(found.count == 512)
        #expect(found.first?["face"] != nil)
        #expect(found.last?["face"] == nil)
        #expect(answer[0].wireSize < 33 << 20)
    }

    /// Every item is returned once, in pages that end before they are too large.
    @Test func pagesEndBeforeTheyAreTooLarge() async throws {
        let served = try await ServedHome()
        let client = try await served.connect()
        let count = 80
        let paths = try (0..<count).map { try served.home.write(Self.verbose("Verbose \($0)")) }
        for start in stride(from: 0, to: count, by: 16) {
            _ = try await client.registry(
                "Register",
                [
                    .files(try paths[start..<(start + 16)].map { ($0, try .opening($0)) }), .string("persistent"),
                    .dictionary([:]),
                ])
        }
        func sizes(_ pages: [[[String: BusValue]]]) -> [Int] { pages.map { BusValue.dictionaries($0).wireSize } }

        var lists: [[[String: BusValue]]] = []
        var filter: [String: BusValue] = [:]
        repeat {
            let answer = try await client.registry("List", [.dictionary(filter)])
            lists.append(try #require(answer[1].dictionaries))
            filter["after"] = answer[2].boolean == true ? try #require(lists.last?.last?["id"]) : nil
        } while filter["after"] != nil
        #expect(lists.flatMap { $0 }.map { $0["file"]?.string ?? "" }.sorted() == paths.sorted())
        #expect(lists.count > 1)
        #expect(sizes(lists).allSatisfy { $0 <= Self.page }, "\(sizes(lists))")

        func facePages(_ query: [String: BusValue]) async throws -> [[[String: BusValue]]] {
            var pages: [[[String: BusValue]]] = []
            while true {
                let offset = pages.reduce(0) { $0 + $1.count }
                let answer = try await client.registry(
                    "Faces", [.dictionary(query.merging(["offset": .uint32(UInt32(offset))]) { $1 })])
                pages.append(try #require(answer[0].dictionaries))
                guard answer[1].boolean == true else { return pages }
            }
        }
        let faces = try await facePages(["scopes": .strings(["persistent"])])
        #expect(Set(faces.flatMap { $0 }.map { $0["family"] }).count == count)
        #expect(faces.flatMap { $0 }.count == count)
        #expect(faces.count > 1)
        #expect(sizes(faces).allSatisfy { $0 <= Self.page }, "\(sizes(faces))")

        // Each instance includes its whole face; a single page would exceed the limit of D-Bus.
        let instances = try await facePages(["family": .string("Verbose 7"), "namedInstances": .boolean(true)])
        #expect(Set(instances.flatMap { $0 }.map { $0["postscriptName"] }).count == 251)
        #expect(instances.flatMap { $0 }.count == 251)
        #expect(sizes(instances).allSatisfy { $0 <= Self.page }, "\(sizes(instances))")

        var changes: [[[String: BusValue]]] = []
        var (since, reached) = (UInt64(0), UInt64.max)
        while since != reached {
            if reached != .max { since = reached }
            let answer = try await client.registry("ChangesSince", [.uint64(since)])
            #expect(answer[1] == .boolean(false))
            guard case .uint64(let generation) = answer[0] else { break }
            reached = generation
            changes.append(try #require(answer[2].dictionaries))
        }
        #expect(changes.flatMap { $0 }.flatMap { $0["faces"]?.dictionaries ?? [] }.count == count)
        #expect(changes.count > 2)
        // An operation is not split between pages; each of these takes less than half a page.
        #expect(sizes(changes).allSatisfy { $0 <= Self.page * 3 / 2 }, "\(sizes(changes))")
    }

    @Test(arguments: [
        "", "x y", "de_", "-de", "1de", "de--AT", String(repeating: "a", count: 9), "de_DE.", "de_DE.a.b", "de@",
        "de@a@b", "dé", "de\u{0}", "de\n", "../../etc/passwd", String(repeating: "de-", count: 1_000_000) + "de",
        "de" + String(repeating: "-abc", count: 16),
    ])
    func invalidLanguageIsRefused(_ name: String) async throws {
        let served = try await ServedHome()
        let client = try await served.connect()
        for (member, key, value) in [
            ("Families", "locale", BusValue.string(name)), ("Families", "languages", .strings(["de", name])),
            ("Faces", "languages", .strings([name])),
        ] {
            // D-Bus strings cannot contain NUL.
            if name.contains("\0") { continue }
            let error = await #expect(throws: BusFailure.self) {
                try await client.registry(member, [.dictionary([key: value])])
            }
            #expect(error?.name == "org.freedesktop.DBus.Error.InvalidArgs", "\(member) \(key)")
            #expect(error.map { $0.message.contains(key) && $0.message.utf8.count < 500 } == true)
        }
    }

    @Test func languagesAndLocalesAreUnderstood() async throws {
        let served = try await ServedHome()
        let client = try await served.connect()
        let font = SyntheticFont(family: "Plain").with { $0.localizedNames = [.init(16, language: 0x407, "Schlicht")] }
        let path = try served.home.write(font)
        _ = try await client.registry(
            "Register", [.files([(path, try .opening(path))]), .string("session"), .dictionary([:])])
        for (locale, name) in [
            ("de", "Schlicht"), ("de-DE", "Schlicht"), ("de_DE.UTF-8@euro", "Schlicht"), ("de_DE@euro", "Schlicht"),
            ("de-Latn-DE-1996", "Schlicht"), ("en_US.UTF-8", "Plain"), ("C", "Plain"), ("POSIX", "Plain"),
            ("C.UTF-8", "Plain"), ("en_US_POSIX", "Plain"), ("sr-Latn-RS", "Plain"),
        ] {
            let query: [String: BusValue] = [
                "locale": .string(locale), "family": .string("Plain"), "languages": .strings([]),
            ]
            let families = try await client.registry("Families", [.dictionary(query)])[0].dictionaries
            #expect(families?.map { $0["localizedName"] } == [.string(name)], "\(locale)")
        }
        for language in ["de", "zh-TW", "und-zsye", "pap_an"] {
            _ = try await client.registry("Faces", [.dictionary(["languages": .strings([language])])])
        }
    }

    /// A client reads the families page by page and gets each of them once.
    @Test func familiesComeInPages() async throws {
        let served = try await ServedHome()
        let client = try await served.connect()
        let paths = try (0..<7).map { try served.home.write(SyntheticFont(family: "Page \($0)")) }
        let files = try paths.map { ($0, try BusDescriptor.opening($0)) }
        _ = try await client.registry("Register", [.files(files), .string("session"), .dictionary([:])])
        func page(_ limit: UInt32, _ offset: Int) async throws -> (names: [String], more: Bool?) {
            let query: [String: BusValue] = [
                "limit": .uint32(limit), "offset": .uint32(UInt32(offset)), "scopes": .strings(["session"]),
            ]
            let answer = try await client.registry("Families", [.dictionary(query)])
            return (answer[0].dictionaries?.compactMap { $0["name"]?.string } ?? [], answer[1].boolean)
        }
        var names: [String] = []
        var more: Bool? = true
        while more == true {
            let next = try await page(3, names.count)
            #expect(next.names.count == (next.more == true ? 3 : 1))
            names += next.names
            more = next.more
        }
        #expect(names.sorted() == (0..<7).map { "Page \($0)" })
        #expect(try await page(1_000, 0).names == names)
    }
}
