/// A value of a YAML document.
///
/// Aliases and keys that are no text are refused, since a small document with aliases can stand for a huge one.
package indirect enum YAMLNode: Sendable, Hashable {
    /// A text; `isPlain` without quotation marks, so that it may be a number, a truth value or nothing.
    case scalar(String, isPlain: Bool)
    case sequence([YAMLNode])
    case mapping([String: YAMLNode])

    /// The text; nil for another value, and for none (`~`, `null` or empty without quotation marks).
    package var text: String? {
        guard case .scalar(let text, let isPlain) = self else { return nil }
        return isPlain && ["", "~", "null", "Null", "NULL"].contains(text) ? nil : text
    }

    /// The number; nil for another value.
    package var integer: Int64? { text.flatMap { Int64($0) } }

    /// The values of a sequence; empty for another value.
    package var elements: [YAMLNode] {
        if case .sequence(let nodes) = self { nodes } else { [] }
    }

    /// The values of a mapping by key; empty for another value.
    package var members: [String: YAMLNode] {
        if case .mapping(let members) = self { members } else { [:] }
    }

    /// The value of a key; nil if this is no mapping, or has no such key.
    package subscript(key: String) -> YAMLNode? { members[key] }

    /// The texts of a mapping by key, without values of other kinds.
    package var texts: [String: String] { members.compactMapValues(\.text) }
}

/// The reason why a text is no YAML document that can be read.
package struct YAMLDefect: Error, Sendable, Hashable {
    /// The line, from 1.
    package var line: Int
    /// The reason in a few words, in display form of the library.
    package var reason: String
}
