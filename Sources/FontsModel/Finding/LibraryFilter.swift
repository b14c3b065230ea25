import FontModel
package import Foundation

/// What a list shows of the library: a choice of the side bar, a search, and rules.
package struct LibraryFilter: Sendable, Hashable {
    package var choice: SidebarChoice
    /// The text of the search field.
    package var search: String
    package var rules: [FilterRule]
    /// Whether one of the rules suffices; otherwise all must hold.
    package var matchesAny: Bool

    package init(
        _ choice: SidebarChoice = .all, search: String = "", rules: [FilterRule] = [], matchesAny: Bool = false
    ) {
        self.choice = choice
        self.search = search
        self.rules = rules
        self.matchesAny = matchesAny
    }

    /// The name that is searched for; nil if the search may be of something else, or is narrowed by rules.
    package var name: String? {
        let query = SearchQuery(search)
        guard rules.isEmpty, query.characters.isEmpty, query.singles.isEmpty, !query.words.isEmpty else { return nil }
        return search.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Whether the filter is more than a choice of the side bar.
    package var isNarrowed: Bool { !rules.isEmpty || !SearchQuery(search).isEmpty }

    /// Whether no answer is complete without the library; the words of a search are, apart from designers and features.
    package var needsAnswers: Bool {
        let query = SearchQuery(search)
        return !query.characters.isEmpty || !query.singles.isEmpty || rules.contains { $0.question != nil }
    }

    /// The questions that the library must answer, also those of a saved search.
    package func questions(smart: [SmartCollection] = []) -> Set<SearchQuestion> {
        let query = SearchQuery(search)
        var questions = Set(rules.compactMap(\.question))
        if !query.characters.isEmpty { questions.insert(.characters(query.characters)) }
        for single in query.singles { questions.insert(.characters(single)) }
        for word in query.words {
            if let tag = FeatureName.tag(word) { questions.insert(.feature(tag)) }
            // Shorter words begin the names of too many people.
            if word.count >= 3 { questions.insert(.designer(word)) }
        }
        if case .smart(let id) = choice, let saved = smart.first(where: { $0.id == id }) {
            questions.formUnion(saved.filter.questions())
        }
        return questions
    }

    /// Returns the rows that match, in the order of the snapshot.
    ///
    /// - Parameters:
    ///   - answers: The answers that are there; a question that is open finds nothing.
    ///   - smart: The saved searches.
    package func rows(
        in snapshot: LibrarySnapshot, _ answers: SearchAnswers = SearchAnswers(), smart: [SmartCollection] = [],
        now: Date = Date()
    ) -> [FamilyRow] {
        let matcher = Matcher(self, snapshot, answers, smart, now.timeIntervalSince1970)
        guard isNarrowed || choice != .all else { return snapshot.rows }
        return snapshot.rows.filter(matcher.matches)
    }
}

/// A filter that was prepared for many rows.
private struct Matcher {
    private let filter: LibraryFilter
    private let snapshot: LibrarySnapshot
    private let answers: SearchAnswers
    private let now: Double
    private let query: SearchQuery
    /// For each word the sets of languages that have one of the name.
    private let languageSets: [Set<Int>]
    /// The filter of a saved search that is chosen; empty otherwise.
    private let saved: [Matcher]

    init(
        _ filter: LibraryFilter, _ snapshot: LibrarySnapshot, _ answers: SearchAnswers, _ smart: [SmartCollection],
        _ now: Double
    ) {
        self.filter = filter
        self.snapshot = snapshot
        self.answers = answers
        self.now = now
        query = SearchQuery(filter.search)
        languageSets = query.words.map { Self.languageSets(named: $0, in: snapshot) }
        if case .smart(let id) = filter.choice, let chosen = smart.first(where: { $0.id == id }) {
            // Saved searches do not choose each other.
            saved = [Matcher(chosen.filter, snapshot, answers, [], now)]
        } else {
            saved = []
        }
    }

    func matches(_ row: FamilyRow) -> Bool {
        guard let facts = snapshot.facts[row.id] else { return false }
        return isChosen(row, facts) && hasQuery(row, facts) && meetsRules(row, facts)
    }

    private func isChosen(_ row: FamilyRow, _ facts: FamilyFacts) -> Bool {
        func meets(_ condition: FilterRule.Condition) -> Bool {
            FilterRule(condition).matches(row, facts, in: snapshot, answers, now: now)
        }
        return switch filter.choice {
        case .all: true
        case .installed: meets(.installed)
        case .off: meets(.off)
        case .system: meets(.system)
        case .collection(let id): meets(.collection(id))
        case .smart: saved.contains { $0.matches(row) }
        case .category(let category): meets(.category(category))
        case .language(let language): meets(.language(language))
        case .provider(let id): meets(.provider(id))
        }
    }

    private func hasQuery(_ row: FamilyRow, _ facts: FamilyFacts) -> Bool {
        guard query.characters.isEmpty || answers.has(row.id, .characters(query.characters)) else { return false }
        let hasSingles = query.singles.allSatisfy { single in
            answers.has(row.id, .characters(single)) || SearchText.words(single).contains(where: facts.names.has)
        }
        return hasSingles
            && zip(query.words, languageSets).allSatisfy { word, languages in
                facts.names.has(word) || languages.contains(facts.languageSet)
                    || facts.axes.contains { $0.lowercased() == word } || answers.has(row.id, .designer(word))
                    || FeatureName.tag(word).map { answers.has(row.id, .feature($0)) } ?? false
            }
    }

    private func meetsRules(_ row: FamilyRow, _ facts: FamilyFacts) -> Bool {
        guard !filter.rules.isEmpty else { return true }
        func holds(_ rule: FilterRule) -> Bool {
            rule.matches(row, facts, in: snapshot, answers, now: now)
        }
        return filter.matchesAny ? filter.rules.contains(where: holds) : filter.rules.allSatisfy(holds)
    }

    /// Returns the sets with a language whose name, in the user's language or in English, begins with a word.
    private static func languageSets(named word: String, in snapshot: LibrarySnapshot) -> Set<Int> {
        guard word.count >= 3 else { return [] }
        var known: [String: Bool] = [:]
        func isNamed(_ language: String) -> Bool {
            if let isNamed = known[language] { return isNamed }
            let names = SearchText([
                LanguageName.text(language), LanguageName.text(language, in: Locale(identifier: "en")),
            ])
            known[language] = names.has(word)
            return names.has(word)
        }
        return Set(snapshot.languageSets.indices.filter { snapshot.languageSets[$0].contains(where: isNamed) })
    }
}
