package import SystemPackage

/// A sentence for people, which keeps its values apart from its words so that it can be translated where it is shown.
///
/// A literal is a message, with values in `\(…)`. Its description is the English text, which documents, the bus and logs have;
/// ``localized`` is the text in the language of this process.
///
/// Use `+` between literals alone, since the catalogues have the whole.
public struct Message: Sendable, Hashable {
    /// A value between the words.
    package enum Value: Sendable {
        case text(String)
        case message(Message)
    }

    /// Words with values in between: one value fewer than words.
    package struct Sentence: Sendable {
        package var words = [""]
        package var values: [Value] = []

        package init(words: [String] = [""], values: [Value] = []) { (self.words, self.values) = (words, values) }
    }

    package enum Content: Sendable {
        /// A text without translation: a name, a path, or the words of another program.
        case verbatim(String)
        case sentence(Sentence)
        /// The form depends on the number, by the rules of the language.
        case plural(one: Sentence, many: Sentence, count: Int)
        case sequence([Message], separator: String)
        /// The description of an error of the system, which the C library translates.
        case errno(CInt)
    }

    package let content: Content

    package init(_ content: Content) { self.content = content }

    /// Makes a message of a text that is the same in all languages.
    public init(verbatim text: String) { content = .verbatim(text) }

    /// Makes a message of the description of an error of the system, such as `Permission denied`.
    ///
    /// - Parameter number: The value of `errno`.
    package init(errno number: CInt) { content = .errno(number) }

    /// Makes a message of the description of an error of the system.
    package init(_ error: Errno) { self.init(errno: error.rawValue) }

    /// Makes a message that has another form for 1 than for other numbers.
    ///
    /// - Parameters:
    ///   - count: The number that decides; both forms may contain it.
    package init(for count: Int, one: Message, many: Message) {
        guard case .sentence(let singular) = one.content, case .sentence(let plural) = many.content else {
            content = (count == 1 ? one : many).content
            return
        }
        content = .plural(one: singular, many: plural, count: count)
    }

    /// Makes a message of several, such as two sentences with a space in between, or the items of a list.
    package init(_ messages: [Message], separator: String = " ") {
        content = .sequence(messages, separator: separator)
    }

    /// Whether two messages say the same in English, as after one was read from a document.
    public static func == (left: Message, right: Message) -> Bool { left.description == right.description }

    public func hash(into hasher: inout Hasher) { hasher.combine(description) }

    /// Whether there is no text.
    package var isEmpty: Bool { description.isEmpty }

    /// One message of two literals, because a long one takes several lines of code.
    public static func + (left: Message, right: Message) -> Message {
        guard case .sentence(var sentence) = left.content, case .sentence(let rest) = right.content else {
            return Message([left, right], separator: "")
        }
        sentence.words[sentence.words.count - 1] += rest.words[0]
        sentence.words += rest.words.dropFirst()
        sentence.values += rest.values
        return Message(.sentence(sentence))
    }
}

extension Message: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) { content = .sentence(Sentence(words: [value], values: [])) }

    public init(stringInterpolation: Interpolation) { content = .sentence(stringInterpolation.sentence) }

    /// Collects the words and values of a literal.
    public struct Interpolation: StringInterpolationProtocol {
        var sentence = Sentence()

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ literal: String) { sentence.words[sentence.words.count - 1] += literal }

        public mutating func appendInterpolation(_ message: Message) { append(.message(message)) }

        package mutating func appendInterpolation(_ error: Errno) { append(.message(Message(error))) }

        public mutating func appendInterpolation(_ text: String) { append(.text(text)) }

        /// Appends a number with at most two decimal places, none for a whole number.
        public mutating func appendInterpolation(_ number: Double) { append(.text(number.decimalText)) }

        public mutating func appendInterpolation<Value>(_ value: Value) { append(.text("\(value)")) }

        private mutating func append(_ value: Value) {
            sentence.values.append(value)
            sentence.words.append("")
        }
    }
}

extension Message: CustomStringConvertible {
    /// The English text.
    public var description: String {
        switch content {
        case .verbatim(let text): text
        case .sentence(let sentence): sentence.text(words: sentence.words) { $0.description }
        case .plural(let one, let many, let count):
            (count == 1 ? one : many).text(words: (count == 1 ? one : many).words) { $0.description }
        case .sequence(let messages, let separator): messages.map(\.description).joined(separator: separator)
        case .errno(let number): MessageCatalog.english(number)
        }
    }
}

extension Message: Codable {
    /// Documents have the English text alone.
    public init(from decoder: any Decoder) throws {
        self.init(verbatim: try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Message.Sentence {
    /// Returns words with the values in between.
    func text(words: [String], _ text: (Message) -> String) -> String {
        var result = words[0]
        // Without `zip`, whose types Swift would look up in all conformances of the program.
        for place in values.indices where place + 1 < words.count {
            switch values[place] {
            case .text(let value): result += value
            case .message(let message): result += text(message)
            }
            result += words[place + 1]
        }
        return result
    }
}
