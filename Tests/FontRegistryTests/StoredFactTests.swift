import FontModel
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FontStore

/// Every stored fact of a registration is kept by every form of it.
@Suite struct StoredFactTests {
    private static let sha256 = String(repeating: "5a", count: 32)

    private var record: RegistrationRecord

    init() {
        record = RegistrationRecord(
            file: "/given/Ä b.ttf", provider: "org.example.App", isEnabled: false, tags: ["a tag", "another"],
            registeredAt: 1_700_000_000.5)
    }

    private func expectDifferences(_ record: RegistrationRecord, but same: Set<String> = []) {
        for field in RegistrationRecord.fields where !same.contains(field.name) {
            #expect(field.value(record) != field.value(RegistrationRecord()), "\(field.name) is not tested")
        }
    }

    private func inSession(_ session: String) -> RegistrationRecord {
        var record = record
        record.scope = .session
        record.session = session
        return record
    }

    @Test func inTheDatabase() async throws {
        let record = inSession("s")
        expectDifferences(record)
        try await DatabaseQueue().write { database in
            try Schema.present.migrate(database)
            try database.execute(
                sql: "INSERT INTO content VALUES (7, ?, 1, 'truetype', 1, 1, 1)", arguments: [Self.sha256])
            var row = RegistrationRow(id: record.id(of: Self.sha256), contentID: 7, sha256: Self.sha256, record: record)
            try database.insertRegistration(row)
            #expect(try database.registrations(.all, session: "s") == [row])
            #expect(try database.sidecar(sha256: Self.sha256).registrations == [record])
            row.record.isEnabled = true
            row.record.tags = []
            try database.updateRegistration(row)
            #expect(try database.registrations(.all, session: "s") == [row])
        }
    }

    @Test func inTheSidecar() throws {
        let home = try PrivateHome()
        try FileManager.default.createDirectory(atPath: home.paths.store, withIntermediateDirectories: true)
        let file = SidecarFile(home.paths)
        let sidecar = Sidecar(sha256: Self.sha256, registrations: [inSession("s"), record, RegistrationRecord()])
        try file.rewrite([sidecar], [], HiddenFonts(), StoredCollections())
        #expect(try file.read() == [Self.sha256: sidecar])
    }

    @Test func inAnExport() throws {
        expectDifferences(record, but: ["scope", "session"])
        let entry = FontManifest.Entry(sha256: Self.sha256, record: record)
        let document = FontManifest(fonts: [entry], policy: nil).document
        #expect(try FontManifest(document).fonts.map(\.record) == [record])
    }
}
