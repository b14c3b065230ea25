import FontBus
import FontRegistry
import Foundation
import FoundationXML
import Synchronization
import TestSupport
import Testing

@testable import FontService

/// A program on the bus that is asked for consent, with the interface that is installed.
struct ConsentHook {
    /// The name on the bus.
    static let name = "org.example.Consent"
    private static let interface = "org.fontd.FontConsent1"

    private let connection: BusConnection
    private let questions: AsyncStream<[String: BusValue]>

    /// The methods that were called, in their order.
    let calls = CalledMethods()

    /// The names of methods that were called.
    final class CalledMethods: Sendable {
        private let names = Mutex<[String]>([])

        var all: [String] { names.withLock { $0 } }

        fileprivate func add(_ name: String) { names.withLock { $0.append(name) } }
    }

    /// Serves a home, whose policy names this hook.
    ///
    /// - Parameters:
    ///   - remembers: Whether the answers of `Decide` are to be remembered.
    ///   - hasDecide: Whether it has the method `Decide`.
    init(
        _ served: ServedHome, remembers: Bool = false, hasDecide: Bool = true,
        answer: @escaping @Sendable () async -> Bool
    ) async throws {
        connection = try await served.connect()
        let (questions, sink) = AsyncStream.makeStream(of: [String: BusValue].self)
        self.questions = questions
        try await connection.export(
            Self.object(remembers: remembers, hasDecide: hasDecide, calls: calls) { question in
                sink.yield(question)
                return await answer()
            })
        let isAlone = try await connection.requestName(Self.name)
        try #require(isAlone)
        _ = try PolicyFile(served.home.paths).change { $0.consent = .busName(Self.name) }
    }

    /// Serves a home, and agrees when a gate opens.
    init(_ served: ServedHome, after gate: Gate) async throws {
        try await self.init(served) {
            await gate.pass()
            return true
        }
    }

    /// The object that answers questions.
    static func object(
        remembers: Bool = false, hasDecide: Bool = true, calls: CalledMethods? = nil,
        _ answer: @escaping @Sendable ([String: BusValue]) async -> Bool
    ) throws -> BusObject {
        let path = "\(Stage.prefix)/share/dbus-1/interfaces/\(interface).xml"
        let document = try XMLDocument(
            contentsOf: URL(filePath: path), options: [.nodeLoadExternalEntitiesNever])
        let methods = try document.nodes(forXPath: "//interface[@name='\(interface)']/method").map { node in
            func argument(_ direction: String) throws -> BusInterface.Signature {
                let found = try node.nodes(forXPath: "arg[@direction='\(direction)']").map { $0 as? XMLElement }
                let argument = try #require(found.count == 1 ? found[0] : nil)
                func attribute(_ name: String) throws -> String {
                    try #require(argument.attribute(forName: name)?.stringValue)
                }
                return [try attribute("name"): try attribute("type")]
            }
            let name = try #require((node as? XMLElement)?.attribute(forName: "name")?.stringValue)
            return BusInterface.Method(name, try argument("in"), returns: try argument("out"))
        }.filter { hasDecide || $0.name != "Decide" }
        return BusObject(
            path: "/" + interface.replacing(".", with: "/"), interface: BusInterface(interface, methods: methods),
            method: { call in
                calls?.add(call.member)
                let isAgreed = BusValue.boolean(await answer(call.arguments.first?.dictionary ?? [:]))
                guard call.member == "Decide" else { return [isAgreed] }
                return [.dictionary(["agreed": isAgreed, "remember": .boolean(remembers)])]
            },
            property: { _ in .boolean(false) })
    }

    /// Waits for a question.
    func question() async -> [String: BusValue]? { await questions.first { _ in true } }

    /// Gives the name back.
    func end() async throws { try await connection.releaseName(Self.name) }

    /// Leaves the bus.
    func close() async { await connection.close() }
}
