import TestSupport
import Testing

@testable import FontctlCommands

/// Commands with one of two files whose names differ in the form of a letter alone: `é` composed and decomposed.
@Suite struct ComposedPathTests {
    private let home: PrivateHome
    private let session: Session

    init() throws { (home, session) = try Session.inNewHome() }

    @Test func anotherFormOfTheNameIsAnotherFile() async throws {
        let composed = try home.write(SyntheticFont(family: "Composed"), as: "\u{E9}.ttf")
        let decomposed = try home.write(SyntheticFont(family: "Decomposed"), as: "e\u{301}.ttf")
        #expect(await session("register", composed).status == 0)
        let why = try await session("why", decomposed, "--json").json
        #expect(why["situation"] as? String == "not-registered", "\(why)")
        #expect(try await session("why", composed, "--json").json["situation"] as? String == "shown")
        let answer = await session("unregister", decomposed)
        #expect(answer.status != 0, "\(answer)")
        #expect(await session("resolve", "Composed-Regular").status == 0)
        #expect(await session("unregister", composed).status == 0)
    }
}
