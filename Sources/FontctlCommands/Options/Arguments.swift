import ArgumentParser
import FontRegistry
import Foundation
import ReaderFonts

/// A typed text that is not empty.
protocol TextArgument: ExpressibleByArgument, Sendable, Hashable {
    var text: String { get }

    init(text: String)
}

extension TextArgument {
    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        self.init(text: argument)
    }
}

/// A word, such as a font's name or a provider's id.
struct NameArgument: TextArgument {
    var text: String
}

/// A typed reference to registered fonts: a name, a pattern, a file, a folder or a registration's id.
struct TargetArgument: TextArgument {
    var text: String

    /// Returns what the text may mean, the most likely first: a path, a name, or either.
    ///
    /// A text that begins like a path, or is a URL, is one. Any other is first a path if it contains a slash or if there
    /// is a file of that name, and else a name; a family may be named “A/B Sans”, and a folder that fonts were registered
    /// from may have been deleted.
    func meanings(in context: FontctlContext) throws(FontError) -> [FontTarget] {
        if isPath { return [.file(try context.absolute(text))] }
        guard let path = try? context.absolutePath(text) else { return [.any(text)] }
        let isLikelyPath = text.contains("/") || AbsolutePath.exists(path) && !AbsolutePath.isFolder(path)
        return isLikelyPath ? [.file(path), .any(text)] : [.any(text), .file(path)]
    }

    /// Returns the file that the text names if there is one, else the name.
    func target(in context: FontctlContext) throws(FontError) -> FontTarget {
        let first = try meanings(in: context)[0]
        guard case .file(let path) = first.kind else { return first }
        guard isPath || AbsolutePath.exists(path) else { return .any(text) }
        context.given.remember(text, as: path)
        return first
    }

    /// Whether the text begins like a path, or is a URL.
    var isPath: Bool {
        ["/", "./", "../", "~/"].contains(where: text.hasPrefix) || [".", ".."].contains(text)
            || PathArgument.url(text) != nil
    }
}

extension [TargetArgument] {
    /// All texts as the words of one name, which needs no quotation marks.
    var joined: TargetArgument { TargetArgument(text: map(\.text).joined(separator: " ")) }

    /// Checks that several texts are not paths.
    func validateJoined() throws {
        guard count > 1, contains(where: \.isPath) else { return }
        throw ValidationError(message: "Specify one font. Put a path with spaces in quotation marks.")
    }
}

extension ArgumentHelp {
    /// The help on targets of which there may be several.
    static let registeredFonts = ArgumentHelp(
        "Families, full names, PostScript names, patterns, files, folders or ids.", valueName: "font")
}

/// An enumeration whose cases are typed as words, in lower or upper case.
protocol WordArgument: ExpressibleByArgument, CaseIterable, RawRepresentable, Sendable where RawValue == String {}

extension WordArgument {
    init?(argument: String) {
        guard let value = Self(rawValue: argument.lowercased()) ?? Self(rawValue: argument) else { return nil }
        self = value
    }
}

extension FamilyStyleSheet.Format: WordArgument {}
extension FontForm: WordArgument {}
extension FontPolicy.Install: WordArgument {}
extension FontPolicy.Use: WordArgument {}
extension FontPolicy.Activation: WordArgument {}
extension FontPolicy.Download: WordArgument {}
extension FontPolicy.Manage: WordArgument {}
extension FontPolicy.DesktopHelper: WordArgument {}

/// A typed path.
///
/// An empty path is rejected, since it most likely comes from an unset variable in a script.
struct PathArgument: TextArgument {
    var text: String

    /// Returns the URL of a text, for example from a browser; nil for a path.
    static func url(_ text: String) -> URL? {
        guard let end = text.firstRange(of: "://")?.lowerBound, end > text.startIndex,
            text[..<end].utf8.allSatisfy({ $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ".") })
        else { return nil }
        return URL(string: text)
    }

    static var defaultCompletionKind: CompletionKind { .file() }
}
