import ArgumentParser
import FontModel

/// The flags that may also stand before the command.
enum LeadingFlags {
    static let json = "--json"
    static let all: Set<String> = [json, StoreChoice.flag]
}

/// The choice between the user's store and the store of all users.
///
/// It is made before a command line is parsed, because changes start to read fontconfig's configuration earlier, which
/// differs.
enum StoreChoice {
    static let flag = "--system"

    /// Returns whether a command line selects the store of all users, and removes the flag if it is before the command.
    ///
    /// - Throws: `ValidationError` if the command has no such store.
    static func isOfAllUsers(_ arguments: inout [String]) throws -> Bool {
        // Looking up the conformance of a command takes longer than most of the start.
        guard arguments.contains(flag) else { return false }
        let isFirst = arguments.first == flag
        if isFirst { arguments.removeFirst() }
        let named = NamedCommand.of(arguments)
        guard !named.isGroup else { return isFirst }
        let command = named.type
        if command == Download.self {
            // It has a flag of its own, which prints how an administrator installs fonts.
            if isFirst { arguments.insert(flag, at: named.words.count) }
            return false
        }
        // After `watch` the flag has another meaning.
        let hasFlag = isFirst || command != Watch.self && arguments.prefix { $0 != "--" }.contains(flag)
        guard !hasFlag || command == Watch.self || command is any StoreCommand.Type else {
            throw ValidationError(
                message: "`fontctl \(named.name)` does not support --system. \(reason(named)) Omit --system.")
        }
        return hasFlag
    }

    /// Returns what a command without a store of all users uses, and the command to use instead, as sentences.
    private static func reason(_ command: NamedCommand) -> Message {
        switch command.type {
        case is Adopt.Type:
            "It registers the files in your own font folders. For all users, run `sudo fontctl --system register FILE`."
        case is Validate.Type: "It checks files independently of a store."
        case _ where command.words.first == Catalog._commandName:
            "Catalogues for all users are files in /etc/fontd/catalogs.d."
        default: "It uses the fonts that your programs see, including those of all users."
        }
    }

    /// Returns text with the commands in its advice changed to those for the store of all users.
    static func advice(_ text: [UInt8]) -> [UInt8] {
        var advice = String(decoding: text, as: UTF8.self)
        guard advice.contains("fontctl ") else { return text }
        for name in NamedCommand.all.filter({ $0.type is any StoreCommand.Type }).map(\.name) {
            // Commands in sentences, and those on lines of their own.
            for (start, end) in [("`", " "), ("`", "`"), ("\n  ", " "), ("&& ", " ")] {
                advice = advice.replacing(
                    "\(start)fontctl \(name)\(end)", with: "\(start)sudo fontctl --system \(name)\(end)")
            }
        }
        return Array(advice.utf8)
    }
}
