import Foundation
import Glibc
import TestSupport
import Testing

@testable import FontRegistry

/// A stored file that was damaged or deleted is restored from any copy that has the registered bytes.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct DamagedObjectTests {
    private let home: PrivateHome
    private let user: FontManager

    init() throws {
        home = try PrivateHome()
        user = try home.user()
    }

    enum Fault: String, CaseIterable, Sendable { case damaged, missing }

    /// Registers a tagged font, disabled on request.
    private func register(isEnabled: Bool = true) async throws -> Registration {
        let file = try home.write(SyntheticFont(family: "Hurt"))
        return try await user.add(file, .persistent, RegistrationOptions(isEnabled: isEnabled, tag: "mine"))
    }

    /// Destroys the stored bytes, and with them the hard link in the font folder.
    private func inflict(_ fault: Fault, on registration: Registration) throws {
        let object = home.paths.object(registration.sha256)
        switch fault {
        case .missing:
            try remove(object)
            if let path = registration.path { try remove(path) }
        case .damaged:
            try #require(chmod(object, 0o600) == 0)
            let handle = try FileHandle(forUpdating: URL(filePath: object))
            try handle.write(contentsOf: Data("damaged".utf8))
            try handle.close()
            try #require(chmod(object, 0o444) == 0)
        }
    }

    private func bytes(_ path: String) -> [UInt8]? { FileManager.default.contents(atPath: path).map { Array($0) } }

    @Test(
        "The original file gives the bytes back, and the registration stays as it was", arguments: Fault.allCases,
        [true, false])
    func fromTheOriginal(_ fault: Fault, _ isEnabled: Bool) async throws {
        let registration = try await register(isEnabled: isEnabled)
        let original = try #require(bytes(registration.file))
        try inflict(fault, on: registration)
        let found = try await user.diagnose(repair: false).findings.first { $0.id == "object-\(fault)" }
        #expect(found?.isRepairable == true)
        let repaired = try await user.diagnose(repair: true)
        #expect(repaired.isHealthy)
        let message = try #require(repaired.findings.first { $0.id == "object-\(fault)" }).message
        #expect(message.contains("Hurt-Regular") && message.contains(registration.file), "\(message)")
        #expect(try await user.registered() == [registration])
        #expect(bytes(home.paths.object(registration.sha256)) == original)
        if let path = registration.path { #expect(bytes(path) == original) }
        #expect(bytes(registration.file) == original)
        #expect(try await home.user().diagnose(repair: false).findings.filter { $0.severity != .note } == [])
    }

    @Test("A file that was adopted gives the bytes back from the trash", arguments: Fault.allCases)
    func fromTheTrash(_ fault: Fault) async throws {
        try home.put(SyntheticFont(family: "Hurt").build(), at: home.paths.userFonts + "/Hurt.ttf")
        let registration = try #require(try await user.adopt().fonts.first).registration
        #expect(!exists(registration.file))
        try inflict(fault, on: registration)
        #expect(try await user.diagnose(repair: true).isHealthy)
        #expect(try await user.registered() == [registration])
        #expect(try home.trash().keys.contains(registration.file), "the trash keeps its copy")
    }

    @Test("The file that another provider registered gives the bytes back")
    func fromTheFileOfAnother() async throws {
        let registration = try await register()
        let other = try await home.manager(provider: "other").add(
            try home.write(SyntheticFont(family: "Hurt"), as: "other.ttf"))
        try remove(registration.file)
        try inflict(.damaged, on: registration)
        #expect(try await user.diagnose(repair: true).isHealthy)
        #expect(try await Set(user.registered()) == [registration, other])
    }

    @Test(
        "A file with other bytes is no copy: the registration ends, and the report names it", arguments: Fault.allCases)
    func withoutACopy(_ fault: Fault) async throws {
        let registration = try await register()
        try inflict(fault, on: registration)
        let other = SyntheticFont(family: "Hurt", salt: 1).build()
        try Data(other).write(to: URL(filePath: registration.file))
        let repaired = try await user.diagnose(repair: true)
        let finding = try #require(repaired.findings.first { $0.id == "object-\(fault)" })
        #expect(finding.message.contains("Hurt-Regular") && finding.message.contains("no intact copy"), "\(finding)")
        #expect(try await user.registered().isEmpty)
        #expect(bytes(registration.file) == other)
    }

    @Test("The original gives the bytes back also if the database has to be rebuilt")
    func withTheDatabase() async throws {
        let registration = try await register(isEnabled: false)
        try inflict(.damaged, on: registration)
        try remove(home.paths.database)
        let next = try home.user()
        #expect(try await next.diagnose(repair: true).isHealthy)
        #expect(try await next.registered() == [registration])
    }

    /// Only an unreadable file that may be a copy remains; the other fonts are restored in the same repair.
    @Test(.enabled(if: geteuid() != 0, "Root reads every file."), arguments: Fault.allCases, [false, true])
    func anUnreadableOriginalKeepsItsRegistration(_ fault: Fault, _ isDatabaseLost: Bool) async throws {
        let closed = try await register()
        var others: [Registration] = []
        for number in 0..<4 {
            others.append(try await user.add(try home.write(SyntheticFont(family: "Other \(number)"))))
        }
        for registration in others + [closed] { try inflict(fault, on: registration) }
        if isDatabaseLost { try remove(home.paths.database) }
        try #require(chmod(closed.file, 0) == 0)
        let findings = try await home.user().diagnose(repair: true).findings
        let finding = try #require(
            findings.first { !$0.isRepaired && $0.message.contains(closed.sha256) && $0.message.contains(closed.file) },
            "\(findings)")
        #expect(finding.severity != .note)
        for registration in others {
            #expect(exists(home.paths.object(registration.sha256)))
            #expect(try await home.user().registered().contains(registration))
        }
        // The record of the registration survived, so that a later repair finds the original.
        try #require(chmod(closed.file, 0o600) == 0)
        #expect(try await home.user().diagnose(repair: true).isHealthy)
        #expect(try await home.user().registered().contains(closed))
    }

    /// A file of the font folders that cannot be read may be the last copy.
    @Test(.enabled(if: geteuid() != 0, "Root reads every file."))
    func anUnreadableShownFileKeepsItsRegistration() async throws {
        let registration = try await register()
        let shown = try #require(registration.path)
        try remove(home.paths.object(registration.sha256))
        try remove(registration.file)
        try #require(chmod(shown, 0) == 0)
        #expect(try await home.user().resolve("Hurt-Regular").match == nil)
        #expect(try await home.user().registered() == [registration])
        try #require(chmod(shown, 0o444) == 0)
        #expect(try await home.user().diagnose(repair: true).isHealthy)
        #expect(try await home.user().registered() == [registration])
    }

    /// A file of the font folders that cannot be read stops no operation on a database from a backup.
    @Test(.enabled(if: geteuid() != 0, "Root reads every file."))
    func anUnreadableShownFileStopsNoOperation() async throws {
        let removed = try await register()
        let other = try await user.add(try home.write(SyntheticFont(family: "Other")))
        let backup = try Data(contentsOf: URL(filePath: home.paths.database))
        try await user.unregister([.id(removed.id)])
        try backup.write(to: URL(filePath: home.paths.database))
        let folder = (try #require(other.path) as NSString).deletingLastPathComponent
        let stray = try home.put(SyntheticFont(family: "Stray").build(), at: folder + "/Stray.ttf")
        try #require(chmod(stray, 0) == 0)
        let next = try await home.user().add(try home.write(SyntheticFont(family: "Next")))
        #expect(try await home.user().registered().contains(next))
    }

    /// Fonts that a later fontd showed are registered again, although an older store knows nothing of them.
    @Test func anOlderStoreKeepsWhatIsShown() async throws {
        try await user.add(try home.write(SyntheticFont(family: "First")), .persistent)
        let backup = home.root + "/backup"
        try FileManager.default.copyItem(atPath: home.paths.store, toPath: backup)
        for number in 0..<40 {
            try await user.add(try home.write(SyntheticFont(family: "Later \(number)")), .persistent)
        }
        let shown = try await user.families().map(\.name)
        try FileManager.default.removeItem(atPath: home.paths.store)
        try FileManager.default.moveItem(atPath: backup, toPath: home.paths.store)
        let restored = try home.user()
        _ = try await restored.diagnose(repair: true)
        #expect(try await restored.registered().count == 41)
        #expect(try await restored.families().map(\.name) == shown && shown.count == 41)
    }

    /// A look-up that finds no bytes does not end a registration whose original has them.
    @Test func aLookUpRestoresFromTheOriginal() async throws {
        let registration = try await register()
        try inflict(.missing, on: registration)
        #expect(try await user.resolve("Hurt-Regular").match != nil)
        let kept = try #require(try await user.registered().first)
        #expect(kept.id == registration.id && kept.tags == ["mine"])
    }
}
