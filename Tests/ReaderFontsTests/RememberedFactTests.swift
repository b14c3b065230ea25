import FontRegistry
import Foundation
import Glibc
import ReaderFonts
import TestSupport
import Testing

/// What a list remembers of font files for the next start.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct RememberedFactTests {
    private let home: PrivateHome
    private static let all = FontQuerySet(including: [FontQuery()], options: .includeDisabled)
    private var facts: String { home.root + "/cache/fontd/facts" }

    init() throws {
        home = try PrivateHome()
        try home.configure(folder: home.root + "/given")
    }

    /// Fonts of the system: the category of each follows from its file alone.
    private func writeSystemFonts() throws -> [String] {
        let fonts = [
            SyntheticFont(family: "Fixed") { $0.isFixedPitch = true }, SyntheticFont.variable(family: "Axis"),
            SyntheticFont(family: "Classy") { $0.familyClass = 10 << 8 },
        ]
        return try fonts.map { try home.write($0) }
    }

    /// Changes all bytes of a file, and nothing that its directory or its status tell.
    private func spoil(_ path: String) throws {
        var status = stat()
        try #require(stat(path, &status) == 0)
        let file = open(path, O_WRONLY)
        try #require(file >= 0)
        defer { close(file) }
        let zeros = [UInt8](repeating: 0, count: Int(status.st_size))
        try #require(pwrite(file, zeros, zeros.count, 0) == zeros.count)
        try #require(futimens(file, [status.st_atim, status.st_mtim]) == 0)
    }

    /// The files are no fonts any more, so whatever a list shows of them was remembered.
    @Test func theNextStartReadsNoFile() async throws {
        let files = try writeSystemFonts()
        let before = try await home.user().readingFamilies(known: [:])
        #expect(before.map(\.family.name) == ["Axis", "Classy", "Fixed"])
        #expect(before.map { $0.category?.category } == [before[0].category?.category, .handwriting, .monospace])
        #expect(before[0].family.fonts.count == 3 && before[0].isVariable)
        for file in files { try spoil(file) }
        #expect(try await home.user().readingFamilies(known: [:]) == before)
        // Without the memory, the files count again.
        try FileManager.default.removeItem(atPath: facts)
        #expect(try await home.user().readingFamilies(known: [:]) != before)
    }

    @Test func aReplacedFileIsReadAgain() async throws {
        let file = try home.write(SyntheticFont(family: "Fixed") { $0.isFixedPitch = true }, as: "fixed.ttf")
        #expect(try await home.user().readingFamilies().first?.category?.category == .monospace)
        let other = SyntheticFont(family: "Fixed") { $0.familyClass = 10 << 8 }
        try home.write(other, as: "../new.ttf")
        try #require(rename(home.root + "/new.ttf", file) == 0)
        #expect(try await home.user().readingFamilies().first?.category?.category == .handwriting)
    }

    /// Registered fonts are known by their bytes, whether they are enabled or not.
    @Test func registeredFontsAreKnownByContent() async throws {
        let font = try home.put(SyntheticFont(family: "Taken").build(), at: home.root + "/taken/a.ttf")
        let user = try home.user()
        try await user.register(URL(filePath: font), scope: .persistent)
        let before = try await user.readingFamilies(matching: Self.all)
        let remembered = try Data(contentsOf: URL(filePath: facts))
        #expect(try await user.setEnabled(false, [.name("Taken-Regular")]).isSuccess)
        let disabled = try await home.user().readingFamilies(matching: Self.all)
        #expect(disabled.map(\.isEnabled) == [false] && before.map(\.isEnabled) == [true])
        #expect(disabled.map(\.sample) == before.map(\.sample) && disabled.map(\.category) == before.map(\.category))
        #expect(try await user.unregister([.name("Taken-Regular")], scope: nil).isSuccess)
        try await user.register(URL(filePath: font), scope: .session)
        #expect(try await home.user().readingFamilies().map(\.sample) == before.map(\.sample))
        // Nothing new was found, so the file was not written again.
        #expect(try Data(contentsOf: URL(filePath: facts)) == remembered)
    }

    @Test(arguments: ["damaged", "absent", "blocked"]) func aListIsTheSameWithoutTheMemory(_ state: String)
        async throws
    {
        _ = try writeSystemFonts()
        let expected = try await home.user().readingFamilies(known: [:])
        switch state {
        case "damaged":
            var bytes = try [UInt8](Data(contentsOf: URL(filePath: facts)))
            bytes[bytes.count / 2] ^= 1
            try home.put(bytes, at: facts)
        case "absent": try FileManager.default.removeItem(atPath: home.root + "/cache/fontd")
        default:
            try FileManager.default.removeItem(atPath: home.root + "/cache/fontd")
            try home.put([], at: home.root + "/cache/fontd")
        }
        #expect(try await home.user().readingFamilies(known: [:]) == expected)
        #expect(FileManager.default.fileExists(atPath: facts) == (state != "blocked"))
    }

    /// The user's decisions and the app's table are no facts of files.
    @Test func decisionsAreNotRemembered() async throws {
        _ = try writeSystemFonts()
        let decided = try await home.user().readingFamilies(overrides: ["Fixed": .display], known: ["axis": .serif])
        #expect(decided.map { $0.category?.category } == [.serif, .handwriting, .display])
        let plain = try await home.user().readingFamilies(known: [:])
        #expect(plain.map { $0.category?.category }.suffix(2) == [.handwriting, .monospace])
        #expect(plain[0].category?.evidence != .known)
    }

    @Test func aTextIsFoundByTheBeginningsOfItsWords() throws {
        let search = try #require(FamilySearch("mull fré"))
        #expect(search.finds("Frere-Müller Mullein") && search.finds("Mullen, Fredrik"))
        #expect(!search.finds("Frederic") && !search.finds("Emull Fre"))
    }
}
