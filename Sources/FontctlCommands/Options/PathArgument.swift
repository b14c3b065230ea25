import ArgumentParser
import FontRegistry
import Foundation

/// A typed path.
///
/// An empty path is rejected, since it most likely comes from an unset variable in a script.
struct PathArgument: TextArgument {
    var text: String

    /// Returns the source to register; an invalid URL fails without affecting the other files.
    func source(in context: FontctlContext) throws(FontError) -> FontSource {
        if let url = Self.url(text) { return .url(url) }
        return .path(try context.absolute(text))
    }

    /// Returns the URL of a text, for example from a browser; nil for a path.
    static func url(_ text: String) -> URL? {
        guard let end = text.firstRange(of: "://")?.lowerBound, end > text.startIndex,
            text[..<end].utf8.allSatisfy({ $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ".") })
        else { return nil }
        return URL(string: text)
    }

    static var defaultCompletionKind: CompletionKind { .file() }
}
