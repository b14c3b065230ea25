import FontAdvice
import FontRegistry

extension SummaryReport {
    /// The subject of a remark; remarks of the same kind are combined.
    private enum RemarkKind: Hashable {
        case copy, hiding, instance, lacking, otherForm, unrecorded, weights
        case hidden(ProgramView.Reason)
    }

    /// A remark about a successful outcome.
    private typealias Remark = (kind: RemarkKind, line: String)

    /// The number of outcomes above which lines of the same kind are combined, of which then only a few are shown.
    static let (mostAlike, shownAlike) = (5, 3)

    /// The remarks about successful outcomes; of many of the same kind, only the first few are listed.
    var remarks: [String] {
        Self.lines(
            summary.outcomes.filter(\.isSuccess).flatMap { outcome in
                switch operation {
                case .change: changeRemarks(outcome)
                case .register: viewRemarks(outcome) + lackingRemarks(outcome)
                case .untag: [Remark]()
                }
            })
    }

    /// The remarks about fonts that are no longer registered, because a replacement lacks them.
    var warnings: [String] {
        guard registering != nil else { return [] }
        return Self.lines(
            summary.outcomes.filter { $0.isSuccess && $0.takenInstead == nil }.flatMap(lackingRemarks))
    }

    private static func lines(_ remarks: [Remark]) -> [String] {
        var order: [RemarkKind] = []
        var groups: [RemarkKind: [String]] = [:]
        for remark in remarks {
            if groups[remark.kind] == nil { order.append(remark.kind) }
            guard groups[remark.kind]?.contains(remark.line) != true else { continue }
            groups[remark.kind, default: []].append(remark.line)
        }
        return order.flatMap { kind -> [String] in
            let lines = groups[kind] ?? []
            guard lines.count > mostAlike else { return lines }
            return lines.prefix(shownAlike) + [tr("The same applies to \(lines.count - shownAlike) more.")]
        }
    }

    private func changeRemarks(_ outcome: FontOutcome) -> [Remark] {
        guard let registration = outcome.registration else { return hidingRemarks(outcome) }
        let files = copies[registration.id] ?? []
        var remarks: [Remark] = []
        if !files.isEmpty {
            // The path from which the font was registered means the file there, too, as the registration is disabled.
            let command = ShellWords.line(["fontctl", "disable"], operands: files)
            let owned = files.compactMap { owners[$0]?.explanation }
            let list = files.joined(separator: ", ")
            let shown =
                owned.isEmpty
                ? Message(
                    for: files.count, one: "Programs still show a copy that is not registered, \(list).",
                    many: "Programs still show copies that are not registered, \(list).")
                : Message(
                    for: files.count, one: "Programs still show a copy, \(list).",
                    many: "Programs still show copies, \(list).")
            let advice = Message(
                for: files.count, one: "`\(command)` hides it, too.", many: "`\(command)` hides them, too.")
            remarks.append((.copy, "\(outcome.item): \(tr(Message([shown, advice] + owned)))"))
        }
        let unrecorded = unrecorded[registration.id] ?? []
        if !unrecorded.isEmpty {
            let list = unrecorded.joined(separator: ", ")
            let line = Message(
                for: unrecorded.count,
                one:
                    "Programs still show \(list), which is in fontd's font folder but in no record of fontd. `fontctl doctor` says what to do with it.",
                many:
                    "Programs still show \(list), which are in fontd's font folder but in no record of fontd. `fontctl doctor` says what to do with them."
            )
            remarks.append((.unrecorded, "\(outcome.item): \(tr(line))"))
        }
        guard !isDryRun, !registration.faces.contains(where: { $0.postscriptName == outcome.item }) else {
            return remarks
        }
        return remarks + instanceRemarks(outcome.item, among: registration.faces, in: registration.file)
    }

    /// Returns the remarks about fonts of the system that were hidden.
    private func hidingRemarks(_ outcome: FontOutcome) -> [Remark] {
        guard outcome.status == .disabled, !outcome.systemFonts.isEmpty else { return [] }
        let count = counted(outcome.systemFonts.count, "system font")
        // The item of an undone or redone operation is the family, of which other fonts may be hidden, too.
        let showing =
            isReversal ? "fontctl \(reversal)" : ShellWords.line(["fontctl", "enable"], operands: [outcome.item])
        let advice: Message? = isReversal && isDryRun ? nil : "`\(showing)` shows hidden fonts again."
        let text: Message =
            switch (isDryRun, FontctlContext.current.isOfAllUsers) {
            case (true, true): "To hide from the programs of all users, except for those in sandboxes: \(count)."
            case (true, false): "To hide from your programs, except for those in sandboxes: \(count)."
            case (false, true): "Hidden from the programs of all users, except for those in sandboxes: \(count)."
            case (false, false): "Hidden from your programs, except for those in sandboxes: \(count)."
            }
        let seen = outcome.systemFonts.compactMap(\.path).first(where: stillSeen.contains)
        let line: Message =
            if let seen {
                "Programs still see \(seen): fontconfig's configuration does not read fontd's rule, or accepts the file elsewhere. `fontctl doctor` reports the cause."
            } else {
                Message([text, advice].compactMap(\.self))
            }
        return [(.hiding, "\(outcome.item): \(tr(line))")]
            + instanceRemarks(
                outcome.item, among: outcome.systemFonts.map(\.face), in: outcome.systemFonts[0].path ?? "")
    }

    /// Returns the remark that a name means only one style of a font.
    private func instanceRemarks(_ name: String, among faces: [FontFace], in file: String) -> [Remark] {
        let isInstance = faces.contains { face in
            face.postscriptName != name && face.instances.contains { $0.postscriptName == name }
        }
        guard isInstance else { return [] }
        let fact = tr("This is a style of the variable font \(file), which changed as a whole.")
        return [(.instance, "\(name): \(fact)")]
    }

    /// Returns the remarks on what programs make of a registered font.
    private func viewRemarks(_ outcome: FontOutcome) -> [Remark] {
        let id = outcome.registration?.id
        var remarks: [Remark] = []
        if let hidden = views.hidden(id) {
            let sentence = tr(hidden.sentence(package: views.package(hidden)))
            remarks.append((.hidden(hidden.reason), "\(outcome.item): \(sentence)"))
        }
        let weights = views.weights(id)
        if !weights.isEmpty {
            remarks.append((.weights, "\(outcome.item): \(ProgramView.weightsText(weights))"))
        }
        return remarks
    }

    private func lackingRemarks(_ outcome: FontOutcome) -> [Remark] {
        guard !outcome.lacking.isEmpty else { return [] }
        let names = outcome.lacking.listText
        if let taken = outcome.takenInstead {
            let fact = tr(
                "The variable file was chosen although static files are preferred, because only it contains \(names).")
            return [(.otherForm, "\(taken): \(fact)")]
        }
        let fact: Message =
            isDryRun
            ? "It lacks fonts of the replaced file, which would no longer be registered: \(names)."
            : "It lacks fonts of the replaced file, which are no longer registered: \(names)."
        let undo: Message = "`fontctl undo` undoes the replacement."
        let line = summary.operation == nil || registering == nil ? fact : Message([fact, undo])
        return [(.lacking, "\(outcome.item): \(tr(line))")]
    }
}
