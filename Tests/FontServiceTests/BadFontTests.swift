import FontBus
import FontModel
import FontRegistry
import Foundation
import TestSupport
import Testing

/// Damaged and hostile files over the bus give the same results as with the command, and the service survives them.
///
/// See docs/reliability.md, R1, R3 and R4.
@Suite(
    .serialized, .enabled(if: !BadFont.all.isEmpty, "Requires the collection of damaged fonts (FONTD_TEST_FONTS)."),
    .timeLimit(.minutes(60)))
struct BadFontTests {
    private static let paths = BadFont.all.map(\.path)

    /// The part of an outcome that does not depend on how the file is registered.
    private struct Outcome: Hashable, Decodable {
        var file: String
        var status: String
        var code: Int?
    }

    private struct Verdict: Hashable, Decodable {
        var file: String
        var format: String?
        var valid: Bool
        var code: Int?
        var findings: [Finding]
    }

    private struct Finding: Hashable, Decodable {
        var severity: String
        var kind: String
        var message: String
        var consequence: String
        var face: Int?
        var table: String?
        var offset: Int?
        var glyph: Int?
    }

    private struct Report<Result: Decodable>: Decodable {
        var results: [Result]
    }

    /// Returns the output of a fontctl command for all files, in a separate home.
    private static func said<Result: Decodable>(by command: String) throws -> [Result] {
        let home = try PrivateHome()
        let result = try Command.run(
            Command.product("fontctl"), [command, "--json"] + paths, environment: home.environment)
        return try JSONDecoder().decode(Report<Result>.self, from: Data(result.output.utf8)).results
    }

    /// Registers files in one batch of many calls.
    private func register(_ paths: [String], _ client: BusConnection) async throws -> [Outcome] {
        var results: [[String: BusValue]] = []
        for start in stride(from: 0, to: paths.count, by: 10) {
            let files = try paths[start..<min(start + 10, paths.count)].map { ($0, try BusDescriptor.opening($0)) }
            let answer = try await client.fontd(
                "Register", .files(files), .string("persistent"),
                .dictionary([
                    "job": .string("all"), "more": .boolean(start + 10 < paths.count), "archives": .boolean(true),
                ]))
            results += answer[1].dictionaries ?? []
        }
        return try results.map { result in
            Outcome(
                file: try #require(result["file"]?.string), status: try #require(result["status"]?.string),
                code: result["code"]?.number.map { Int($0) })
        }
    }

    @Test func aRegistrationIsTheCommands() async throws {
        let service = try PrivateService()
        let client = try await service.connect()
        let process = try await service.process(client)
        let expected: [Outcome] = try Self.said(by: "register")
        let outcomes = try await register(Self.paths, client)
        #expect(outcomes == expected)
        let refused = outcomes.filter { $0.code != nil && $0.status == "failed" }
        #expect(refused.count > 100 && refused.count < outcomes.count)
        // Registering again changes nothing.
        let before = try await client.fontd("List", .dictionary([:]))
        let inventory = try service.home.inventory()
        #expect(try await register(refused.map(\.file), client) == refused)
        #expect(try await client.fontd("List", .dictionary([:])) == before)
        #expect(try service.home.inventory() == inventory)
        #expect(service.home.staged.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: service.home.paths.refused))
        #expect(try await service.process(client) == process)
    }

    @Test func aDeepCheckIsTheCommands() async throws {
        let service = try PrivateService()
        let client = try await service.connect()
        let process = try await service.process(client)
        let expected: [Verdict] = try Self.said(by: "validate")
        let chunks = stride(from: 0, to: Self.paths.count, by: 10).map { start in
            Array(Self.paths[start..<min(start + 10, Self.paths.count)])
        }
        let verdicts = try await inParallel(chunks, service) { chunk, client in
            let answer = try await client.fontd(
                "Validate", .files(try chunk.map { ($0, try BusDescriptor.opening($0)) }))
            return try #require(answer.first?.dictionaries).map(Self.verdict)
        }
        #expect(verdicts.flatMap { $0 } == expected)
        #expect(!FileManager.default.fileExists(atPath: service.home.paths.refused))
        #expect(try await service.process(client) == process)
    }

    @Test func theFactsAreTheCommands() async throws {
        let service = try PrivateService()
        let client = try await service.connect()
        let process = try await service.process(client)
        let wrong = try await inParallel(Self.paths, service) { path, client -> String? in
            let file = Result { () throws(FontError) in try FontFile(contentsOf: path) }
            do throws(BusFailure) {
                let facts = BusRecord(
                    try await client.fontd("Info", .descriptor(try Self.open(path))).first?.dictionary ?? [:])
                var faces: [FontFace] = []
                for face in facts.members["faces"]?.dictionaries ?? [] { faces.append(try FontFace(BusRecord(face))) }
                let isSame = try facts.required("sha256", \.string) == (try? file.get())?.sha256
                return isSame && faces == (try? file.get())?.faces ? nil : path
            } catch {
                guard case .failure(let expected) = file else { return path }
                return error.name == expected.busFailure.name ? nil : path
            }
        }
        #expect(wrong.compactMap { $0 } == [])
        #expect(try await service.process(client) == process)
    }

    private static func open(_ path: String) throws(BusFailure) -> BusDescriptor {
        guard let descriptor = try? BusDescriptor.opening(path) else { throw .invalidArguments("\(path) is gone.") }
        return descriptor
    }

    private static func verdict(_ members: [String: BusValue]) throws -> Verdict {
        Verdict(
            file: try #require(members["file"]?.string), format: members["format"]?.string,
            valid: members["valid"] == .boolean(true), code: members["code"]?.number.map { Int($0) },
            findings: try #require(members["findings"]?.dictionaries).map { finding in
                Finding(
                    severity: try #require(finding["severity"]?.string), kind: try #require(finding["kind"]?.string),
                    message: try #require(finding["message"]?.string),
                    consequence: try #require(finding["consequence"]?.string),
                    face: finding["face"]?.number.map { Int($0) }, table: finding["table"]?.string,
                    offset: finding["offset"]?.number.map { Int($0) }, glyph: finding["glyph"]?.number.map { Int($0) })
            })
    }

    /// Performs an operation on every element over a few connections at once and returns the results in order.
    private func inParallel<Element: Sendable, Value: Sendable>(
        _ elements: [Element], _ service: PrivateService,
        _ body: @escaping @Sendable (Element, BusConnection) async throws -> Value
    ) async throws -> [Value] {
        let width = 4
        return try await withThrowingTaskGroup(of: [(Int, Value)].self) { group in
            for lane in 0..<width {
                let client = try await service.connect()
                group.addTask {
                    var values: [(Int, Value)] = []
                    for place in stride(from: lane, to: elements.count, by: width) {
                        values.append((place, try await body(elements[place], client)))
                    }
                    return values
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}
