package import FontModel
import FontRegistry
import Foundation

/// The layout features that are switched on and off.
package struct FeatureSettings: Sendable, Hashable {
    /// A feature with its switch.
    package struct Row: Sendable, Hashable, Identifiable {
        package var tag: String
        package var title: String
        /// Whether programs apply the feature unless they are told otherwise.
        package var isDefault: Bool

        package var id: String { tag }
    }

    package let rows: [Row]
    private var changed: [String: Bool] = [:]

    package init(_ features: [FontFeature]) {
        rows = features.filter { !FeatureName.isRequired($0.tag) }.map { feature in
            Row(
                tag: feature.tag, title: FeatureName.text(feature), isDefault: feature.isOnByDefault)
        }
    }

    package func isOn(_ row: Row) -> Bool { changed[row.tag] ?? row.isDefault }

    package mutating func set(_ row: Row, isOn: Bool) { changed[row.tag] = isOn == row.isDefault ? nil : isOn }

    package mutating func reset() { changed = [:] }

    /// The features that differ from what programs do, by tag: 1 for on, 0 for off.
    package var values: [String: Int] { changed.mapValues { $0 ? 1 : 0 } }
}

/// Names of layout features (the OpenType Layout tag registry).
package enum FeatureName {
    /// Returns the name of a feature: that of the font, else the registered one, else the tag.
    package static func text(_ feature: FontFeature) -> String {
        if !feature.names.isEmpty, let name = feature.name(for: Translation.locale), !name.isEmpty { return name }
        if let number = number(of: feature.tag, after: "ss") {
            return tr("Stylistic set {number}").filled(["number": NumberText.count(number)])
        }
        if let number = number(of: feature.tag, after: "cv") {
            return tr("Character variant {number}").filled(["number": NumberText.count(number)])
        }
        return registered(feature.tag) ?? feature.name ?? feature.tag
    }

    private static func number(of tag: String, after prefix: String) -> Int? {
        tag.hasPrefix(prefix) ? Int(tag.dropFirst(2)) : nil
    }

    /// Whether the script needs the feature, so that there is no switch.
    static func isRequired(_ tag: String) -> Bool { required.contains(tag) }

    /// The features that shaping engines apply for correct text.
    private static let required: Set<String> = [
        "abvf", "abvm", "abvs", "akhn", "blwf", "blwm", "blws", "ccmp", "cfar", "cjct", "curs", "dist", "fin2", "fin3",
        "fina", "half", "haln", "init", "isol", "ljmo", "locl", "ltra", "ltrm", "mark", "med2", "medi", "mkmk", "mset",
        "nukt", "pref", "pres", "pstf", "psts", "rclt", "rkrf", "rlig", "rphf", "rtla", "rtlm", "rvrn", "size", "stch",
        "tjmo", "vatu", "vjmo", "vert", "vkrn", "vrt2", "vrtr", "valt", "vhal", "vpal", "aalt",
    ]

    /// Returns the tag that a word of a search may be; nil for another word.
    static func tag(_ word: String) -> String? {
        guard word.utf8.count == 4 else { return nil }
        let tag = word.lowercased()
        let isNumbered = [number(of: tag, after: "ss"), number(of: tag, after: "cv")].contains { $0 != nil }
        return isNumbered || required.contains(tag) || registered(tag) != nil ? tag : nil
    }

    /// Returns the registered name of a tag; nil for a tag that people do not switch.
    static func registered(_ tag: String) -> String? {
        switch tag {
        case "afrc": tr("Alternative fractions")
        case "c2pc": tr("Petite capitals from capitals")
        case "c2sc": tr("Small capitals from capitals")
        case "calt": tr("Contextual alternates")
        case "case": tr("Case-sensitive forms")
        case "clig": tr("Contextual ligatures")
        case "cpct": tr("Centred CJK punctuation")
        case "cpsp": tr("Capital spacing")
        case "cswh": tr("Contextual swash")
        case "dlig": tr("Discretionary ligatures")
        case "dnom": tr("Denominators")
        case "expt": tr("Expert forms")
        case "falt": tr("Final glyphs on lines")
        case "frac": tr("Fractions")
        case "fwid": tr("Full widths")
        case "halt": tr("Alternate half widths")
        case "hist": tr("Historical forms")
        case "hkna": tr("Horizontal kana alternates")
        case "hlig": tr("Historical ligatures")
        case "hojo": tr("Hojo kanji forms")
        case "hwid": tr("Half widths")
        case "ital": tr("Italics")
        case "jalt": tr("Justification alternates")
        case "jp78": tr("JIS78 forms")
        case "jp83": tr("JIS83 forms")
        case "jp90": tr("JIS90 forms")
        case "jp04": tr("JIS2004 forms")
        case "kern": tr("Kerning")
        case "liga": tr("Standard ligatures")
        case "lnum": tr("Lining figures")
        case "mgrk": tr("Mathematical Greek")
        case "nalt": tr("Alternate annotation forms")
        case "nlck": tr("NLC kanji forms")
        case "numr": tr("Numerators")
        case "onum": tr("Old-style figures")
        case "opbd": tr("Optical bounds")
        case "ordn": tr("Ordinals")
        case "ornm": tr("Ornaments")
        case "palt": tr("Proportional alternate widths")
        case "pcap": tr("Petite capitals")
        case "pkna": tr("Proportional kana")
        case "pnum": tr("Proportional figures")
        case "pwid": tr("Proportional widths")
        case "qwid": tr("Quarter widths")
        case "rand": tr("Randomise")
        case "ruby": tr("Ruby notation forms")
        case "salt": tr("Stylistic alternates")
        case "sinf": tr("Scientific inferiors")
        case "smcp": tr("Small capitals")
        case "smpl": tr("Simplified forms")
        case "subs": tr("Subscript")
        case "sups": tr("Superscript")
        case "swsh": tr("Swash")
        case "titl": tr("Titling")
        case "tnam": tr("Traditional name forms")
        case "tnum": tr("Tabular figures")
        case "trad": tr("Traditional forms")
        case "twid": tr("Third widths")
        case "unic": tr("Unicase")
        case "zero": tr("Slashed zero")
        default: nil
        }
    }
}
