import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// `why` about fonts that a resolution puts back.
@Suite struct WhyRepairTests {
    @Test func aFileThatWasDeletedIsShownAgain() async throws {
        let (home, session) = try Session.inNewHome()
        let registered = await session("register", try home.write(SyntheticFont(family: "Lora")))
        #expect(registered.status == 0, "\(registered)")
        for file in try home.listed() { try FileManager.default.removeItem(atPath: file) }
        let answer = await session("why", "Lora-Regular")
        let json = try await session("why", "Lora-Regular", "--json").json
        #expect(json["situation"] as? String == "shown", "\(answer)")
        #expect(answer.status == 0 && answer.lines.last == "Nothing needs to be done.", "\(answer)")
    }
}
