import FontModel
import Testing

@testable import FontLookup
@testable import FontRegistry

extension KnownRegistration.KnownFace {
    init(postscriptName: String, instances: [NamedInstance] = [], revision: Double) {
        self.init(
            FontFace(
                postscriptName: postscriptName, family: "", style: "", fullName: "", instances: instances,
                revision: revision))
    }
}

/// The rules of registration as a table of states and resulting steps.
@Suite struct RegistrationDecisionTests {
    private func known(
        _ id: String, _ names: [String] = ["A"], isEnabled: Bool = true, provider: String = "p", revision: Double = 1
    ) -> KnownRegistration {
        KnownRegistration(
            id: id, sha256: id,
            record: RegistrationRecord(file: "/\(id)", provider: provider, isEnabled: isEnabled),
            faces: names.map { .init(postscriptName: $0, revision: revision) })
    }

    private func wish(
        _ names: [String] = ["A"], _ options: RegistrationOptions = RegistrationOptions(), revision: Double = 1,
        mayReplaceOthers: Bool = false
    ) -> RegistrationRequest {
        RegistrationRequest(
            file: "/new", provider: "p", faces: names.map { .init(postscriptName: $0, revision: revision) },
            options: options, mayReplaceOthers: mayReplaceOthers)
    }

    private func refusal(_ decision: RegistrationDecision) -> FontError? {
        if case .refuse(let error) = decision { error } else { nil }
    }

    @Test func newFontIsRegistered() {
        #expect(RegistrationDecision.decide(wish(), same: nil, holders: []) == .register)
    }

    @Test(arguments: [(true, true), (true, false), (false, false)])
    func presentFontIsKept(_ isEnabled: Bool, _ wantsEnabled: Bool) {
        let same = known("same", isEnabled: isEnabled)
        let wish = wish(["A"], RegistrationOptions(isEnabled: wantsEnabled))
        #expect(RegistrationDecision.decide(wish, same: same, holders: []) == .keep(same))
        #expect(RegistrationDecision.decide(wish, same: same, holders: [known("other")]) == .keep(same))
    }

    @Test func aDisabledOneThatIsWantedEnabledIsEnabled() {
        let same = known("same", isEnabled: false)
        #expect(RegistrationDecision.decide(wish(), same: same, holders: []) == .enable(same))
        #expect(refusal(.decide(wish(), same: same, holders: [known("other")]))?.conflict?.id == "other")
    }

    @Test func aDisabledWishIsInNobodysWay() {
        let wish = wish(["A"], RegistrationOptions(isEnabled: false))
        #expect(RegistrationDecision.decide(wish, same: nil, holders: [known("other")]) == .register)
    }

    @Test func theHolderIsNamed() throws {
        let error = try #require(
            refusal(.decide(wish(["X", "A"]), same: nil, holders: [known("holder", ["A", "B"])])))
        #expect(error.code == .duplicatedName)
        #expect(error.file == "/new")
        #expect(error.faceIndex == 1)
        #expect(
            error.conflict == .init(id: "holder", file: "/holder", provider: "p", postscriptName: "A"))
    }

    /// The rows: the names of two fonts, and the name over which they conflict, with the index of the face that has it.
    @Test(
        arguments: [
            (["A"], ["B"], nil, nil), ([], ["A"], nil, nil), (["A"], [], nil, nil), (["A"], ["A"], "A", 0),
            (["X", "A"], ["B", "A"], "A", 1), (["A", "B"], ["B", "A"], "A", 0),
        ] as [([String], [String], String?, Int?)])
    func twoFontsConflictOverTheFirstName(_ own: [String], _ others: [String], _ name: String?, _ index: Int?) {
        let conflict = wish(own).faces.conflict(with: known("other", others).faces)
        #expect(conflict?.name == name && conflict?.index == index)
        #expect(conflict?.other.postscriptName == name)
    }

    @Test func theFirstHolderIsTheObstacle() throws {
        let faces = wish(["X", "A"]).faces
        #expect(RegistrationDecision.obstacle(toEnabling: faces, of: "/new", holders: []) == nil)
        let error = try #require(
            RegistrationDecision.obstacle(
                toEnabling: faces, of: "/new", holders: [known("one", ["A"], provider: "q"), known("two", ["X"])]))
        #expect(error.code == .duplicatedName && error.file == "/new" && error.faceIndex == 1)
        #expect(error.conflict == .init(id: "one", file: "/one", provider: "q", postscriptName: "A"))
    }

    @Test func aReplacementTakesAllHolders() {
        let holders = [known("one"), known("two", ["B"])]
        let wish = wish(["A", "B"], RegistrationOptions(replaces: true))
        #expect(RegistrationDecision.decide(wish, same: nil, holders: holders) == .replace(holders))
    }

    @Test func othersFontsAreReplacedOnlyByRight() {
        let foreign = known("foreign", provider: "q")
        let options = RegistrationOptions(replaces: true)
        #expect(refusal(.decide(wish(["A"], options), same: nil, holders: [foreign]))?.conflict?.provider == "q")
        let decision = RegistrationDecision.decide(
            wish(["A"], options, mayReplaceOthers: true), same: nil, holders: [foreign])
        #expect(decision == .replace([foreign]))
    }

    @Test func siblingsAreNeverReplaced() {
        let decision = RegistrationDecision.decide(
            wish(["A"], RegistrationOptions(replaces: true)), same: nil, holders: [known("one")], batch: ["one"])
        #expect(refusal(decision)?.code == .duplicatedName)
    }

    @Test(arguments: [(1.0, 1.0, true), (2.0, 1.0, true), (1.0, 2.0, false), (0.999, 1.0, false)])
    func aLowerRevisionNeedsTheFlag(_ offered: Double, _ held: Double, _ isAllowed: Bool) {
        let holder = known("holder", revision: held)
        let plain = wish(["A"], RegistrationOptions(replaces: true), revision: offered)
        let decision = RegistrationDecision.decide(plain, same: nil, holders: [holder])
        if isAllowed {
            #expect(decision == .replace([holder]))
        } else {
            #expect(refusal(decision)?.cause == .olderRevision(registered: held, offered: offered))
        }
        let flagged = wish(["A"], RegistrationOptions(replaces: true, allowsDowngrade: true), revision: offered)
        #expect(RegistrationDecision.decide(flagged, same: nil, holders: [holder]) == .replace([holder]))
    }

    @Test func onlyFacesOfTheSameNameAreCompared() {
        let holder = known("holder", ["A"], revision: 1)
        var wish = wish(["A"], RegistrationOptions(replaces: true), revision: 1)
        wish.faces.append(.init(postscriptName: "B", revision: 0.1))
        #expect(RegistrationDecision.decide(wish, same: nil, holders: [holder]) == .replace([holder]))
    }
}
