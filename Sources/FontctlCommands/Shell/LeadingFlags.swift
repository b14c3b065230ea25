/// The flags that may also stand before the command.
enum LeadingFlags {
    static let json = "--json"
    static let all: Set<String> = [json, StoreChoice.flag]

    /// Moves `--json` behind the command, where the parser expects it.
    ///
    /// Before anything else than a command it has no meaning, and is left out.
    static func place(_ arguments: inout [String]) {
        let flags = arguments.prefix(while: all.contains)
        guard flags.contains(json) else { return }
        let rest = arguments.dropFirst(flags.count)
        let isOfAllUsers = flags.contains(StoreChoice.flag)
        let command = rest.first.flatMap { name in Fontctl.commandNames.contains(name) ? name : nil }
        arguments =
            (isOfAllUsers ? [StoreChoice.flag] : []) + (command.map { [$0, json] } ?? [])
            + (command == nil ? Array(rest) : Array(rest.dropFirst()))
    }
}
