import Testing

@testable import TUF

@Suite struct TimestampTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0),
        ("1969-12-31T23:59:59Z", -1),
        ("2000-02-29T12:34:56Z", 951_827_696),
        ("2000-03-01T00:00:00Z", 951_868_800),
        ("2024-02-29T00:00:00Z", 1_709_164_800),
        ("2100-02-28T23:59:59Z", 4_107_542_399),
        ("2100-03-01T00:00:00Z", 4_107_542_400),
        ("2038-01-19T03:14:08Z", 2_147_483_648),
        ("0001-01-01T00:00:00Z", -62_135_596_800),
        ("9999-12-31T23:59:59Z", 253_402_300_799),
    ]) func datesAreReadAndWritten(text: String, seconds: Int64) {
        #expect(Timestamp(text)?.seconds == seconds)
        #expect(Timestamp(seconds: seconds).description == text)
    }

    @Test(arguments: [
        "", "2030", "2030-01-31", "2030-01-31T00:00:00", "2030-01-31 00:00:00Z", "2030-01-31t00:00:00z",
        "2030-01-31T00:00:00+00:00", "2030-01-31T00:00:00.0Z", "2030-01-31T00:00:00ZZ", " 2030-01-31T00:00:00Z",
        "2030-00-31T00:00:00Z", "2030-13-01T00:00:00Z", "2030-01-00T00:00:00Z", "2030-01-32T00:00:00Z",
        "2030-04-31T00:00:00Z", "2030-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2000-02-30T00:00:00Z",
        "2030-01-31T24:00:00Z", "2030-01-31T00:60:00Z", "2030-01-31T00:00:60Z", "0000-01-01T00:00:00Z",
        "2030-1-031T00:00:00Z", "-030-01-31T00:00:00Z", "+030-01-31T00:00:00Z", "٢٠٣٠-٠١-٣١T00:00:00Z",
    ]) func whatIsNoDateIsRefused(text: String) {
        #expect(Timestamp(text) == nil)
    }

    @Test func everyDayOfFourCenturiesIsTheOneAfterTheOther() throws {
        let first = try #require(Timestamp("1899-12-31T00:00:00Z")).seconds
        for day in 0..<Int64(146_097) {
            let moment = Timestamp(seconds: first + day * 86_400)
            guard Timestamp(moment.description) == moment else {
                Issue.record("day \(day): \(moment)")
                return
            }
        }
        #expect(Timestamp(seconds: first + 146_097 * 86_400).description == "2299-12-31T00:00:00Z")
    }

    @Test func aDocumentIsInvalidFromTheSecondOfItsExpiry() throws {
        let date = try #require(Timestamp(Repository.future))
        let repository = Repository()
        var client = Client(of: repository)
        client.now = Timestamp(seconds: date.seconds - 1)
        _ = try client.update(from: repository)
        client.now = date
        #expect(throws: TrustError.expired(name: "root.json", date: Repository.future)) {
            try client.update(from: repository)
        }
    }
}
