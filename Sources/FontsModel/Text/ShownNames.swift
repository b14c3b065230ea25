package import FontModel
import FontRegistry
package import Foundation
package import ReaderFonts

extension FontCategory {
    /// The name of the category.
    package var title: String {
        switch self {
        case .serif: tr("Serif")
        case .sansSerif: tr("Sans Serif")
        case .monospace: tr("Monospace")
        case .display: tr("Display")
        case .handwriting: tr("Handwriting")
        }
    }
}

extension FontFormat {
    /// The name of the format.
    package var title: String {
        switch self {
        case .trueType: tr("TrueType")
        case .openType: tr("OpenType (CFF)")
        case .collection: tr("Font collection")
        case .woff: tr("Web font (WOFF)")
        case .woff2: tr("Web font (WOFF 2)")
        case .type1: tr("PostScript Type 1")
        case .cff: tr("PostScript CFF")
        case .pcf: tr("X11 bitmaps (PCF)")
        case .bdf: tr("Bitmaps (BDF)")
        case .dfont: tr("Macintosh suitcase")
        case .eot: tr("Embedded OpenType")
        case .windowsFont: tr("Windows bitmaps (FON)")
        }
    }
}

/// Names of languages.
package enum LanguageName {
    /// The names of languages that fontconfig knows and Unicode's CLDR does not (ISO 639-3, ISO 639-5).
    private static func rare(_ language: String) -> String? {
        switch language {
        case "hne": tr("Chhattisgarhi")
        case "kwm": tr("Kwambi")
        case "shs": tr("Shuswap")
        case "wen": tr("Sorbian")
        default: nil
        }
    }

    /// Returns the name of a language (BCP 47, or as fontconfig names it) in the user's language.
    package static func text(_ language: String, in locale: Locale = Translation.locale) -> String {
        let name = locale.localizedString(forIdentifier: language) ?? ""
        guard !name.isEmpty, name.lowercased() != language.lowercased() else { return rare(language) ?? language }
        return name.prefix(1).uppercased(with: locale) + name.dropFirst()
    }

    /// Codes of fontconfig for a language that has another one, too, and the same name: those of Unicode's CLDR replace
    /// them (`languageAlias`).
    private static let aliases = ["bh": "bho", "mo": "ro", "quz": "qu"]

    /// Returns languages, each by one of its codes and once, in their order.
    package static func unique(_ languages: [String]) -> [String] { languages.map { aliases[$0] ?? $0 }.unique }
}

/// Names of programs that have no desktop entry.
package enum ProviderName {
    /// Returns the name of a provider by its id alone.
    package static func text(_ id: String) -> String {
        if id == FontManager.userProvider { return tr("You") }
        for prefix in ["flatpak:", "snap:"] where id.hasPrefix(prefix) {
            return DisplayText.clean(String(id.dropFirst(prefix.count)))
        }
        if id.hasPrefix(ProviderID.catalog("")) {
            let catalog = DisplayText.clean(String(id.dropFirst(ProviderID.catalog("").count)))
            return tr("Catalogue {name}").filled(["name": catalog])
        }
        if id.hasSuffix(".service") { return DisplayText.clean(String(id.dropLast(".service".count))) }
        return DisplayText.clean(id.hasPrefix("/") ? String(id.split(separator: "/").last ?? "") : id)
    }

    /// Returns the icon of a provider by its id alone.
    package static func icon(_ id: String) -> String {
        if id == FontManager.userProvider { return "avatar-default-symbolic" }
        if id.hasPrefix(ProviderID.catalog("")) { return "folder-download-symbolic" }
        return "application-x-executable-symbolic"
    }
}

extension ProviderFacts {
    /// The name that people know, else one made of the id.
    package var title: String {
        guard let name, id != FontManager.userProvider else { return ProviderName.text(id) }
        return name
    }

    package var iconName: String { icon ?? ProviderName.icon(id) }
}

/// Names of the variation axes that the OpenType specification registers.
package enum AxisName {
    /// Returns the name of an axis: the registered one in the user's language, else that of the font.
    package static func text(_ axis: VariationAxis) -> String {
        switch axis.tag {
        case "wght": tr("Weight")
        case "wdth": tr("Width")
        case "slnt": tr("Slant")
        case "ital": tr("Italic")
        case "opsz": tr("Optical size")
        default: axis.name.isEmpty ? axis.tag : axis.name
        }
    }
}
