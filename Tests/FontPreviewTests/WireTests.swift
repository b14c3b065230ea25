import FontModel
import FontSpecimens
import Inspection
import Testing

/// The form of requests and replies between fontctl and the process that draws.
@Suite struct WireTests {
    private let specimen = Specimen(
        format: .svg,
        rows: [
            .init([.init(text: "Name", size: 12, faces: [.init(file: 1, index: 0)], isCaption: true)]),
            .init(
                [
                    .init(
                        text: "אבג", size: 48,
                        faces: [.init(file: 0, index: 3, axes: ["wght": 560, "opsz": 7.5]), .init(file: 2, index: 0)]),
                    .init(text: "x", size: 9, faces: [.init(file: 1, index: 0)], color: 0xAB_CDEF, spacing: -0.5),
                ], isDark: true),
            .init(
                [
                    .init(
                        text: "縦", size: 9, faces: [.init(file: 1, index: 0)],
                        features: [.init("smcp"), .init("liga", value: 0), .init("ss01", value: 65_535)])
                ], isVertical: true),
        ])

    @Test func requestsArriveAsTheyWereSent() throws { #expect(try Specimen(encoded: specimen.encoded) == specimen) }

    @Test(arguments: [
        Result<DrawnSpecimen, DrawingFailure>.failure(.tooLarge), .failure(.unusableFace(file: 2)),
        .failure(.memory(file: 1)), .failure(.cairo(status: 11)),
        .success(
            .init(bytes: [1, 2], width: 3, height: 4, used: [[0], [0, 2]], missing: ["\u{E000}"], undrawn: ["a"])),
    ])
    func repliesArriveAsTheyWereSent(_ reply: Result<DrawnSpecimen, DrawingFailure>) throws {
        #expect(try Result(encoded: reply.encoded) == reply)
    }

    /// A process that a hostile font took over may answer anything; its places become indices of callers.
    @Test func placesAreThoseOfTheRequest() {
        func isAnswer(_ used: [[Int]]) -> Bool {
            DrawnSpecimen(bytes: [1], width: 1, height: 1, used: used, missing: []).isAnswer(to: specimen)
        }
        #expect(isAnswer([[0], [0, 1], [], [0]]))
        #expect(!isAnswer([[0], [0, 2], [], [0]]) && !isAnswer([[0], [-1], [], [0]]))
        #expect(!isAnswer([[0], [0, 1], []]) && !isAnswer([[0], [0, 1], [], [0], []]) && !isAnswer([]))
    }

    @Test func nothingElseIsAccepted() {
        let request = specimen.encoded
        for count in request.indices {
            #expect(throws: MalformedAnswer.self) { try Specimen(encoded: Array(request.prefix(count))) }
        }
        #expect(throws: MalformedAnswer.self) { try Specimen(encoded: request + [0]) }
        var large = specimen
        large.rows[0].cells[0].size = 1_001
        #expect(throws: MalformedAnswer.self) { try Specimen(encoded: large.encoded) }
        for damage in [
            { $0.rows[0].cells[0].faces = [] }, { $0.rows[0].cells = [] }, { $0.rows[0].cells[0].spacing = .nan },
            { $0.rows[0].cells[0].faces[0].file = Specimen.Limits.files }, { $0.rows[0].cells[0].faces[0].index = -1 },
            { $0.rows[0].cells[0].faces[0].axes = ["wght": .infinity] },
            { $0.rows[0].cells[0].features = [.init("abc")] },
            { $0.rows[0].cells[0].features = [.init("smcp", value: 65_536)] },
            { $0.rows[0].cells[0].features = Array(repeating: .init("smcp"), count: FontFeatureSetting.limit + 1) },
            { $0.rows[0].cells[0].text = String(repeating: "x", count: Specimen.Limits.textLength + 1) },
            { $0.rows = Array(repeating: $0.rows[1], count: Specimen.Limits.lines / 2 + 1) },
        ] as [(inout Specimen) -> Void] {
            var damaged = specimen
            damage(&damaged)
            #expect(throws: MalformedAnswer.self) { try Specimen(encoded: damaged.encoded) }
        }
        #expect(throws: MalformedAnswer.self) { try Result<DrawnSpecimen, DrawingFailure>(encoded: [9, 0, 0, 0, 0]) }
        #expect(WorkerProtocol.DrawingHead(encoded: [4, 0, 0, 0, 0, 0, 0, 0, 0]) == nil)
        #expect(WorkerProtocol.DrawingHead(encoded: [UInt8](repeating: 2, count: 9)) == nil)
    }
}
