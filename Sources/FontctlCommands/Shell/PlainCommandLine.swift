import ArgumentParser

/// A command line of a command and words alone, as people type it.
///
/// The parser inspects the declarations of a command, and Swift looks up dozens of types in all conformances of the program
/// for it. This takes half as long as the whole of `fc-match`, and is not needed where nothing is an option.
enum PlainCommandLine {
    /// Returns the command of a command line; nil if the parser has to read it, which also reports what is wrong with it.
    static func command(_ arguments: [String]) -> (any AsyncParsableCommand)? {
        let words = arguments.dropFirst()
        guard words.allSatisfy({ !$0.isEmpty && !$0.hasPrefix("-") }) else { return nil }
        switch arguments.first {
        case "families":
            var command = Families()
            command.names = words.map(NameArgument.init(text:))
            command.category = nil
            command.filter = LanguageOption()
            command.filter.language = nil
            command.options = options
            return command
        case "list":
            var command = List()
            command.fonts = words.map(TargetArgument.init(text:))
            command.selection = SelectionOptions()
            command.selection.family = nil
            command.selection.tag = nil
            command.selection.filter = ScopeFilter()
            command.selection.filter.scope = nil
            command.provider = nil
            command.state = nil
            command.form = nil
            command.options = options
            return command
        case "resolve" where !words.isEmpty:
            var command = Resolve()
            command.words = words.map(TargetArgument.init(text:))
            command.options = options
            return command
        case "why" where !words.isEmpty:
            var command = Why()
            command.words = words.map(TargetArgument.init(text:))
            command.program = nil
            command.options = options
            return (try? command.validate()).map { command }
        default: return nil
        }
    }

    /// The options where none is given.
    private static var options: StoreOptions {
        var options = StoreOptions()
        options.system = false
        options.output = OutputOptions()
        options.output.json = false
        return options
    }
}
