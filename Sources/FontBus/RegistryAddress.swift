extension BusMethodAddress {
    /// The address of the font service.
    public static let fontRegistry = BusMethodAddress(
        destination: "org.fontd.FontRegistry1", path: "/org/fontd/FontRegistry1", interface: "org.fontd.FontRegistry1")
}

/// The interface `org.fontd.FontProvider1` of suppliers, as documented in `data/org.fontd.FontProvider1.xml`.
package enum ProviderInterface {
    package static let path = "/org/fontd/FontProvider1"
    package static let busName = "org.fontd.FontProvider1"
    /// The maximum number of files for a request.
    package static let mostFiles = 64
    /// The maximum number of files in one message: dbus-daemon disconnects a program that sends more.
    package static let filesPerAnswer = 16
}
