import FontModel
import Synchronization

/// A value of a JSON document or a property list.
enum DocumentValue: Sendable, Hashable, Decodable {
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([DocumentValue])
    case map([String: DocumentValue])
    /// A null of JSON, or a date or data of a property list.
    case other

    /// The number of containers within each other, beyond which a document is refused.
    static let depthLimit = 16

    private static let budget = CodingUserInfoKey(rawValue: "budget")

    /// The number of values that may still be read.
    ///
    /// A binary property list may refer to one object from many places, so that a small file has an unlimited number of
    /// values.
    private final class Budget: Sendable {
        private let left = Atomic(1 << 18)

        func take() -> Bool { left.wrappingSubtract(1, ordering: .relaxed).newValue >= 0 }
    }

    /// Returns what a decoder of one document needs.
    static func userInfo() -> [CodingUserInfoKey: any Sendable] { budget.map { [$0: Budget()] } ?? [:] }

    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count < Self.depthLimit else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "Values are nested more than \(Self.depthLimit) levels deep."))
        }
        guard Self.budget.flatMap({ decoder.userInfo[$0] as? Budget })?.take() != false else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "There are too many values."))
        }
        // Each type that a value does not have costs an error, so the most frequent types come first.
        let value = try decoder.singleValueContainer()
        if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let container = try? decoder.container(keyedBy: Key.self) {
            var map: [String: DocumentValue] = [:]
            for key in container.allKeys { map[key.stringValue] = try container.decode(Self.self, forKey: key) }
            self = .map(map)
        } else if var container = try? decoder.unkeyedContainer() {
            var list: [DocumentValue] = []
            while !container.isAtEnd { list.append(try container.decode(Self.self)) }
            self = .list(list)
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else {
            self = .other
        }
    }

    /// The type in the words of messages.
    var kind: Message {
        switch self {
        case .flag: "a Boolean"
        case .number: "a number"
        case .text: "text"
        case .list: "a list"
        case .map: "a map"
        case .other: "of another type"
        }
    }
}
