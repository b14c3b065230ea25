import FontModel
import Fontconfig

extension Doctor {
    /// Checks that fontconfig's configuration has the rules for the fonts that the user hides, and obeys them.
    mutating func examineRules(repair: Bool) throws(FontError) {
        let hidden = try registrar.read { database, _ in try database?.hiddenFonts() ?? HiddenFonts() }
        let present = (try? fileContents(paths.rejectRules)) ?? nil
        let wanted = hidden.hiddenFonts.isEmpty ? nil : Array(hidden.rules.document.utf8)
        if present != wanted {
            if repair { try registrar.projection.apply(hidden.rules) }
            note(
                "rules-stale", .error, "\(paths.rejectRules) does not match the fonts that you have hidden.",
                "Run `fontctl doctor --repair`, which writes it again.", isRepaired: repair)
        }
        guard !hidden.hiddenFonts.isEmpty, present == wanted || repair,
            let fonts = try? SystemFonts.load(configurationFile: registrar.context.fontconfigFile)
        else { return }
        let places = Set(hidden.hiddenFonts.map(\.place))
        let seen = fonts.entries.filter { places.contains(HiddenFont.Place(path: $0.path, index: $0.face.index)) }
        guard let first = seen.first else { return }
        note(
            "hidden-font-seen", .warning,
            "Programs see \(counted(seen.count, "font")) that you have hidden, such as \(first.path): the configuration does not read \(paths.rejectRules), or accepts the file elsewhere.",
            "Look for <acceptfont> in the files that `fc-conflist` lists, and for \(paths.rejectRules) itself.")
    }
}
