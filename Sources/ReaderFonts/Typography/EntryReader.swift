import FontModel

/// A reader of one map of a document, which collects the problems of its values.
struct EntryReader {
    let document: String
    let path: [String]
    private(set) var map: [String: DocumentValue]
    private(set) var problems: [TypographyProblem] = []

    /// The range of sizes in points.
    static let sizes: ClosedRange<Double> = 0...10_000

    init(document: String, path: [String], map: [String: DocumentValue]) {
        self.document = document
        self.path = path
        self.map = map
    }

    mutating func text(_ key: String) -> String? {
        take(key, "text") { if case .text(let text) = $0 { text } else { nil } }
    }

    mutating func flag(_ key: String) -> Bool? {
        take(key, "true or false") { if case .flag(let flag) = $0 { flag } else { nil } }
    }

    /// Returns a finite number within a range.
    mutating func number(_ key: String, _ range: ClosedRange<Double>) -> Double? {
        let (low, high) = (Int(range.lowerBound), Int(range.upperBound))
        return take(key, "a number from \(low) to \(high)") { value in
            guard case .number(let number) = value, range.contains(number) else { return nil }
            return number
        }
    }

    /// Returns a value of an enumeration by its raw text.
    mutating func choice<Value: RawRepresentable<String> & CaseIterable>(_ key: String) -> Value? {
        take(key, "one of \(Value.allCases.map(\.rawValue).joined(separator: ", "))") { value in
            if case .text(let text) = value { Value(rawValue: text) } else { nil }
        }
    }

    /// Returns a colour's definition.
    mutating func color(_ key: String) -> ColorResolver.Definition? {
        map.removeValue(forKey: key).map(ColorResolver.Definition.init)
    }

    /// Returns the value of a key with its place.
    mutating func sourced<Value>(
        _ key: String, _ read: (inout EntryReader, String) -> Value?
    ) -> Sourced<Value>? {
        read(&self, key).map { Sourced(value: $0, origin: ValueOrigin(document: document, path: path + [key])) }
    }

    /// Returns the values of a map.
    mutating func values(_ key: String) -> [String: DocumentValue]? {
        take(key, "a map") { if case .map(let map) = $0 { map } else { nil } }
    }

    /// Reads an entry that is a map.
    @discardableResult
    mutating func entry<Entry>(_ key: String, _ read: (inout EntryReader) -> Entry) -> Entry? {
        guard let map = values(key) else { return nil }
        var reader = EntryReader(document: document, path: path + [key], map: map)
        let entry = read(&reader)
        reader.finish()
        problems += reader.problems
        return entry
    }

    /// Returns the entries of a map of maps.
    mutating func entries<Entry>(_ key: String, _ read: (inout EntryReader) -> Entry) -> [String: Entry] {
        entry(key) { reader in
            let names = reader.map.keys.sorted()
            return Dictionary(
                uniqueKeysWithValues: names.compactMap { name in reader.entry(name, read).map { (name, $0) } })
        } ?? [:]
    }

    /// Records the keys that no one read.
    mutating func finish() {
        for key in map.keys.sorted() {
            add(.unknownKey, key, "This key is unknown and is ignored.")
        }
        map = [:]
    }

    private mutating func take<Value>(
        _ key: String, _ expected: Message, _ convert: (DocumentValue) -> Value?
    ) -> Value? {
        guard let value = map.removeValue(forKey: key) else { return nil }
        if let converted = convert(value) { return converted }
        add(.invalidValue, key, "The value is \(value.kind); it must be \(expected).")
        return nil
    }

    private mutating func add(_ kind: TypographyProblem.Kind, _ key: String, _ text: Message) {
        problems.append(TypographyProblem(kind: kind, document: document, path: path + [key], text: text))
    }
}
