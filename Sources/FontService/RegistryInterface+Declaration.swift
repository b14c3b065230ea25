public import FontBus

extension RegistryInterface {
    /// The declaration of the interface.
    ///
    /// Methods are declared beside their implementations. A test checks that declaration and document match.
    public static let declaration = BusInterface(
        busName, methods: RegistryService.methods.map(\.declaration),
        signals: [
            BusInterface.Signal("FontsChanged", ["generation": "t", "changes": "aa{sv}"]),
            BusInterface.Signal("Progress", ["job": "s", "completed": "u", "total": "u", "file": "s"]),
            BusInterface.Signal("Refused", ["job": "s", "outcome": "a{sv}"]),
        ],
        properties: [
            BusInterface.Property("Version", "u", isConstant: true),
            BusInterface.Property("Generation", "t", isConstant: false),
        ])
}
