import FontBus

/// A method of the interface: its declaration, the permission that it needs, and the function that answers it.
struct ServiceMethod: Sendable {
    /// Throws `FontError` or `BusFailure`.
    typealias Answer = @Sendable (Arguments, ServiceCaller) async throws -> [BusValue]

    /// The reply of methods that change items.
    static let outcomes: BusInterface.Signature = ["generation": "t", "results": "aa{sv}"]

    var declaration: BusInterface.Method
    /// Whether the method looks fonts up, for which a provider needs the policy's `use`.
    var looksUp: Bool
    /// Returns the function of a service that answers a call.
    var answer: @Sendable (RegistryService) -> Answer

    init(
        _ name: String, _ input: BusInterface.Signature = [:], returns output: BusInterface.Signature = [:],
        looksUp: Bool = false, by answer: @escaping @Sendable (RegistryService) -> Answer
    ) {
        declaration = BusInterface.Method(name, input, returns: output)
        self.looksUp = looksUp
        self.answer = answer
    }
}
