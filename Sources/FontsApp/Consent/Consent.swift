internal import Gtk

/// Questions of the service, which the bus starts the application for: the interface `org.fontd.FontConsent1`.
@UI
enum Consent {
    /// The object that the service asks.
    private static let path = "/org/fontd/Fonts"

    private static let interface = """
        <node><interface name="org.fontd.FontConsent1">
        <method name="Decide"><arg name="question" type="a{sv}" direction="in"/>\
        <arg name="answer" type="a{sv}" direction="out"/></method>
        <method name="Ask"><arg name="question" type="a{sv}" direction="in"/>\
        <arg name="agreed" type="b" direction="out"/></method>
        <method name="AskDownload"><arg name="question" type="a{sv}" direction="in"/>\
        <arg name="agreed" type="b" direction="out"/></method>
        <method name="AskManagement"><arg name="question" type="a{sv}" direction="in"/>\
        <arg name="agreed" type="b" direction="out"/></method>
        </interface></node>
        """

    /// Exports the object that answers questions, before the application's name is on the bus.
    ///
    /// No library is opened for a question: the service has all that is asked about.
    static func export(on connection: BusConnection, of application: Application) {
        let queue = ConsentQueue(application)
        connection.export(path, xml: interface) { call in queue.add(call) }
    }
}
