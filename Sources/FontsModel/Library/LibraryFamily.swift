package import FontModel
package import FontRegistry
package import ReaderFonts

/// A family as the library reads it, before it becomes a row.
package struct LibraryFamily: Sendable, Hashable {
    /// The family with all its fonts, lightest first; each face once, without a named instance.
    package var family: FontFamily
    /// The places in `family.fonts` of the fonts that are turned off.
    package var off: Set<Int>
    /// The formats of the files of `family.fonts`, in their order; nil for one that is not known.
    package var formats: [FontFormat?]
    /// The category; nil if nothing shows it.
    package var category: FontCategory?
    /// The text by which the family is shown: its name if its most regular face has the letters, else a sample of the font,
    /// of one of its scripts, or some of its characters.
    package var sample: String
    /// The languages that a face of the family supports, sorted (BCP 47).
    package var languages: [String]
    /// The bytes of the files of the family.
    package var size: Int64
    /// The time of the last change of a file, in seconds since 1970; nil if no file could be asked.
    package var modified: Double?

    package init(
        family: FontFamily, off: Set<Int> = [], formats: [FontFormat?], category: FontCategory? = nil,
        sample: String? = nil, languages: [String], size: Int64 = 0, modified: Double? = nil
    ) {
        // Some answers have the named instances of a variable face beside it, of which each would be a family of styles.
        var faces: [FaceReference: Int] = [:]
        var (fonts, on, kept): ([FontDescriptor], Set<Int>, [FontFormat?]) = ([], [], [])
        for (place, var font) in family.fonts.enumerated() {
            font.instance = nil
            let face = FaceReference(font, nil)
            if faces[face] == nil {
                faces[face] = fonts.count
                fonts.append(font)
                kept.append(formats.indices.contains(place) ? formats[place] : nil)
            }
            if !off.contains(place), let own = faces[face] { on.insert(own) }
        }
        self.family = FontFamily(name: family.name, localizedName: family.localizedName, fonts: fonts)
        self.off = Set(fonts.indices).subtracting(on)
        self.formats = kept
        self.category = category
        self.sample = sample ?? family.localizedName
        self.languages = languages
        self.size = size
        self.modified = modified
    }

    /// The places in `family.fonts` of the fonts that are styles of their own, in order.
    ///
    /// A family may come in several formats: a font that is not drawn in the application's process, such as Type 1, is no style
    /// beside one of its PostScript name that is, nor beside one of its name and style that is not drawn either.
    var stylePlaces: [Int] {
        let fonts = family.fonts
        func isDrawn(_ place: Int) -> Bool { FaceReference(fonts[place], formats[place]).drawing == .inProcess }
        let drawn = Set(fonts.indices.filter(isDrawn).map { fonts[$0].face.postscriptName })
        var others: Set<[String]> = []
        return fonts.indices.filter { place in
            let name = fonts[place].face.postscriptName
            return isDrawn(place) || !drawn.contains(name) && others.insert([name, fonts[place].style]).inserted
        }
    }
}

extension FontCollection {
    /// The name that is shown.
    package var title: String { isFavourites ? tr("Favourites") : name }
}

/// A change of a collection, which the user can undo.
package enum CollectionEdit: Sendable, Hashable {
    case create(name: String, families: [String])
    case rename(id: String, name: String)
    case delete(id: String)
    case add(families: [String], id: String)
    case remove(families: [String], id: String)
    /// Puts families of a collection before its others, in this order.
    case arrange(families: [String], id: String)
    /// Moves a collection to a place among the others, without Favourites.
    case move(id: String, place: Int)
}

/// The result of a change.
package struct LibrarySummary: Sendable, Hashable {
    package var outcomes: [FontOutcome]
    /// The number by which the change is undone; nil if nothing changed.
    package var operation: Int64?
    /// The programs that show the change only after a restart, by name.
    package var toRestart: [String] = []
    /// The number of files that were passed over, by kind; see `FontSummary.passedOver`.
    package var passedOver: [String: Int] = [:]
    /// The number of fonts that stay as they are although another one is kept, since they are of a package or the system.
    package var left = 0
    /// The archives that were not read.
    package var unread: [FontError] = []
    package var wasStopped = false

    package init(outcomes: [FontOutcome] = [], operation: Int64? = nil) {
        self.outcomes = outcomes
        self.operation = operation
    }
}

/// A program that registers fonts, as people know it.
package struct ProviderFacts: Sendable, Hashable, Identifiable {
    /// The identifier of the provider; see `ProviderSummary`.
    package var id: String
    /// The name of its desktop entry; nil if it has none.
    package var name: String?
    /// The icon: a name in the theme or the path of a picture; nil if it has none.
    package var icon: String?
    package var registrations: Int
    package var bytes: Int64
    package var kind: ProviderKind?
    /// Whether the program was uninstalled.
    package var isGone: Bool
    /// The names of fonts that the program announces it can supply, as many as are shown.
    package var announced: [String]
    /// The number of all that it announces.
    package var announcedCount: Int
    /// The policy for it, with the settings of its kind and the defaults.
    package var rules: FontPolicy.Rules
    /// The settings for this program alone.
    package var settings: FontPolicy.Entry

    package init(
        id: String, name: String? = nil, icon: String? = nil, registrations: Int = 0, bytes: Int64 = 0,
        kind: ProviderKind? = nil, isGone: Bool = false, announced: [String] = [], announcedCount: Int? = nil,
        rules: FontPolicy.Rules, settings: FontPolicy.Entry = FontPolicy.Entry()
    ) {
        self.id = id
        self.name = name
        self.icon = icon
        self.registrations = registrations
        self.bytes = bytes
        self.kind = kind
        self.isGone = isGone
        self.announced = announced
        self.announcedCount = max(announcedCount ?? 0, announced.count)
        self.rules = rules
        self.settings = settings
    }
}
