import FontModel
import Fontconfig
import Glibc

extension Doctor {
    /// Checks that fontconfig's configuration has the rules that hide files and fonts, and obeys those for the fonts that
    /// the user hides.
    mutating func examineRules(hiding files: [HiddenFile], fonts: HiddenFonts) throws(FontError) {
        let rules = RejectRules(hiding: files, fonts: fonts, paths)
        let isWritten = try isCurrent(rules.document, at: paths.rejectRules)
        if let login = paths.loginRules, try !isCurrent(rules.loginDocument, at: login) {
            if repair { try rules.writeForLogin(paths) }
            note(
                "rules-stale", .error,
                "\(login) does not list the files of replaced, disabled and unregistered fonts that the next login removes. If it is an older copy, the next login may remove a font that is shown.",
                "Run `fontctl doctor --repair` to write it again.", isRepaired: repair)
        }
        if !isWritten {
            if repair {
                try registrar.projection.synchronize([], knowing: KnownContents([]), rules: rules)
            }
            note(
                "rules-stale", .error,
                "\(paths.rejectRules) lacks rules that hide replaced, disabled and unregistered fonts, and fonts that you have hidden, from programs.",
                "Run `fontctl doctor --repair` to write it again.", isRepaired: repair)
        }
        guard !fonts.hiddenFonts.isEmpty, isWritten || repair,
            let system = try? self.fonts()
        else { return }
        let places = Set(fonts.hiddenFonts.map(\.place))
        let seen = system.entries.filter { places.contains(HiddenFont.Place(path: $0.path, index: $0.face.index)) }
        guard let first = seen.first else { return }
        note(
            "hidden-font-seen", .warning,
            "Programs see \(counted(seen.count, "font")) that you have hidden, such as \(first.path): the configuration does not read \(paths.rejectRules), or accepts the file elsewhere.",
            "Look for <acceptfont> in the files that `fc-conflist` lists, and for \(paths.rejectRules) itself.")
    }

    /// Whether a file has a text, or does not exist if it shall have none.
    private func isCurrent(_ text: String?, at path: String) throws(FontError) -> Bool {
        guard let text else { return access(path, F_OK) != 0 }
        return try fileContents(path) == Array(text.utf8)
    }
}
