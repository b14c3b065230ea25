import ArgumentParser
import FontRegistry

/// A non-empty word, such as a font's name or a provider's id.
struct NameArgument: ExpressibleByArgument, Sendable, Hashable {
    var text: String

    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        text = argument
    }
}

/// A typed reference to registered fonts: a name, a pattern, a file, a folder or a registration's id.
struct TargetArgument: ExpressibleByArgument, Sendable, Hashable {
    var text: String

    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        text = argument
    }

    /// Returns the target, which is a file if the text contains a slash or if there is a file of that name.
    func target(in context: FontctlContext) throws(FontError) -> FontTarget {
        if text.contains("/") { return .file(try context.absolute(text)) }
        guard let path = try? context.absolute(text), AbsolutePath.isFile(path) else { return .any(text) }
        return .file(path)
    }
}
