public import Foundation
public import StyleSheets

/// All that decides how the styles and colours of a ``TypographyModel`` look.
public struct TypographyInputs: Sendable, Hashable {
    /// The documents, of which later ones have precedence.
    public var documents: [TypographyDocument]
    /// The app's own text size; nil to follow the environment and the desktop.
    public var category: ContentSizeCategory?
    /// The app's own appearance; nil to follow the desktop.
    public var scheme: ColorScheme?
    /// The value of the variable ``SizeChoice/environmentVariable``.
    public var sizeVariable: String?
    /// The desktop's factor of text.
    public var desktopTextScale: Double?
    public var desktopScheme: ColorScheme?
    /// The family of the desktop's interface font, in which styles with the system's font are shown.
    public var interfaceFamily: String?
    /// Whether the user has turned accessibility sizes on.
    public var permitsAccessibilitySizes = false
    /// Whether sizes are multiplied by the factor of text instead of following its nearest category.
    public var isContinuous = false

    /// The inputs before an app or a desktop has a preference.
    ///
    /// - Parameters:
    ///   - documents: The documents, the least important first.
    ///   - environment: The environment with ``SizeChoice/environmentVariable``.
    public init(
        documents: [TypographyDocument] = [], environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.documents = documents
        sizeVariable = environment[SizeChoice.environmentVariable]
    }

    /// The text size in force.
    public var size: SizeChoice {
        SizeChoice(
            app: category, variable: sizeVariable, textScale: desktopTextScale,
            permitsAccessibilitySizes: permitsAccessibilitySizes)
    }

    /// The appearance in force; light if neither the app nor the desktop has one.
    public var effectiveScheme: ColorScheme { scheme ?? desktopScheme ?? .light }

    /// The form in which sizes are emitted.
    public var emittedSize: EmittedSize { isContinuous ? .factor(size.factor) : .category(size.category) }

    /// Replaces the document with the same name, or else adds the document as the last one.
    public mutating func put(_ document: TypographyDocument) {
        if let place = documents.firstIndex(where: { $0.name == document.name }) {
            documents[place] = document
        } else {
            documents.append(document)
        }
    }
}
