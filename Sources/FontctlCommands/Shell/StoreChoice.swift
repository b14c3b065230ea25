import ArgumentParser
import FontModel
import FontRegistry
import Glibc

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
        guard let name = arguments.first, let command = Fontctl.command(named: name) else { return isFirst }
        let isStoreCommand = command is any StoreCommand.Type
        // After `watch` the flag has another meaning.
        let hasFlag = isFirst || command != Watch.self && arguments.prefix { $0 != "--" }.contains(flag)
        guard !hasFlag || isStoreCommand || command == Watch.self else {
            throw ValidationError(
                "`fontctl \(name)` does not support --system. \(reason(command)) Omit --system.")
        }
        return hasFlag
    }

    /// Returns what a command without a store of all users uses, and the command to use instead, as sentences.
    private static func reason(_ command: any ParsableCommand.Type) -> String {
        switch command {
        case is Adopt.Type:
            "It registers the files in your own font folders. For all users, run `sudo fontctl --system register FILE`."
        case is Validate.Type: "It checks files independently of a store."
        default: "It uses the fonts that your programs see, including those of all users."
        }
    }

    /// Returns text with the commands in its advice changed to those for the store of all users.
    static func advice(_ text: [UInt8]) -> [UInt8] {
        var advice = String(decoding: text, as: UTF8.self)
        guard advice.contains("fontctl ") else { return text }
        for name in Fontctl.commandNames where Fontctl.command(named: name) is any StoreCommand.Type {
            // Commands in sentences, and those on lines of their own.
            for (start, end) in [("`", " "), ("`", "`"), ("\n  ", " "), ("&& ", " ")] {
                advice = advice.replacing(
                    "\(start)fontctl \(name)\(end)", with: "\(start)sudo fontctl --system \(name)\(end)")
            }
        }
        return Array(advice.utf8)
    }
}

/// The relation between the user of a command and the owner of the store.
enum StoreUser {
    /// Returns the user who started the command with `sudo`, if the store belongs to root.
    ///
    /// - Parameter environment: The environment as `NAME=value`.
    static func behindSudo(_ environment: [[CChar]], _ paths: FontPaths) -> String? {
        guard geteuid() == 0, paths.storeOwner == 0 else { return nil }
        let prefix = "SUDO_USER=".utf8.map { CChar(bitPattern: $0) }
        let user = environment.first { $0.starts(with: prefix) }.map { entry in
            String(
                decoding: entry.dropFirst(prefix.count).prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        return user == "root" || user == "" ? nil : user
    }

    /// Drops root privileges permanently and continues as the owner of a store, so that root owns no files in it.
    ///
    /// - Throws: `registrationFailed` (301) if the system refuses.
    static func become(_ owner: UInt32) throws(FontError) {
        let entry = getpwuid(owner)
        let group = entry?.pointee.pw_gid ?? owner
        let groups = entry.map { initgroups($0.pointee.pw_name, group) } ?? setgroups(0, nil)
        guard groups == 0, setgid(group) == 0, setuid(owner) == 0 else {
            throw FontError(
                .registrationFailed,
                "This process cannot act as \(FontPaths.name(of: owner)), who owns the store. Run it as that user.",
                cause: .store(.unavailable, detail: "setuid \(owner)"))
        }
        // The session of root is not the owner's.
        var status = stat()
        if let folder = getenv("XDG_RUNTIME_DIR"), stat(folder, &status) != 0 || status.st_uid != owner {
            unsetenv("XDG_RUNTIME_DIR")
        }
    }
}
