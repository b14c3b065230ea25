import FontModel
import Glibc

extension Doctor {
    /// Checks that the database is not older than the files beside it.
    mutating func examineTraces() throws(FontError) {
        guard let lost = try registrar.lostRegistrations() else { return }
        examineGone(lost.gone)
        guard !lost.isEmpty else { return }
        let report = repair ? try registrar.restore(lost, try registrar.writingDatabase()) : nil
        let count = lost.missing.reduce(lost.unnamed.count) { $0 + $1.registrations.count }
        let example =
            lost.missing.first?.registrations.first?.file ?? lost.shown.first?.file
            ?? lost.stored.first.map(objects.path)
        let fault: Message =
            if let generation = lost.generation {
                "The database is older than the store, for example restored from a backup: the store has reached generation \(generation)."
            } else {
                "The database lacks registrations that the metadata files contain."
            }
        var messages: [Message] = [fault]
        if count > 0 { messages.append(Self.lacking(counted(count, "registration"), example)) }
        if let report { messages.append("Restored: \(counted(report.registrations, "registration")).") }
        note(
            lost.generation == nil ? "registrations-lost" : "database-behind", .error,
            Message(messages),
            "Run `fontctl doctor --repair` to register them again; this removes nothing.",
            isRepaired: report.map { $0.registrations > 0 || $0.unreadable.isEmpty } ?? false)
        for (hash, reason) in report?.unreadable ?? [] { noteUnreadable(hash, reason) }
        noteUnknown(report?.unnamed ?? [])
    }

    private static func lacking(_ count: Message, _ example: String?) -> Message {
        if let example { "It lacks \(count), such as \(example)." } else { "It lacks \(count)." }
    }

    mutating func examineGone(_ gone: [Sidecar]) {
        for entry in gone.flatMap(\.registrations) {
            note(
                "font-gone", .warning,
                "\(entry.file) was registered, but neither its database record nor its contents exist.",
                repair
                    ? "Register the file again."
                    : "Register the file again; `fontctl doctor --repair` removes the record.")
        }
    }

    /// Reports what a repair could not restore, because only the files of fonts were left.
    ///
    /// - Parameter names: The PostScript names of these fonts.
    mutating func noteUnknown(_ names: [String]) {
        guard let first = names.first else { return }
        note(
            "facts-unknown", .warning,
            names.count == 1
                ? "\(first) was registered again from its file alone. Whether it was disabled, its tags and its owner are unknown: it is registered for the user, without tags."
                : "\(names.count) fonts, such as \(first), were registered again from their files alone. Which of them were disabled, their tags and their owners are unknown: they are registered for the user, without tags.",
            "Check them with `fontctl list`. Disable them again with `fontctl disable`, also system fonts that you had hidden, and add tags with `fontctl tag add`; or import an earlier export with `fontctl import`."
        )
    }

    mutating func noteUnreadable(_ hash: String, _ reason: Message) {
        // A rebuild reports the file already, and it is read again with the other traces.
        guard !findings.contains(where: { $0.id == "object-unreadable" && $0.message.contains(hash) }) else { return }
        let kept = objects.path(hash) + ".damaged"
        let isKept = access(kept, F_OK) == 0
        note(
            "object-unreadable", isKept ? .warning : .error, "The stored file \(hash) was not imported: \(reason)",
            isKept
                ? "It is kept as \(kept); register the original again."
                : "When that file can be read, run `fontctl doctor --repair` again, or register it.")
    }
}

extension Registrar {
    /// Returns the registrations that the database lacks, or nil if there is no store.
    fileprivate func lostRegistrations() throws(FontError) -> LostRegistrations? {
        guard try read({ database, _ in database != nil }) else { return nil }
        return try lostRegistrations(try readableDatabase())
    }
}
