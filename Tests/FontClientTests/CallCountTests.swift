import FontAdvice
import FontBus
import FontRegistry
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FontClient
@testable import FontService

/// A question of a client is one call of the service, whose answer is used as it is.
@Suite(
    .enabled(if: PrivateBus.Kind.possible.contains(.daemon), "Needs dbus-daemon (Debian's dbus)."), .fewAtOnce,
    .timeLimit(.minutes(60)))
struct CallCountTests {
    private let home: PrivateHome
    private let bus: PrivateBus
    private let service: CountedService
    private let registration: Registration

    init() async throws {
        home = try PrivateHome()
        bus = try PrivateBus(in: home)
        let face = try FontFile(data: Data(SyntheticFont(family: "Counted").build())).faces[0]
        registration = Registration(
            id: "counted", sha256: "00",
            record: RegistrationRecord(file: "/given/Counted.ttf", provider: "org.example.Counted"),
            path: "/shown/Counted.ttf", faces: [face])
        service = try await CountedService(bus, registration)
    }

    private func open() async throws -> FontManager {
        try await FontManager.open(provider: "ignored", route: .bus(address: bus.address), context: home.context)
    }

    /// The faces of a signal are not read, and the changes of a generation are requested once.
    @Test func aSignalIsOneQuestion() async throws {
        let changes = try await open().changes(since: 0, includesSystemFonts: false)
        let (heard, sink) = AsyncStream.makeStream(of: Int64.self)
        let reader = Task {
            for try await event in changes { sink.yield(event.generation) }
        }
        defer { reader.cancel() }
        var calls = service.questions.makeAsyncIterator()
        #expect(await calls.next() == 0)
        var generations = heard.makeAsyncIterator()
        for generation in 1...3 as ClosedRange<Int64> {
            try await service.announce(generation)
            #expect(await calls.next() == generation - 1)
            #expect(await generations.next() == generation)
        }
    }

    @Test(arguments: ["Counted-Regular", "Counted Regular", "Counted", "Hidden-Regular", "Nobody"])
    func aNameIsOneQuestion(_ name: String) async throws {
        let resolution = try await open().resolve(name)
        #expect(service.calls("Resolve") == 1)
        switch name {
        case "Hidden-Regular":
            let unusable = UnusableFont(reason: .disabled, registration: registration, disabledBy: .user)
            #expect(resolution.unusable == unusable)
        case "Nobody": #expect(resolution.match == nil && resolution.unusable == nil)
        default: #expect(resolution.match?.postscriptName == "Counted-Regular")
        }
    }

    /// The registered font is found beside a system font of the host, which this process does not see.
    @Test func theHostsFontsAreNotThoseOfTheProcess() async throws {
        #expect(try await open().resolve("Both-Regular").match?.scope == .persistent)
        #expect(try await open().resolve("Theirs-Regular").match == nil)
    }

    @Test func anExplanationReadsTheRegistrationsOfItsNameOnce() async throws {
        let explainer = FontExplainer(try await open(), in: ExplainingContext(registry: nil), for: nil)
        guard case .font(let font) = try await explainer.explain(text: "Counted-Regular") else {
            Issue.record("a family came in place of a font")
            return
        }
        #expect(font.registration == registration)
        #expect(service.calls("List") == 1)
    }
}

/// A service that answers for one font and counts the calls.
private final class CountedService: Sendable {
    private struct State {
        var generation: Int64 = 0
        var calls: [String] = []
    }

    /// The generations of the calls of `ChangesSince`.
    let questions: AsyncStream<Int64>
    private let connection: BusConnection
    private let state = Mutex(State())

    init(_ bus: PrivateBus, _ registration: Registration) async throws {
        let (questions, sink) = AsyncStream.makeStream(of: Int64.self)
        self.questions = questions
        connection = try await BusConnection(.explicit(bus.address))
        try await connection.export(
            BusObject(
                path: PrivateService.address.path, interface: RegistryInterface.declaration,
                method: { [weak self] call in
                    guard let self else { return [] }
                    let generation = state.withLock { state in
                        state.calls.append(call.member)
                        return state.generation
                    }
                    if call.member == "ChangesSince" { sink.yield(call.arguments[0].integer ?? -1) }
                    return Self.answer(to: call, registration, generation)
                }, property: { _ in .uint32(1) }))
        #expect(try await connection.requestName(PrivateService.name))
    }

    func calls(_ member: String) -> Int { state.withLock { $0.calls.count { $0 == member } } }

    /// Reports a generation by a signal whose faces no client can read.
    func announce(_ generation: Int64) async throws {
        state.withLock { $0.generation = generation }
        try await connection.emit(
            BusSignal(
                path: PrivateService.address.path, interface: PrivateService.name, member: "FontsChanged",
                arguments: [.uint64(UInt64(generation)), .dictionaries([["kind": .boolean(true)]])]))
    }

    private static func answer(
        to call: BusCall, _ registration: Registration, _ generation: Int64
    ) -> [BusValue] {
        switch call.member {
        case "Identity":
            return [.dictionary(["provider": .string(registration.provider), "user": .boolean(false)])]
        case "Subscribe": return [.uint64(UInt64(generation))]
        case "ChangesSince":
            let since = Int64(call.arguments[0].integer ?? 0)
            let change = FontChange(
                generation: generation, kind: .added, scope: .persistent, provider: registration.provider,
                faces: registration.faces.map { FontChange.Face(face: $0, path: registration.path) })
            let changes = since < generation ? [change.busMembers] : []
            return [.uint64(UInt64(generation)), .boolean(false), .dictionaries(changes)]
        case "List":
            return [.uint64(UInt64(generation)), .dictionaries([registration.busMembers]), .boolean(false)]
        case "Faces":
            let fonts = registration.faces.map { font($0, registration).busMembers }
            return [.dictionaries(fonts), .boolean(false)]
        case "HiddenFonts": return [.dictionaries([]), .boolean(false)]
        default: return [.dictionary(resolution(of: call.arguments.first?.string ?? "", registration))]
        }
    }

    private static func font(_ face: FontFace, _ registration: Registration) -> FontDescriptor {
        FontDescriptor(
            face: face, path: registration.path,
            origin: .registered(
                id: registration.id, scope: registration.scope, provider: registration.provider, isEnabled: true,
                tags: []))
    }

    private static func resolution(of name: String, _ registration: Registration) -> [String: BusValue] {
        let font = font(registration.faces[0], registration)
        func found(_ kind: FontResolution.MatchedBy, isOfFamily: Bool = false) -> FontResolution {
            var resolution = FontResolution(query: name, match: font, matchedBy: kind)
            resolution.isOfFamily = isOfFamily
            return resolution
        }
        switch name {
        case "Counted-Regular": return found(.postscriptName).busMembers
        case "Counted Regular": return found(.fullName).busMembers
        case "Counted": return found(.familyStyle, isOfFamily: true).busMembers
        case "Hidden-Regular":
            let unusable = UnusableFont(reason: .disabled, registration: registration, disabledBy: .user)
            return FontResolution(query: name, unusable: unusable).busMembers
        case "Both-Regular", "Theirs-Regular":
            let theirs = FontDescriptor(face: font.face, path: "/host/Theirs.ttf", origin: .system)
            var members = FontResolution(query: name, match: theirs, matchedBy: .postscriptName).busMembers
            if name == "Both-Regular" { members["registered"] = .dictionary(found(.fullName).busMembers) }
            return members
        default: return FontResolution(query: name).busMembers
        }
    }
}
