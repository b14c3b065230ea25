internal import FontsModel
internal import Foundation
internal import Gtk
internal import ReaderFonts

/// The kinds of rules that a person can add.
enum RuleKind: CaseIterable {
    case category, language, variable, color, monospace, italic, symbols, on, off, installed, system
    case collection, provider, axis, feature, characters, designer, weight, newer

    var title: String {
        switch self {
        case .category: tr("Category")
        case .language: tr("Language")
        case .variable: tr("Variable")
        case .color: tr("In colour")
        case .monospace: tr("Monospaced")
        case .italic: tr("With italics")
        case .symbols: tr("Symbols")
        case .on: tr("Turned on")
        case .off: tr("Turned off")
        case .installed: tr("Installed")
        case .system: tr("Of the system")
        case .collection: tr("In a collection")
        case .provider: tr("Installed by")
        case .axis: tr("With an axis")
        case .feature: tr("With a feature")
        case .characters: tr("With characters")
        case .designer: tr("By a designer")
        case .weight: tr("With weights")
        case .newer: tr("Added in the last days")
        }
    }

    /// What the text field says; nil for kinds without a text.
    var placeholder: String? {
        switch self {
        case .feature: tr("Tag, such as smcp")
        case .characters: tr("Characters")
        case .designer: tr("Name")
        default: nil
        }
    }

    /// The values to choose from; nil for other kinds.
    func choices(in snapshot: LibrarySnapshot) -> [(value: String, title: String)]? {
        switch self {
        case .category: FontCategory.allCases.map { ($0.rawValue, $0.title) }
        case .language, .provider:
            snapshot.sidebar().flatMap(\.entries).compactMap { entry in
                switch (entry.id, self) {
                case (.language(let language), .language): (language, entry.title)
                case (.provider(let provider), .provider): (provider, entry.title)
                default: nil
                }
            }
        case .collection: snapshot.collections.map { ($0.id, $0.title) }
        case .axis: Set(snapshot.facts.values.flatMap(\.axes)).sorted().map { ($0, $0) }
        default: nil
        }
    }

    /// The condition with a value; nil if it has none.
    func condition(_ value: String) -> FilterRule.Condition? {
        let text = value.trimmingCharacters(in: .whitespacesAndNewlines)
        switch self {
        case .category: return FontCategory(rawValue: value).map { .category($0) }
        case .language: return .language(value)
        case .collection: return .collection(value)
        case .provider: return .provider(value)
        case .axis: return .axis(value)
        case .feature: return (1...4).contains(text.utf8.count) ? .feature(text) : nil
        case .characters: return text.isEmpty ? nil : .characters(text)
        case .designer: return text.isEmpty ? nil : .designer(text)
        case .variable: return .variable
        case .color: return .color
        case .monospace: return .monospace
        case .italic: return .italic
        case .symbols: return .symbols
        case .on: return .on
        case .off: return .off
        case .installed: return .installed
        case .system: return .system
        case .weight, .newer: return nil
        }
    }
}
