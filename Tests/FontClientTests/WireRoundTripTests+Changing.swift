import FontBus
import FontModel
import Testing

/// The answers of methods that change items, and queries.
extension WireRoundTripTests {
    @Test func outcomes() throws {
        for status in FontOutcome.Status.allCases {
            for error in [nil] + Self.errors.map(Optional.some) {
                for registration in [nil] + Self.registrations.map(Optional.some) {
                    for isOfTarget in [true, false] {
                        var outcome = FontOutcome(
                            item: "item", status: status, error: error, registration: registration,
                            inUseBy: registration == nil
                                ? [] : [FontUser(processIdentifier: 812, program: "soffice.bin")],
                            isEnabledAgain: isOfTarget, lacking: isOfTarget ? [] : ["A-Bold", "A-Light"])
                        outcome.isTagged = !isOfTarget
                        #expect(
                            try FontOutcome(
                                record(isOfTarget ? outcome.membersOfTarget.busMembers : outcome.busMembers)) == outcome
                        )
                    }
                }
            }
        }
    }

    /// The members of an outcome are those of its registration and of its error.
    @Test func anOutcomeOfAFileHasItsOwnFile() throws {
        let failure = FontError(.duplicatedName, "No.", file: "/given/a.ttf", faceIndex: 2)
        let members = FontOutcome(
            item: "/given/b.ttf", status: .failed, error: failure, registration: Self.registrations[0]
        ).busMembers
        #expect(members["file"]?.string == "/given/b.ttf" && members["registeredFile"]?.string == "/given/a.ttf")
        #expect(members["about"]?.string == "/given/a.ttf" && members["code"] == .uint32(305))
        #expect(members["face"]?.integer == 2 && members["query"] == nil)
        for key in ["file", "status", "sha256", "message"] {
            #expect(throws: BusFailure.self) { try FontOutcome(record(members.filter { $0.key != key })) }
        }
        let whole = FontOutcome(item: "a", status: .enabled, registration: Self.registrations[0]).membersOfTarget
        #expect(whole.text("query") == "a" && whole.text("file") == "/given/a.ttf")
        #expect(whole.text("registeredFile") == nil)
    }

    @Test func adoptions() throws {
        let reasons: [AdoptedFont.Reason?] = [
            nil, .hidden, .disabledBefore, .nameTaken("N", file: "/other.ttf", revision: 2.5),
        ]
        for reason in reasons {
            for error in [nil] + Self.errors.map(Optional.some) {
                var file = AdoptedFont.File(path: "item")
                (file.isMoved, file.error) = (error == nil, error)
                var font = AdoptedFont(
                    files: [file], registration: Self.registrations[0], wasRegistered: error == nil, reason: reason)
                font.inUseBy = error == nil ? [] : [FontUser(processIdentifier: 812, program: "soffice.bin")]
                #expect(try AdoptedFont(record(font.busMembers)) == font)
            }
        }
        var members = AdoptedFont(files: [], registration: Self.registrations[0], wasRegistered: true, reason: nil)
            .busMembers
        members["reason"] = .string("name-taken")
        #expect(throws: BusFailure.self) { try AdoptedFont(record(members)) }
    }

    @Test func queries() throws {
        var full = FontQuery(
            postscriptName: "P", family: "F", style: "S", fullName: "N", traits: [.bold, .monospace],
            excludedTraits: [.italic], weight: 100...900, width: 75...75, slant: -1...12, languages: ["de", "zh-TW"],
            characters: "aß\u{1F600}", outlines: .cff2, axes: ["wght"], scopes: [.session, .persistent], provider: "p",
            tag: "t")
        full.file = "/f"
        for query in [full, FontQuery(), FontQuery(scopes: [])] {
            #expect(try FontQuery(record(query.busMembers)) == query)
        }
        #expect(Set(full.busMembers.keys).isSubset(of: FontQuery.busKeys))
        #expect(full.busMembers["weight"]?.signature == "(dd)")
        for options in [[], .includeDisabled, [.namedInstances, .removeDuplicates]] as [FontQuerySet.Options] {
            #expect(try FontQuerySet.Options(record(options.busMembers)) == options)
        }
    }

    /// A condition of another type, or with an unknown word, is refused and not ignored.
    @Test(arguments: [
        ("weight", BusValue.structure([.double(900), .double(100)])), ("weight", .structure([.double(100)])),
        ("weight", .double(100)), ("outlines", .string("pixels")), ("scopes", .strings(["session", "other"])),
        ("traits", .strings(["other"])), ("family", .int64(1)), ("axes", .string("wght")),
    ])
    func invalidQueries(_ key: String, _ value: BusValue) {
        #expect(throws: BusFailure.self) { try FontQuery(record([key: value])) }
    }
}
