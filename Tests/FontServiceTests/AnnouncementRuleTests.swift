import FontModel
import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontService

/// The announcements that match a name, and the records of announcements and failures.
@Suite struct AnnouncementRuleTests {
    @Test(
        arguments: [
            ("Lora-Bold", AnnouncedNames.Match.exact), ("lora bold", .exact), ("LORA_BOLD", .exact), ("Inter", .prefix),
            ("Inter Tight", .prefix), ("inter-tight", .prefix), ("Int", nil), ("Lora", nil), ("", nil),
            ("Ünter Schrift", .prefix),
        ] as [(String, AnnouncedNames.Match?)])
    func namesAreComparedAsTheResolverDoes(name: String, match: AnnouncedNames.Match?) throws {
        let names = try AnnouncedNames(["Lora Bold", "Inter*", "Ünter*"])
        #expect(names.match(LookupName.fold(name)) == match)
        #expect(try AnnouncedNames(["*"]).match("anything") == .prefix)
    }

    @Test func excessiveAnnouncementsAreRefused() {
        func code(_ names: [String]) -> FontError.Code? {
            do throws(FontError) {
                _ = try AnnouncedNames(names)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code((0..<10_000).map { "Font \($0)" }) == nil)
        #expect(code((0...10_000).map { "Font \($0)" }) == .exceededResourceLimit)
        #expect(code([String(repeating: "a", count: 1_000)]) == nil)
        #expect(code([String(repeating: "a", count: 1_001)]) == .exceededResourceLimit)
        #expect(
            code((1_000..<3_000).map { "\($0)" + String(repeating: "a", count: 900) }) == .exceededResourceLimit)
        // The small letter has three bytes, and is kept, too.
        let letters = (1_000..<1_950).map { "\($0)" + String(repeating: "\u{23A}", count: 450) }
        #expect(letters.reduce(0) { $0 + $1.utf8.count } < 1 << 20)
        #expect(LookupName.fold(letters[0]).utf8.count == 4 + 3 * 450)
        #expect(code(letters) == .exceededResourceLimit)
        for names in [[], [""], ["-"], [" *"], ["Lora", "_"]] { #expect(code(names) == .insufficientInfo, "\(names)") }
    }

    @Test(arguments: [
        ("org.example.Fonts", true), ("a.b", true), ("_a.b-c", true), ("", false), ("org", false), (":1.5", false),
        ("org..Fonts", false), (".org.Fonts", false), ("org.1Fonts", false), ("org.Fönts", false), ("org.a'b", false),
        (String(repeating: "a", count: 254) + ".b", false),
    ])
    func wellKnownNamesAreRecognised(name: String, isOne: Bool) { #expect(BusName.isWellKnown(name) == isOne) }

    // MARK: The file

    private func announcement(_ name: String) throws -> Announcement {
        Announcement(provider: "/usr/bin/fonts", busName: name, names: try AnnouncedNames(["Lora Bold", "Inter*"]))
    }

    @Test func announcementsKeepTheirOrderOnDisk() async throws {
        let home = try PrivateHome()
        let file = AnnouncementFile(path: home.paths.announcements)
        guard case .nothing = try file.read(isLocked: true) else { throw Unexpected() }
        let lock = try await file.lock()
        defer { withExtendedLifetime(lock) {} }
        let written = try ["org.example.Z", "org.example.A"].map(announcement)
        try file.write(written)
        guard case .announcements(let read) = try file.read(isLocked: true) else { throw Unexpected() }
        #expect(read == written)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: home.paths.store).sorted() == [
                "announcements.json", "announcements.json.lock",
            ])
    }

    /// Damaged files of announcements never cause a trap or a silent loss.
    @Test(arguments: [
        "", "{", "[]", #"{"version":1}"#, #"{"version":2,"announcements":[]}"#,
        #"{"version":1,"announcements":[{"provider":"a","busName":":1.5","names":["Lora"]}]}"#,
        #"{"version":1,"announcements":[{"provider":"a","busName":"org.a'","names":["Lora"]}]}"#,
        #"{"version":1,"announcements":[{"provider":"a","busName":"org.a","names":[]}]}"#,
        #"{"version":1,"announcements":[{"provider":"a","busName":"org.a","names":[5]}]}"#,
        #"{"version":1,"announcements":[{"provider":"","busName":"org.a","names":["Lora"]}]}"#,
        #"""
        {"version":1,"announcements":[{"provider":"a","busName":"org.a","names":["Lora"]},
        {"provider":"b","busName":"org.a","names":["Lora"]}]}
        """#,
    ])
    func aDamagedFileIsSetAside(text: String) throws {
        let home = try PrivateHome()
        let path = home.paths.announcements
        try FileManager.default.createDirectory(atPath: home.paths.store, withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let file = AnnouncementFile(path: path)
        guard case .damaged(let place?) = try file.read(isLocked: true) else { throw Unexpected() }
        #expect(try String(contentsOfFile: place, encoding: .utf8) == text)
        guard case .nothing = try file.read(isLocked: true) else { throw Unexpected() }
        try file.write([try announcement("org.example.Fonts")])
        guard case .announcements = try file.read(isLocked: true) else { throw Unexpected() }
    }

    /// What the service writes all processes read, and it refuses what they would not.
    @Test func theFileHasOneLimit() async throws {
        let home = try PrivateHome()
        let file = AnnouncementFile(path: home.paths.announcements)
        let lock = try await file.lock()
        defer { withExtendedLifetime(lock) {} }
        func announcements(_ count: Int) throws -> [Announcement] {
            try (0..<count).map { number in
                let names = (1_000..<1_900).map { "\($0)" + String(repeating: "a", count: 900) }
                return Announcement(
                    provider: "p\(number)", busName: "org.example.p\(number)", names: try AnnouncedNames(names))
            }
        }
        let most = try announcements(30)
        try file.write(most)
        guard case .announcements(let read) = try file.read(isLocked: true) else { throw Unexpected() }
        #expect(read == most)
        #expect(AnnouncementRecord.byProvider(file.path).count == 30)
        let refused = #expect(throws: FontError.self) { try file.write(try announcements(60)) }
        #expect(refused?.code == .exceededResourceLimit)
        #expect(AnnouncementRecord.byProvider(file.path).count == 30)
    }

    @Test func nonRegularFileIsSetAside() throws {
        let home = try PrivateHome()
        let file = AnnouncementFile(path: home.paths.announcements)
        try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: true)
        guard case .damaged(_?) = try file.read(isLocked: true) else { throw Unexpected() }
        try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "/dev/zero")
        guard case .damaged = try file.read(isLocked: true) else { throw Unexpected() }
    }

    private struct Unexpected: Error {}

    // MARK: Failures

    @Test func failuresCountForFiveMinutesOrUntilTheNextAnnouncement() {
        var memory = FailureMemory()
        let start = ContinuousClock.now
        memory.remember(.init(error: nil), of: ":1.1", "Lora", now: start)
        memory.remember(.init(error: nil), of: ":1.2", "Lora", now: start)
        #expect(memory.recall(":1.1", "Lora", now: start + .seconds(299)) != nil)
        #expect(memory.recall(":1.1", "Inter", now: start) == nil)
        memory.forget(":1.1")
        #expect(memory.recall(":1.1", "Lora", now: start) == nil)
        #expect(memory.recall(":1.2", "Lora", now: start + .seconds(299)) != nil)
        #expect(memory.recall(":1.2", "Lora", now: start + .seconds(300)) == nil)
        #expect(memory.count == 0)
    }

    @Test func memoryIsBoundedAndKeepsWhatIsAskedFor() {
        var memory = FailureMemory()
        let start = ContinuousClock.now
        for number in 0..<(3 * FailureMemory.capacity) {
            memory.remember(.init(error: nil), of: ":1.1", "Font \(number)", now: start)
            #expect(memory.recall(":1.1", "Font 0", now: start) != nil)
            #expect(memory.count <= FailureMemory.capacity)
        }
        #expect(memory.recall(":1.1", "Font 1", now: start) == nil)
    }
}
