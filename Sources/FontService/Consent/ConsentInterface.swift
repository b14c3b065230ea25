import FontBus
import FontModel

/// The client of `org.fontd.FontConsent1`, the interface of programs that are asked for consent, documented in `data/`.
enum ConsentInterface {
    /// Asks a program; returns nil if there is no answer.
    static func ask(_ busName: String, _ question: ConsentQuestion, on connection: BusConnection) async -> Bool? {
        let address = BusMethodAddress(
            destination: busName, path: "/org/fontd/FontConsent1", interface: "org.fontd.FontConsent1")
        // A pending call cannot be cancelled; it ends with the gate's timeout or with the connection.
        let answer = try? await connection.call(
            question.operation == .manage ? "AskManagement" : "Ask", of: address, [.dictionary(question.busMembers)],
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
