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
        guard let path = try? context.absolutePath(text), AbsolutePath.isFile(path) else { return .any(text) }
        return .file(try context.absolute(text))
    }
}

extension [TargetArgument] {
    /// All texts as the words of one name, which needs no quotation marks.
    ///
    /// - Precondition: There is a text.
    var joined: TargetArgument {
        guard let joined = TargetArgument(argument: map(\.text).joined(separator: " ")) else {
            preconditionFailure("an empty argument")
        }
        return joined
    }

    /// Checks that several texts are not paths.
    func validateJoined() throws {
        guard count > 1, contains(where: { $0.text.contains("/") }) else { return }
        throw ValidationError("Specify one font; a path with spaces needs quotation marks.")
    }
}
