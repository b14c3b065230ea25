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
    /// A text that begins like a path, or is a URL, is one; without such a file it may be a name that begins so. Any other
    /// is first a path if it contains a slash or if there is a file of that name, and else a name; a family may be named
    /// “A/B Sans”, and a folder that fonts were registered from may have been deleted.
    func meanings(in context: FontctlContext, by manager: FontManager) async throws(FontError) -> [FontTarget] {
        if isPath {
            let path = try context.absolute(text)
            guard !Self.exists(path), await isName(by: manager) else { return [.file(path)] }
            return [.file(path), .any(text)]
        }
        guard let path = try? context.absolutePath(text) else { return [.any(text)] }
        let isLikelyPath = text.contains("/") || AbsolutePath.exists(path) && !AbsolutePath.isFolder(path)
        return isLikelyPath ? [.file(path), .any(text)] : [.any(text), .file(path)]
    }

    /// Returns the file that the text names if there is one, else the name; nil if the fonts tell which.
    func file(in context: FontctlContext) throws(FontError) -> String? {
        let path = isPath ? try context.absolute(text) : try? context.absolutePath(text)
        guard let path, Self.exists(path), isPath || text.contains("/") || !AbsolutePath.isFolder(path) else {
            return nil
        }
        context.given.remember(text, as: path)
        return path
    }

    /// Returns the file, folder or place in an archive that the text names if there is one, else the name; a single word is
    /// a folder only if no font has that name.
    func target(in context: FontctlContext, by manager: FontManager) async throws(FontError) -> FontTarget {
        if let file = try file(in: context) { return .file(file) }
        guard let path = try? context.absolutePath(text), isPath || AbsolutePath.exists(path) else { return .any(text) }
        if await isName(by: manager) { return .any(text) }
        context.given.remember(text, as: path)
        return .file(path)
    }

    /// Whether there is a file or folder at a path, or the path leads into an archive.
    private static func exists(_ path: String) -> Bool {
        AbsolutePath.exists(path) || FontFile.isArchived(path)
    }

    /// Whether a font, in any state, has the text as a name; false if that cannot be told.
    private func isName(by manager: FontManager) async -> Bool {
        guard PathArgument.url(text) == nil else { return false }
        if let registered = try? await manager.registrations(answeringTo: text), !registered.isEmpty { return true }
        return (try? await manager.isOfSystem(text)) ?? false
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
        func isFile(_ argument: TargetArgument) -> Bool {
            (try? FontctlContext.current.absolutePath(argument.text)).map(AbsolutePath.isFile) ?? false
        }
        // The words of a name, or of a path with spaces, may be names of files, too.
        guard count > 1,
            contains(where: \.isPath)
                || !isFile(joined) && (contains { $0.text.contains("/") && isFile($0) } || allSatisfy(isFile))
        else { return }
        throw ValidationError(message: "Specify one font. Put a path with spaces in quotation marks.")
    }
}

extension FontManager {
    /// Whether a font of the system, seen or hidden, has a name.
    func isOfSystem(_ name: String) async throws(FontError) -> Bool {
        if try await !systemFonts(answeringTo: name).isEmpty { return true }
        return try await !hiddenFonts(meantBy: .any(name)).isEmpty
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
