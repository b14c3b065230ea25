import ArgumentParser

/// A path as a person types it.
///
/// The empty path is nobody's intention: an unset variable in a script, most likely.
struct PathArgument: ExpressibleByArgument, Sendable, Hashable {
    var text: String

    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        text = argument
    }

    static var defaultCompletionKind: CompletionKind { .file() }
}
