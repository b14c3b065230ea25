import FontModel
import Fontconfig

extension Doctor {
    /// Checks for enabled registrations that have no file name in the font folders.
    mutating func examinePlacements() throws(FontError) {
        let rows = try registrar.read { database, session in
            try database?.registrations(.enabledWithoutPlace, session: session) ?? []
        }
        guard let first = rows.first else { return }
        if repair {
            _ = try registrar.commit(try registrar.writingDatabase()) { try $0.placeAgain() }
        }
        note(
            "font-not-placed", .error,
            "No path in the font folders is assigned to \(counted(rows.count, "enabled font")), such as \(first.file).",
            "Run `fontctl doctor --repair` to show them again.", isRepaired: repair)
    }

    /// Compares the enabled registrations with the fonts that fontconfig lists, which are those that programs see.
    mutating func examineListing() throws(FontError) {
        guard let configuration = registrar.context.fontConfiguration,
            // This was already reported and would apply to every font.
            !findings.contains(where: { $0.id == "folder-not-configured" })
        else { return }
        let wanted = try registrar.read { [paths] database, session in
            try database?.registrations(.enabled, session: session).map { (row: $0, path: $0.path(paths)) }
                ?? []
        }
        guard !wanted.isEmpty else { return }
        let fonts = try fonts()
        let listed = (0..<fonts.count).map { fonts.entryWithoutLanguages($0).path }
        let known = Set(listed)
        var unlisted = wanted.filter { !($0.path.map(known.contains) ?? false) }
        guard !unlisted.isEmpty else { return }
        // fontconfig may list the same file under another path of its folder, as through a link.
        let files = Set(listed.compactMap(Fingerprint.Identity.init(of:)))
        unlisted.removeAll { $0.path.flatMap(Fingerprint.Identity.init(of:)).map(files.contains) ?? false }
        // Fonts that fontconfig found and its configuration rejects are reported by `examineShown`.
        let hidden = unlisted.filter { !isScanned($0.path, configuration) }
        guard let first = hidden.first else { return }
        note(
            "font-not-listed", .error,
            "fontconfig does not list \(counted(hidden.count, "enabled font")), such as \(first.row.file).",
            "Run `fontctl doctor --repair`; register the original again if the problem persists.")
    }

    /// Whether fontconfig's cache has fonts of a file, even if the configuration rejects them.
    private func isScanned(_ path: String?, _ configuration: FontConfiguration) -> Bool {
        guard let path, let slash = path.lastIndex(of: "/"),
            let files = configuration.files(cachedIn: String(path[..<slash]))
        else { return false }
        return files.contains(String(path[path.index(after: slash)...]))
    }

    /// Checks for enabled fonts that the user's fontconfig configuration rejects.
    mutating func examineShown() throws(FontError) {
        let shown = ShownFonts(registrar)
        let rejected = try registrar.registered(scope: nil, state: .enabled, provider: nil).filter {
            shown.concealment(of: $0) == .rejected
        }
        guard let first = rejected.first else { return }
        let configuration = registrar.context.fontConfiguration
        let files =
            first.path.flatMap { configuration?.filesRejecting($0, face: first.faces.first?.index ?? 0) } ?? []
        let name = "\(first.faces.first?.postscriptName ?? first.file) (\(first.id))"
        var messages: [Message] = [
            rejected.count == 1
                ? "fontconfig's configuration rejects the registered font \(name): programs do not see it."
                : "fontconfig's configuration rejects \(rejected.count) registered fonts, such as \(name): programs do not see them."
        ]
        if !files.isEmpty { messages.append("The rule is in \(files.joined(separator: ", ")).") }
        note(
            "font-rejected", .warning, Message(messages),
            "Run `fontctl why \(first.id)` for the command that shows it to programs, or disable the fonts with `fontctl disable`."
        )
    }
}
