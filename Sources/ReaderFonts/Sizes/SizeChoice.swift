/// The text size in force, and who chose it: the app, the environment or the desktop, in this order.
public struct SizeChoice: Sendable, Hashable, Codable {
    /// The sources of a text size.
    public enum Origin: String, Sendable, Hashable, Codable, CaseIterable {
        /// The app's own choice.
        case app
        /// The variable ``SizeChoice/environmentVariable``.
        case environment
        /// The desktop's factor of text.
        case desktop
        /// No source has a choice.
        case standard = "default"
    }

    /// The environment variable with a category, such as `AX2`.
    public static let environmentVariable = "FONTD_CONTENT_SIZE_CATEGORY"

    public var category: ContentSizeCategory
    public var origin: Origin
    /// The factor of text: the desktop's own, or else that by which body text grows at the category.
    public var factor: Double
    /// The value of the environment variable if it names no category; it is ignored.
    public var unusableVariable: String?

    /// Chooses a size.
    ///
    /// - Parameters:
    ///   - app: The app's own choice.
    ///   - variable: The value of ``environmentVariable``.
    ///   - textScale: The desktop's factor of text.
    ///   - permitsAccessibilitySizes: Whether the user has turned accessibility sizes on; only the desktop's factor
    ///     depends on it.
    public init(
        app: ContentSizeCategory? = nil, variable: String? = nil, textScale: Double? = nil,
        permitsAccessibilitySizes: Bool = false
    ) {
        let named = variable.flatMap(ContentSizeCategory.init(name:))
        unusableVariable = named == nil && variable?.isEmpty == false ? variable : nil
        var desktop: Double?
        if let app {
            (category, origin) = (app, .app)
        } else if let named {
            (category, origin) = (named, .environment)
        } else if let textScale, textScale > 0, textScale.isFinite {
            category = ContentSizeCategory(textScale: textScale, permitsAccessibilitySizes: permitsAccessibilitySizes)
            (origin, desktop) = (.desktop, textScale)
        } else {
            (category, origin) = (.large, .standard)
        }
        factor = desktop ?? TextStyle.body.pointSize(at: category) / TextStyle.body.pointSize(at: .large)
    }
}
