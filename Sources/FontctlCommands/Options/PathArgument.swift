import ArgumentParser
import FontRegistry
import Foundation

/// A path as a person types it.
///
/// The empty path is nobody's intention: an unset variable in a script, most likely.
struct PathArgument: ExpressibleByArgument, Sendable, Hashable {
    var text: String

    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        text = argument
    }

    /// What is to be registered: one address among many files fails alone.
    func source(in context: FontctlContext) throws(FontError) -> FontSource {
        if let url = Self.url(text) { return .url(url) }
        return .path(try context.absolute(text))
    }

    /// The address that a text is, such as a browser gives; nil for a path.
    static func url(_ text: String) -> URL? {
        guard let end = text.firstRange(of: "://")?.lowerBound, end > text.startIndex,
            text[..<end].utf8.allSatisfy({ $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ".") })
        else { return nil }
        return URL(string: text)
    }

    static var defaultCompletionKind: CompletionKind { .file() }
}
