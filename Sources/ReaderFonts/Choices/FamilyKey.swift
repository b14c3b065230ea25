/// A font that an app offers under a lasting key, with the families that may show it.
///
/// An app stores the key, not the name of a family: the families may be installed later, or be other ones on another
/// machine.
public struct FamilyKey: Sendable, Hashable, Codable {
    /// The desktop's own fonts.
    public enum DesktopFont: String, Sendable, Hashable, Codable, CaseIterable {
        /// The font of the interface.
        case interface
        /// The font of documents.
        case document
        /// The font of code and terminals.
        case monospace
    }

    /// The key, such as `literata`.
    public var key: String
    /// The desktop's font that the key means; nil if it means no font of the desktop.
    public var desktopFont: DesktopFont?
    /// The families, of which the first that is available is used; after the desktop's font.
    public var families: [String]
    /// The generic family of CSS that ends the list.
    public var generic: ReaderStyleSheet.GenericFamily

    public init(
        _ key: String, desktopFont: DesktopFont? = nil, families: [String],
        generic: ReaderStyleSheet.GenericFamily
    ) {
        self.key = key
        self.desktopFont = desktopFont
        self.families = families
        self.generic = generic
    }

    /// Keys of reader apps: Apple's fonts with free stand-ins, and open families for reading.
    public static let reading: [FamilyKey] = [
        FamilyKey("system", desktopFont: .interface, families: ["Inter", "Cantarell"], generic: .systemUI),
        FamilyKey("newYork", families: ["New York", "Source Serif 4", "Literata", "Noto Serif"], generic: .serif),
        FamilyKey(
            "monospace", desktopFont: .monospace, families: ["SF Mono", "JetBrains Mono", "DejaVu Sans Mono"],
            generic: .monospace),
        FamilyKey("avenirNext", families: ["Avenir Next", "Nunito Sans", "Montserrat"], generic: .sansSerif),
        FamilyKey("lora", families: ["Lora"], generic: .serif),
        FamilyKey("literata", families: ["Literata"], generic: .serif),
        FamilyKey("merriweather", families: ["Merriweather"], generic: .serif),
        FamilyKey("sourceSerif", families: ["Source Serif 4", "Source Serif Pro"], generic: .serif),
        FamilyKey("lato", families: ["Lato"], generic: .sansSerif),
        FamilyKey("montserrat", families: ["Montserrat"], generic: .sansSerif),
        FamilyKey("nunitoSans", families: ["Nunito Sans"], generic: .sansSerif),
        FamilyKey("sourceSans", families: ["Source Sans 3", "Source Sans Pro"], generic: .sansSerif),
    ]
}
