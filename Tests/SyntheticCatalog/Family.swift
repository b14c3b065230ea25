import FontCatalog
import Foundation
import TUF

/// Numbers that are the same in each run (SplitMix64).
struct Numbers {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

    mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

    /// Returns the index of a share, with the probability of each share in percent.
    mutating func index(of shares: [Int]) -> Int {
        var rest = below(100)
        for (index, share) in shares.enumerated() {
            if rest < share { return index }
            rest -= share
        }
        return shares.count - 1
    }
}

/// A family that is drawn: names, faces and languages as those of fontist's formulas and of Google's list.
struct Family {
    let number: Int
    /// How often it was changed.
    var revision = 0

    /// The numbers of files in a family and their shares in percent: six on average.
    private static let files: [(count: Int, share: Int)] = [
        (1, 37), (2, 10), (4, 19), (6, 8), (8, 6), (10, 4), (12, 4), (18, 8), (36, 4),
    ]
    private static let weights = [400, 700, 300, 500, 600, 800, 200, 900, 100]
    private static let weightNames = [
        100: "Thin", 200: "ExtraLight", 300: "Light", 400: "Regular", 500: "Medium", 600: "SemiBold", 700: "Bold",
        800: "ExtraBold", 900: "Black",
    ]
    private static let widths = ["", "Condensed"]
    private static let syllables = [
        "al", "an", "ar", "ba", "be", "bo", "ca", "chi", "co", "da", "de", "do", "el", "en", "fa", "fi", "ga", "go",
        "ha",
        "in", "ja", "jo", "ka", "ki", "ko", "la", "le", "li", "lo", "ma", "me", "mi", "mo", "na", "ne", "no", "o", "or",
        "pa",
        "pe", "po", "qui", "ra", "re", "ri", "ro", "sa", "se", "sen", "so", "ta", "te", "ti", "to", "u", "va", "ve",
        "vi", "vo",
        "wa", "xi", "ya", "yo", "za", "zi", "berg", "dorf", "field", "ford", "grad", "hill", "mont", "stein", "ton",
        "ville",
    ]
    private static let kinds = [
        "", "", "", " Sans", " Serif", " Mono", " Display", " Text", " Script", " One", " Pro", " Hand",
    ]
    private static let categories = ["sans-serif", "serif", "display", "handwriting", "monospace"]
    private static let languages: [(tags: [String], scripts: [String], native: String?)] = [
        (["de", "en", "es", "fr", "pl", "tr", "vi"], ["Latn"], nil),
        (["de", "en", "es", "fr"], ["Latn"], nil),
        (["bg", "de", "el", "en", "es", "fr", "pl", "ru", "uk"], ["Cyrl", "Grek", "Latn"], nil),
        (["en", "ja"], ["Hira", "Jpan", "Kana", "Latn"], "ja"),
        (["en", "zh-Hans"], ["Hans", "Latn"], "zh-Hans"),
        (["ar", "en", "fa", "ur"], ["Arab", "Latn"], "ar"),
        (["en", "hi", "mr", "ne"], ["Deva", "Latn"], "hi"),
    ]
    private static let native = ["ja": 0x30A2, "zh-Hans": 0x4E10, "ar": 0x0627, "hi": 0x0905]

    private func word(_ numbers: inout Numbers) -> String {
        (0..<2 + numbers.below(3)).map { _ in numbers.pick(Self.syllables) }.joined().capitalized
    }

    /// The document of the family, which is a target, and what the signed metadata says of it.
    func entry() -> Publication.Entry {
        var numbers = Numbers(seed: UInt64(number))
        let name = word(&numbers) + numbers.pick(Self.kinds)
        let compact = name.filter { $0 != " " }
        let id = "\(name.lowercased().replacingOccurrences(of: " ", with: "-"))-\(number)"
        let files = Self.files[numbers.index(of: Self.files.map(\.share))].count
        let styles = Self.styles(files)
        let tongue = Self.languages[numbers.index(of: [34, 30, 22, 3, 3, 4, 4])]
        var names: [JSONValue.Member] = []
        if let language = tongue.native, let first = Self.native[language] {
            let letters = (0..<4).compactMap { _ in Unicode.Scalar(first + numbers.below(60)) }
            names = [.init(language, .string(String(String.UnicodeScalarView(letters))))]
        }
        let license = numbers.below(10) == 0 ? "Apache-2.0" : "OFL-1.1"
        let version = "\(1 + numbers.below(4)).\(numbers.below(1_000))" + (revision > 0 ? ".\(revision)" : "")
        func texts(_ list: [String]) -> JSONValue { .array(list.map { .string($0) }) }
        let summary: JSONValue = [
            "family": .string(name), "names": .object(names), "category": .string(numbers.pick(Self.categories)),
            "scripts": texts(tongue.scripts), "languages": texts(tongue.tags), "license": .string(license),
            "version": .string(version), "revised": "2026-11-26", "files": .integer(Int64(files)),
            "size": .integer(Int64(files * (20_000 + numbers.below(180_000)))),
            "faces": texts(styles.map { "\(compact)-\($0.name)" }.sorted()),
            "weights": .array(Set(styles.map(\.weight)).sorted().map { .integer(Int64($0)) }),
            "axes": texts(files == 1 && numbers.below(4) == 0 ? ["wght"] : []),
            "designers": texts(["\(word(&numbers)) \(word(&numbers))"]),
        ]
        let document = #"{"id":"\#(id)","family":"\#(name)","version":"\#(version)","license":{"spdx":"\#(license)"}}"#
        return Publication.Entry(path: "families/\(id).json", document: Array(document.utf8), custom: summary)
    }

    private static func styles(_ count: Int) -> [(name: String, weight: Int)] {
        var styles: [(String, Int)] = []
        for width in widths {
            for weight in weights {
                for slope in ["", "Italic"] where styles.count < count {
                    let upright = weightNames[weight] ?? ""
                    let style = slope.isEmpty || upright != "Regular" ? upright + slope : slope
                    styles.append((width + style, weight))
                }
            }
        }
        return styles
    }
}
