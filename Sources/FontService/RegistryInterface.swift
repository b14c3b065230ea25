public import FontBus

/// The declaration of `org.fontd.FontRegistry1`, which is documented in `data/org.fontd.FontRegistry1.xml`.
///
/// Methods are declared beside their implementations. A test checks that declaration and document match.
public enum RegistryInterface {
    public static let busName = "org.fontd.FontRegistry1"
    public static let path = "/org/fontd/FontRegistry1"
    /// The value of the property `Version`.
    static let version: UInt32 = 1

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
