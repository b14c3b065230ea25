public import FontBus

/// The declaration of `org.fontd.FontRegistry1`, which is documented in `data/org.fontd.FontRegistry1.xml`.
///
/// Methods are declared beside their implementations. A test checks that declaration and document match.
public enum RegistryInterface {
    public static let busName = "org.fontd.FontRegistry1"
    public static let path = "/org/fontd/FontRegistry1"
    /// The value of the property `Version`.
    static let version: UInt32 = 1

    private typealias Argument = BusInterface.Argument

    public static let declaration = BusInterface(
        busName, methods: RegistryService.methods.map(\.declaration),
        signals: [
            BusInterface.Signal("FontsChanged", [Argument("generation", "t"), Argument("changes", "aa{sv}")]),
            BusInterface.Signal(
                "Progress",
                [Argument("job", "s"), Argument("completed", "u"), Argument("total", "u"), Argument("file", "s")]),
            BusInterface.Signal("Refused", [Argument("job", "s"), Argument("outcome", "a{sv}")]),
        ],
        properties: [
            BusInterface.Property("Version", "u", isConstant: true),
            BusInterface.Property("Generation", "t", isConstant: false),
        ])
}
