public import FontBus

/// The declaration of `org.fontd.FontRegistry1`, which is documented in `data/org.fontd.FontRegistry1.xml`.
///
/// A test checks that the two match.
public enum RegistryInterface {
    public static let busName = "org.fontd.FontRegistry1"
    public static let path = "/org/fontd/FontRegistry1"
    /// The value of the property `Version`.
    static let version: UInt32 = 1

    private typealias Argument = BusInterface.Argument
    private typealias Method = BusInterface.Method

    public static let declaration = BusInterface(
        busName, methods: registering + finding + upkeep + following,
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

    private static let outcomes = [Argument("generation", "t"), Argument("results", "aa{sv}")]

    private static let registering = [
        Method(
            "Register", [Argument("files", "a(sh)"), Argument("scope", "s"), Argument("options", "a{sv}")],
            returns: outcomes),
        Method("Cancel", [Argument("job", "s")]),
        Method(
            "Change", [Argument("change", "s"), Argument("targets", "as"), Argument("options", "a{sv}")],
            returns: outcomes),
        Method(
            "ChangeTags",
            [
                Argument("targets", "as"), Argument("added", "as"), Argument("removed", "as"),
                Argument("options", "a{sv}"),
            ],
            returns: outcomes),
        Method("Undo", [Argument("options", "a{sv}")], returns: outcomes),
        Method("Redo", [Argument("options", "a{sv}")], returns: outcomes),
        Method("UndoneOperations", returns: [Argument("operations", "aa{sv}")]),
        Method("Operations", returns: [Argument("operations", "aa{sv}")]),
        Method(
            "Export", [Argument("file", "h"), Argument("options", "a{sv}")], returns: [Argument("exported", "a{sv}")]),
        Method("Import", [Argument("file", "h"), Argument("options", "a{sv}")], returns: outcomes),
        Method(
            "Adopt", [Argument("folders", "as"), Argument("options", "a{sv}")],
            returns: [Argument("generation", "t"), Argument("fonts", "aa{sv}"), Argument("left", "aa{sv}")]),
        Method(
            "List", [Argument("filter", "a{sv}")],
            returns: [Argument("generation", "t"), Argument("registrations", "aa{sv}"), Argument("more", "b")]),
    ]

    private static let finding = [
        Method(
            "Families", [Argument("query", "a{sv}")], returns: [Argument("families", "aa{sv}"), Argument("more", "b")]),
        Method("Faces", [Argument("query", "a{sv}")], returns: [Argument("faces", "aa{sv}"), Argument("more", "b")]),
        Method(
            "Search", [Argument("text", "s"), Argument("options", "a{sv}")],
            returns: [Argument("families", "aa{sv}"), Argument("more", "b")]),
        Method(
            "HiddenFonts", [Argument("options", "a{sv}")],
            returns: [Argument("faces", "aa{sv}"), Argument("more", "b")]),
        Method("Resolve", [Argument("name", "s")], returns: [Argument("resolution", "a{sv}")]),
        Method(
            "Why", [Argument("name", "s"), Argument("options", "a{sv}")], returns: [Argument("explanation", "a{sv}")]),
        Method(
            "Request", [Argument("names", "as"), Argument("options", "a{sv}")],
            returns: [Argument("results", "aa{sv}")]),
        Method(
            "Licenses", [Argument("families", "as")],
            returns: [Argument("licenses", "aa{sv}"), Argument("missing", "as")]),
        Method(
            "StyleSheet", [Argument("families", "as"), Argument("options", "a{sv}")],
            returns: [Argument("css", "s"), Argument("missing", "as"), Argument("remarks", "a{sv}")]),
        Method(
            "Preview",
            [
                Argument("fonts", "as"), Argument("files", "a(sh)"), Argument("output", "h"),
                Argument("options", "a{sv}"),
            ],
            returns: [Argument("picture", "a{sv}")]),
        Method("Info", [Argument("file", "h")], returns: [Argument("facts", "a{sv}")]),
        Method("Validate", [Argument("files", "a(sh)")], returns: [Argument("results", "aa{sv}")]),
    ]

    private static let upkeep = [
        Method("Identity", returns: [Argument("identity", "a{sv}")]),
        Method("Status", returns: [Argument("status", "a{sv}")]),
        Method("Providers", returns: [Argument("providers", "aa{sv}")]),
        Method("Prune", [Argument("options", "a{sv}")], returns: [Argument("report", "a{sv}")]),
        Method("Doctor", [Argument("repair", "b")], returns: [Argument("report", "a{sv}")]),
        Method("Policy", [Argument("provider", "s")], returns: [Argument("policy", "a{sv}")]),
        Method("RequestManagement"),
        Method("SetPolicy", [Argument("provider", "s"), Argument("policy", "a{sv}")]),
    ]

    private static let following = [
        Method(
            "ChangesSince", [Argument("since", "t")],
            returns: [Argument("generation", "t"), Argument("snapshot", "b"), Argument("entries", "aa{sv}")]),
        Method("Subscribe", returns: [Argument("generation", "t")]),
        Method("Unsubscribe"),
        Method("Announce", [Argument("busName", "s"), Argument("names", "as")]),
        Method("Withdraw", [Argument("busName", "s")]),
    ]
}
