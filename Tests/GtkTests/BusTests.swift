internal import CAdwaita
internal import CGio
internal import Foundation
internal import Testing

@testable internal import Gtk

/// Two connections without a bus between them: what is exported on one is called by the other.
@Suite(.enabled(if: Display.isThere, "there is no display")) struct BusTests {
    private static let xml = """
        <node><interface name="org.fontd.Test">
        <method name="Ask"><arg type="a{sv}" direction="in"/><arg type="a{sv}" direction="out"/></method>
        <method name="Fail"/>
        <property name="Version" type="u" access="read"/>
        <signal name="Changed"><arg type="s"/></signal>
        </interface></node>
        """

    @UI private func pair() async throws -> (server: BusConnection, client: BusConnection) {
        var sockets: [Int32] = [0, 0]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0)
        let guid = try #require(g_dbus_generate_guid())
        defer { g_free(guid) }
        let server = Task { @UI in await connection(sockets[0], String(cString: guid)) }
        let client = await connection(sockets[1], nil)
        return (try #require(await server.value), try #require(client))
    }

    @UI private func connection(_ descriptor: Int32, _ guid: String?) async -> BusConnection? {
        let socket = AnyObjectHandle(Reference(adopting: g_socket_new_from_fd(descriptor, nil)))
        let stream = AnyObjectHandle(Reference(adopting: g_socket_connection_factory_create_connection(socket.cast())))
        let flags =
            guid == nil
            ? G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT : G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_SERVER
        return await withCheckedContinuation(isolation: UI.shared) { continuation in
            let completion = Completion.retained { _, result in
                let made = g_dbus_connection_new_finish(result, nil)
                continuation.resume(returning: made.map { BusConnection(Reference(adopting: $0)) })
            }
            g_dbus_connection_new(stream.cast(), guid, flags, nil, nil, Completion.callback, completion)
        }
    }

    @Test @UI func callsAreAnswered() async throws {
        let (server, client) = try await pair()
        let failure = server.export("/test", xml: Self.xml) { name in
            name == "Version" ? .uint32(7) : nil
        } _: { call in
            switch call.method {
            case "Ask":
                call.answer([.dictionary(["agreed": .bool(call.arguments[0].dictionary?["x"] == .strings(["y"]))])])
            default: call.fail("org.fontd.Test.Refused", "It is refused.")
            }
        }
        #expect(failure == nil)
        let answer = try await client.call(nil, "/test", "org.fontd.Test", "Ask", [.dictionary(["x": .strings(["y"])])])
        #expect(answer == [.dictionary(["agreed": .bool(true)])])
        let version = try await client.call(
            nil, "/test", "org.freedesktop.DBus.Properties", "Get", [.string("org.fontd.Test"), .string("Version")])
        #expect(version == [.variant(.uint32(7))])
        do throws(BusConnection.Failure) {
            _ = try await client.call(nil, "/test", "org.fontd.Test", "Fail")
            Issue.record("the call did not fail")
        } catch {
            #expect(error == .init(name: "org.fontd.Test.Refused", message: "It is refused."))
        }
        // Wrong arguments never come to the handler.
        await #expect(throws: BusConnection.Failure.self) {
            _ = try await client.call(nil, "/test", "org.fontd.Test", "Ask", [.string("x")])
        }
    }

    @Test @UI func anAnswerMayComeLater() async throws {
        let (server, client) = try await pair()
        var waiting: MethodCall?
        server.export("/test", xml: Self.xml) { waiting = $0 }
        let answer = Task { @UI in try? await client.call(nil, "/test", "org.fontd.Test", "Ask", [.dictionary([:])]) }
        await until { waiting != nil }
        waiting?.answer([.dictionary(["agreed": .bool(false)])])
        #expect(await answer.value == [.dictionary(["agreed": .bool(false)])])
    }

    @Test @UI func signalsAreReceived() async throws {
        let (server, client) = try await pair()
        var texts: [String] = []
        client.subscribe(sender: nil, path: "/test", interface: "org.fontd.Test", signal: "Changed") { values in
            texts += values.compactMap(\.string)
        }
        server.emit("/test", "org.fontd.Test", "Changed", [.string("a")])
        await until { texts == ["a"] }
    }

    @Test @UI func aWrongDescriptionIsToldAndAPathIsTakenOnce() async throws {
        let (server, _) = try await pair()
        #expect(server.export("/test", xml: "<node>") { _ in } != nil)
        #expect(server.export("/test", xml: "<node/>") { _ in } != nil)
        #expect(server.export("/test", xml: Self.xml) { _ in } == nil)
        #expect(server.export("/test", xml: Self.xml) { _ in } != nil)
    }
}
