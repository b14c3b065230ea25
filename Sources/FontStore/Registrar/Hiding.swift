import FontModel
import Fontconfig
import GRDB

/// Hiding fonts outside of fontd's folders from programs, or showing hidden ones again.
struct Hiding {
    private let hides: Bool
    private let foreign: SystemFontCache
    /// The faces that programs saw before.
    private let shown: [HiddenFont]

    init(_ hides: Bool, _ foreign: SystemFontCache) {
        self.hides = hides
        self.foreign = foreign
        shown = foreign.hideable
    }

    /// Whether a target with registrations may mean fonts outside of fontd's folders, too: a family, and a path, once
    /// there is nothing to change about its registrations.
    ///
    /// Programs see a font of the system at its own path, although it was registered from there.
    static func isMeant(
        by target: FontTarget, besides rows: [RegistrationRow], hides: Bool, in database: Database
    ) throws -> Bool {
        if case .family = target.kind { return try hides || !database.hiddenFonts().hiddenFonts.isEmpty }
        return target.path?.contains("/") ?? false && rows.allSatisfy { $0.isEnabled != hides }
    }

    /// Whether programs see a font that a target means.
    func concerns(_ target: FontTarget) -> Bool { !HiddenFont.selection(of: target, among: shown).fonts.isEmpty }

    /// Whether a target is the path of a font that programs see, or that is hidden from them.
    func isFile(_ target: FontTarget, _ operation: StoreOperation) throws -> Bool {
        guard let path = target.path else { return false }
        return try shown.contains { $0.path.hasBytes(of: path) }
            || operation.database.hiddenFonts().hiddenFonts.contains { $0.path.hasBytes(of: path) }
    }

    /// Hides or shows the fonts that a target means.
    ///
    /// A font that was hidden with its family and is now hidden on its own stays hidden when its family is shown beside a
    /// registered font of its style.
    ///
    /// - Parameters:
    ///   - registered: Registered fonts in whose place no font is shown that was hidden on its own.
    ///   - isWithFamily: Whether the fonts, hidden ones included, are hidden with their family; nil as the target says.
    /// - Returns: The outcome; nil if the target means none.
    func carryOut(
        _ target: FontTarget, _ operation: StoreOperation, besides registered: [FontFace] = [],
        withFamily isWithFamily: Bool? = nil
    ) throws -> FontOutcome? {
        let hidden = try operation.database.hiddenFonts().hiddenFonts
        let places = Set(hidden.map(\.place))
        let selection = HiddenFont.selection(
            of: target, among: hidden + shown.filter { !places.contains($0.place) })
        guard !selection.fonts.isEmpty else { return nil }
        if !selection.meanings.isEmpty { return .failed(target.text, .ambiguous(target, selection, hides: hides)) }
        // A font that was hidden on its own may have been hidden in favour of the registered one.
        var changing = selection.fonts.filter { font in
            places.contains(font.place) != hides
                && (font.isHiddenWithFamily || !registered.contains { $0.isSameStyle(as: font.face) })
        }
        do throws(FontError) {
            if hides {
                try Self.check(changing, besides: places, foreign)
                if !changing.isEmpty { try RuleFile.refuseForeign(operation.paths) }
            }
        } catch {
            return .failed(target.text, error)
        }
        if hides {
            // A family does not include what was hidden on its own before.
            if isWithFamily != nil || !selection.isFamily {
                changing += selection.fonts.filter { places.contains($0.place) }
            }
            for place in changing.indices { changing[place].isHiddenWithFamily = isWithFamily ?? selection.isFamily }
            let decisions = Set(hidden.map(\.decision))
            changing.removeAll { decisions.contains($0.decision) }
        }
        try operation.setHidden(hides, changing)
        return FontOutcome(
            item: target.text, status: changing.isEmpty ? .unchanged : hides ? .disabled : .enabled,
            systemFonts: (changing.isEmpty ? selection.fonts : changing).map(\.descriptor))
    }

    /// Hides or shows the fonts that a target with registrations means, too.
    ///
    /// A family means all of its fonts. When it is shown, a font that was hidden on its own remains hidden if a registered
    /// one shows its style.
    /// - Parameter outcomes: The outcomes of the registrations.
    /// - Returns: The outcome; nil if nothing changes.
    func carryOut(
        _ target: FontTarget, besides outcomes: [FontOutcome], _ operation: StoreOperation
    ) throws -> FontOutcome? {
        var registered: [FontFace] = []
        if case .family = target.kind {
            registered = hides ? [] : outcomes.compactMap(\.registration).filter(\.isEnabled).flatMap(\.faces)
        } else {
            guard try isFile(target, operation), outcomes.allSatisfy({ $0.status == .unchanged }) else { return nil }
        }
        let outcome = try carryOut(target, operation, besides: registered)
        return outcome?.status == .unchanged ? nil : outcome
    }

    /// Hides the fonts of an export, with their families or on their own as there.
    ///
    /// One that is not on this machine needs nothing.
    func carryOut(_ names: [FontManifest.Hidden], _ operation: StoreOperation) throws -> [FontOutcome] {
        try names.map { name in
            let target = FontTarget.name(name.postscriptName)
            let hidden = try operation.database.hiddenFonts().hiddenFonts
            let family = HiddenFont.selection(of: .family(name.family), among: hidden + shown).fonts
            guard !HiddenFont.selection(of: target, among: family).fonts.isEmpty,
                let outcome = try carryOut(target, operation, withFamily: name.isHiddenWithFamily == true)
            else { return FontOutcome(item: name.postscriptName, status: .unchanged) }
            return outcome
        }
    }

    /// Checks that programs still have a font for texts without some fonts.
    ///
    /// - Throws: `systemRequired` (203).
    static func check(
        _ fonts: [HiddenFont], besides hidden: Set<SystemFonts.Place>, _ foreign: SystemFontCache
    ) throws(FontError) {
        guard !fonts.isEmpty, !foreign.suffices(without: hidden.union(fonts.map(\.place))) else { return }
        throw FontError(
            .systemRequired,
            "Without these fonts, programs would have no system font with letters and could not show text. Nothing was hidden. Keep one of the families."
        )
    }
}

extension FontTarget {
    /// The path of a file, or a text that may be one; nil for ids, names and families.
    var path: String? {
        switch kind {
        case .file(let path), .any(let path): path
        case .id, .name, .family: nil
        }
    }
}

extension FontFace {
    /// Whether another font of the family has no name or style besides those of this one.
    fileprivate func isSameStyle(as other: FontFace) -> Bool {
        guard isVariable || !other.isVariable else { return false }
        return ExactNames(of: self).all.contains(other.postscriptName)
            || style.lowercased() == other.style.lowercased()
    }
}

extension FontError {
    /// The error for a text that is both a family and a name of one of its fonts.
    fileprivate static func ambiguous(
        _ target: FontTarget, _ selection: HiddenFont.Selection, hides: Bool
    ) -> FontError {
        let command = ["fontctl", hides ? "disable" : "enable"]
        let whole = selection.meanings.max { $0.count < $1.count } ?? []
        let one = selection.meanings.min { $0.count < $1.count } ?? []
        let family = ShellWords.line(command + ShellWords.option("--family", target.text))
        let file = ShellWords.line(command + Set(one.map(\.path)).sorted())
        return FontError(
            .insufficientInfo,
            "This name is ambiguous. For the family of \(counted(whole.count, "font")), run `\(family)`. For the name of \(counted(one.count, "font")), run `\(file)`.",
            file: target.text)
    }
}
