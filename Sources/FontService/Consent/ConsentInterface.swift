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
            question.operation.method, of: address, [.dictionary(question.busMembers)],
            timeout: ConsentGate.standardPatience)
        return answer?.first?.boolean
    }
}

extension ConsentQuestion.Operation {
    /// The method of the hook, so that a hook that does not know an operation does not agree to it.
    fileprivate var method: String {
        switch self {
        case .register: "Ask"
        case .download: "AskDownload"
        case .manage: "AskManagement"
        }
    }
}

extension ConsentQuestion {
    fileprivate var busMembers: [String: BusValue] {
        var members: [String: BusValue] = [
            "provider": .string(provider), "kind": .string(kind), "sandboxed": .boolean(sandboxed),
        ]
        if let scope { members["scope"] = .string(scope.rawValue) }
        if let fonts { members["fonts"] = .dictionaries(fonts.map { ["file": .string($0.file)] }) }
        if let families {
            members["families"] = .strings(families)
            members["count"] = count.map { .uint32(UInt32(clamping: $0)) }
            members["bytes"] = bytes.map { .int64(Int64($0)) }
            members["metered"] = isMetered.map(BusValue.boolean)
        }
        return members
    }
}
