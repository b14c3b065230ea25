import CFontconfig
import FontModel

/// The names of one kind in a pattern, in display form, with their languages.
struct PatternNames {
    private struct Name {
        var language: String
        var text: String
    }

    private let kind: LocalizedName.Kind
    private let names: [Name]
    private let english: [String]

    /// Reads the names of a kind, such as FC_FAMILY with FC_FAMILYLANG.
    ///
    /// The list of languages may be shorter than the list of names.
    init(_ kind: LocalizedName.Kind, in pattern: PatternView) {
        let (object, languageObject) = Self.objects(of: kind)
        var read: [Name] = []
        while let text = pattern.string(object, read.count) {
            let language = pattern.string(languageObject, read.count) ?? "und"
            read.append(Name(language: languageTag(language), text: displayForm(text)))
        }
        self.kind = kind
        names = read.filter { !$0.text.isEmpty }
        english = names.filter { $0.language == "en" || $0.language.hasPrefix("en-") }.map(\.text)
    }

    /// The first English name, else the first name.
    ///
    /// fontconfig lists typographic names (`name` IDs 16 and 17) before those of the four-style model (1 and 2).
    var main: String? { english.first ?? names.first?.text }

    /// The last English name if it differs from ``main``: that of `name` ID 1 or 2.
    var legacy: String? { english.last.flatMap { $0 == main ? nil : $0 } }

    /// The names that are neither ``main`` nor ``legacy``.
    var others: [LocalizedName] {
        names.filter { $0.text != main && $0.text != legacy }
            .map { LocalizedName(kind: kind, language: $0.language, text: $0.text) }
    }

    private static func objects(of kind: LocalizedName.Kind) -> (names: String, languages: String) {
        switch kind {
        case .family: (FC_FAMILY, FC_FAMILYLANG)
        case .style: (FC_STYLE, FC_STYLELANG)
        case .fullName: (FC_FULLNAME, FC_FULLNAMELANG)
        }
    }
}

/// Returns the display form of a text from a font; see `DisplayText`.
///
/// Most names are plain ASCII, which needs no lookup of Unicode properties.
func displayForm(_ text: String) -> String {
    let bytes = text.utf8
    let isPlain =
        bytes.count <= FontLimits.displayNameLength && bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
        && bytes.first != 0x20 && bytes.last != 0x20
    return isPlain ? text : DisplayText.clean(text)
}

/// Returns the BCP 47 tag of fontconfig's name of a language, which is a tag in lower case: `zh-tw` becomes `zh-TW`.
private func languageTag(_ name: String) -> String {
    guard let dash = name.firstIndex(of: "-") else { return name }
    let region = name[name.index(after: dash)...]
    return region.utf8.count == 2 ? name[...dash] + region.uppercased() : name
}
