import FontBus
import FontModel

/// What a program has that is asked for consent on the bus: `org.fontd.FontConsent1`, as `data/` documents it.
enum ConsentInterface {
    /// Asks; nil if there is no answer.
    static func ask(_ busName: String, _ question: ConsentQuestion, on connection: BusConnection) async -> Bool? {
        let address = BusMethodAddress(
            destination: busName, path: "/org/fontd/FontConsent1", interface: "org.fontd.FontConsent1")
        // A call that waits cannot be called off: it ends with the gate's patience, or the connection.
        let answer = try? await connection.call(
            question.wish == .manage ? "AskManagement" : "Ask", of: address, [.dictionary(question.busMembers)],
            timeout: ConsentGate.standardPatience)
        return answer?.first?.boolean
    }
}

extension ConsentQuestion {
    fileprivate var busMembers: [String: BusValue] {
        var members: [String: BusValue] = [
            "provider": .string(provider), "kind": .string(kind), "sandboxed": .boolean(sandboxed),
        ]
        if let scope { members["scope"] = .string(scope.rawValue) }
        if let fonts { members["fonts"] = .dictionaries(fonts.map { ["file": .string($0.file)] }) }
        return members
    }
}
