import FontModel
import Foundation
import SystemPackage
import Testing

/// Values that a program can store or send.
@Suite struct CodingTests {
    private let registration = Registration(
        id: "f1", sha256: "00",
        record: RegistrationRecord(
            file: "/given/a.ttf", scope: .session, provider: "p", isEnabled: false, tags: ["t", "u"],
            registeredAt: 1_700_000_000.5),
        faces: [])

    private func expectRoundTrip<Value: Codable & Equatable>(_ value: Value) throws {
        #expect(try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value)) == value)
    }

    @Test(
        arguments: [
            .errno(.noSpace), .table(tag: "cmap", offset: 3, reason: "short"), .freeType(code: 8),
            .store(.readOnly, detail: "no"), .olderRevision(registered: 2, offered: 1.5),
            .policy(provider: "p", member: .maxFonts), .disabledByUser(id: "f1"), .nameOfOtherSlope,
            .catalog(.expired, detail: "snapshot.json"),
            .file(.init(errno: .ioError, operation: "read", path: "/a")), .errno(.noSuchFileOrDirectory),
            .file(.init(errno: .noSpace, operation: "write", path: "/s", concernsStore: true)), nil,
        ] as [FontError.Cause?])
    func errorsSurvive(_ cause: FontError.Cause?) throws {
        try expectRoundTrip(
            FontError(
                .duplicatedName, "Taken.", file: "/a", faceIndex: 1,
                conflict: .init(id: "f1", file: "/b", provider: "q", postscriptName: "A"), cause: cause))
    }

    @Test func resultsSurvive() throws {
        var summary = FontSummary(
            generation: 3,
            outcomes: [
                FontOutcome(
                    item: "/a", status: .replaced, registration: registration,
                    inUseBy: [FontUser(processIdentifier: 9, program: "reader")]),
                FontOutcome(item: "/b", status: .failed, error: FontError(.fileNotFound, "Gone.")),
                FontOutcome(item: "/c", status: .skipped, takenInstead: "/a", lacking: ["A-Bold"]),
                FontOutcome(item: "/d", status: .alreadyRegistered, isEnabledAgain: true),
            ], wasStopped: true)
        summary.passedOver = ["woff2": 2]
        summary.operation = 7
        try expectRoundTrip(summary)
        let font = FontDescriptor(
            face: FontFace(postscriptName: "A", family: "A", style: "", fullName: "A"), path: "/a", origin: .system)
        try expectRoundTrip(FontResolution(query: "A", match: font, matchedBy: .instance))
        try expectRoundTrip(
            FontResolution(
                query: "A", substitute: font,
                unusable: UnusableFont(reason: .disabled, registration: registration, disabledBy: .user)))
        try expectRoundTrip(FontChangeEvent.snapshot(generation: 4, registrations: [registration]))
        try expectRoundTrip(
            FontChangeEvent.change(
                FontChange(
                    generation: 5, kind: .removed, scope: .persistent, provider: "p",
                    faces: [.init(face: font.face, path: "/a", id: "f1")], replacedIDs: ["f2"])))
        try expectRoundTrip(FontChangeEvent.policy(generation: 5))
        try expectRoundTrip(FontChangeEvent.announcements(generation: 5, provider: "p"))
    }
}
