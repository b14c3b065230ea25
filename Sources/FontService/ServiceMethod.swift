import FontBus

/// A method of the interface: its declaration, the permission that it needs, and the function that answers it.
struct ServiceMethod: Sendable {
    /// The types of arguments by name, in their order.
    typealias Signature = KeyValuePairs<String, String>
    /// Throws `FontError` or `BusFailure`.
    typealias Answer = @Sendable (Arguments, ServiceCaller) async throws -> [BusValue]

    /// The reply of methods that change items.
    static let outcomes: Signature = ["generation": "t", "results": "aa{sv}"]

    var declaration: BusInterface.Method
    /// Whether the method looks fonts up, for which a provider needs the policy's `use`.
    var looksUp: Bool
    /// Returns the function of a service that answers a call.
    var answer: @Sendable (RegistryService) -> Answer

    init(
        _ name: String, _ input: Signature = [:], returns output: Signature = [:], looksUp: Bool = false,
        by answer: @escaping @Sendable (RegistryService) -> Answer
    ) {
        func declared(_ arguments: Signature) -> [BusInterface.Argument] {
            arguments.map { BusInterface.Argument($0.key, $0.value) }
        }
        declaration = BusInterface.Method(name, declared(input), returns: declared(output))
        self.looksUp = looksUp
        self.answer = answer
    }
}
