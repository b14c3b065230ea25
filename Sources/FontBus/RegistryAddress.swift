extension BusMethodAddress {
    /// The address of the font service.
    public static let fontRegistry = BusMethodAddress(
        destination: "org.fontd.FontRegistry1", path: "/org/fontd/FontRegistry1", interface: "org.fontd.FontRegistry1")
}
