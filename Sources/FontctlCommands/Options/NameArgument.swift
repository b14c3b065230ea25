import ArgumentParser
import FontRegistry

/// A word that may not be empty: a font's name, a provider's id.
struct NameArgument: ExpressibleByArgument, Sendable, Hashable {
    var text: String

    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        text = argument
    }
}

/// A registered font as a person names it: a file, a PostScript name or a registration's id.
struct TargetArgument: ExpressibleByArgument, Sendable, Hashable {
    var text: String

    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        text = argument
    }

    /// What is meant: with a slash in it, or beside a file of that name, a file.
    func target(in context: FontctlContext) throws(FontError) -> FontTarget {
        if text.contains("/") { return .file(try context.absolute(text)) }
        guard let path = try? context.absolute(text), AbsolutePath.isFile(path) else { return .any(text) }
        return .file(path)
    }
}

extension [TargetArgument] {
    func targets(in context: FontctlContext) throws(FontError) -> [FontTarget] {
        var targets: [FontTarget] = []
        for argument in self { targets.append(try argument.target(in: context)) }
        return targets
    }
}
