import FontModel
package import ReaderFonts

/// A condition of a filter, which may be reversed.
package struct FilterRule: Sendable, Hashable {
    /// What a family must be or have.
    package enum Condition: Sendable, Hashable {
        case on, off, installed, system
        case variable, color, monospace, italic, symbols
        case category(FontCategory)
        /// A language (BCP 47) that a face supports.
        case language(String)
        case collection(String)
        case provider(String)
        /// An axis by its tag.
        case axis(String)
        /// A layout feature by its tag.
        case feature(String)
        /// All characters of a text.
        case characters(String)
        /// Words of a designer's name.
        case designer(String)
        /// A style within a range of weights, 1…1,000.
        case weight(ClosedRange<Double>)
        /// Installed within the last days.
        case newerThan(days: Int)
    }

    package var condition: Condition
    /// Whether families match that do not meet the condition.
    package var isReversed: Bool

    package init(_ condition: Condition, isReversed: Bool = false) {
        self.condition = condition
        self.isReversed = isReversed
    }

    /// The question that the library must answer; nil for a condition on what the snapshot has.
    package var question: SearchQuestion? {
        switch condition {
        case .feature(let tag): .feature(tag)
        case .characters(let text): .characters(text)
        case .designer(let words): .designer(words)
        default: nil
        }
    }

    /// Whether a family meets the rule.
    ///
    /// - Parameter now: Seconds since 1970.
    func matches(
        _ row: FamilyRow, _ facts: FamilyFacts, in snapshot: LibrarySnapshot, _ answers: SearchAnswers, now: Double
    ) -> Bool {
        // A question that is open finds nothing, reversed or not.
        if let question, !answers.isAnswered(question) { return false }
        return meets(row, facts, in: snapshot, answers, now: now) != isReversed
    }

    private func meets(
        _ row: FamilyRow, _ facts: FamilyFacts, in snapshot: LibrarySnapshot, _ answers: SearchAnswers, now: Double
    ) -> Bool {
        switch condition {
        case .on: row.state != .off
        case .off: row.state != .on
        case .installed: row.isInstalled
        case .system: row.isSystem
        case .variable: row.isVariable
        case .color: row.isColor
        case .monospace: facts.isMonospace || row.category == .monospace
        case .italic: facts.hasItalic
        case .symbols: facts.isSymbolic
        case .category(let category): row.category == category
        case .language(let language): snapshot.languageSets[facts.languageSet].contains { $0.isOf(language) }
        case .collection(let id): snapshot.members[id]?.contains(row.id) ?? false
        case .provider(let id): facts.providers.contains(id)
        case .axis(let tag): facts.axes.contains(tag)
        case .feature, .characters, .designer: question.map { answers.has(row.id, $0) } ?? false
        case .weight(let weights): facts.weights.overlaps(weights)
        case .newerThan(let days): row.date.map { $0 >= now - Double(days) * 86_400 } ?? false
        }
    }

    /// The rule in a few words, for a chip above the list.
    package func text(in snapshot: LibrarySnapshot) -> String {
        isReversed ? tr("not: {rule}").filled(["rule": words(in: snapshot)]) : words(in: snapshot)
    }

    private func words(in snapshot: LibrarySnapshot) -> String {
        switch condition {
        case .on: tr("turned on")
        case .off: tr("turned off")
        case .installed: tr("installed")
        case .system: tr("system font")
        case .variable: tr("variable")
        case .color: tr("in colour")
        case .monospace: tr("monospaced")
        case .italic: tr("with italics")
        case .symbols: tr("symbols")
        case .category(let category): category.title
        case .language(let language): LanguageName.text(language)
        case .collection(let id): snapshot.collections.first { $0.id == id }?.title ?? id
        case .provider(let id): snapshot.providers.first { $0.id == id }?.title ?? ProviderName.text(id)
        case .axis(let tag): tr("axis {tag}").filled(["tag": tag])
        case .feature(let tag): tr("feature {tag}").filled(["tag": tag])
        case .characters(let text): tr("with the characters {text}").filled(["text": DisplayText.clean(text)])
        case .designer(let name): tr("by {name}").filled(["name": DisplayText.clean(name)])
        case .weight(let weights):
            tr("weight {from} to {to}").filled([
                "from": NumberText.decimal(weights.lowerBound), "to": NumberText.decimal(weights.upperBound),
            ])
        case .newerThan(let days): trn("of the last day", "of the last {count} days", days)
        }
    }
}

extension String {
    /// Whether a language is one that was asked for, or a variety of it: `zh-cn` is of `zh`.
    func isOf(_ language: String) -> Bool {
        let (own, asked) = (lowercased(), language.lowercased())
        return own == asked || own.hasPrefix(asked + "-")
    }
}
