extension BusMethodAddress {
    /// The font service, whichever process it is.
    public static let fontRegistry = BusMethodAddress(
        destination: "org.fontd.FontRegistry1", path: "/org/fontd/FontRegistry1", interface: "org.fontd.FontRegistry1")
}
