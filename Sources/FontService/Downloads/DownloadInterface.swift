import FontBus

/// The names of `org.fontd.FontDownload1`, which is documented in `data/org.fontd.FontDownload1.xml`.
enum DownloadInterface {
    static let busName = "org.fontd.FontDownload1"
    /// The folder of the objects.
    static let path = "/org/fontd/FontDownload1"

    static let declaration = BusInterface(
        busName, methods: [BusInterface.Method("Cancel")],
        signals: [BusInterface.Signal("State", ["state": "u", "details": "a{sv}"])])
}
