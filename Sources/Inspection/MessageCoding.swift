import FontModel

/// The encoding of messages with their values, so that they can be translated in another process than that of a worker.
extension WireWriter {
    mutating func put(_ message: Message) {
        switch message.content {
        case .verbatim(let text):
            put(Message.Kind.verbatim)
            put(text)
        case .sentence(let sentence):
            put(Message.Kind.sentence)
            put(sentence)
        case .plural(let one, let many, let count):
            put(Message.Kind.plural)
            put(one)
            put(many)
            put(Int64(count))
        case .sequence(let messages, let separator):
            put(Message.Kind.sequence)
            put(separator)
            put(messages) { $0.put($1) }
        case .errno(let number):
            put(Message.Kind.errno)
            put(Int64(number))
        }
    }

    private mutating func put(_ kind: Message.Kind) { put(kind.rawValue) }

    private mutating func put(_ sentence: Message.Sentence) {
        put(sentence.words) { $0.put($1) }
        for value in sentence.values {
            switch value {
            case .text(let text):
                put(false)
                put(text)
            case .message(let message):
                put(true)
                put(message)
            }
        }
    }
}

extension WireReader {
    /// Reads a message.
    ///
    /// - Parameter depth: The number of levels that messages within it may have; ours have at most three.
    mutating func message(depth: Int = 8) throws(MalformedAnswer) -> Message {
        guard depth > 0 else { throw MalformedAnswer("a message is nested too deeply") }
        guard let kind = Message.Kind(rawValue: try number()) else {
            throw MalformedAnswer("the kind of a message is unknown")
        }
        switch kind {
        case .errno: return Message(errno: CInt(truncatingIfNeeded: Int64(bitPattern: try number())))
        case .verbatim: return Message(verbatim: try text(upTo: Message.length))
        case .sentence: return Message(.sentence(try sentence(depth)))
        case .plural:
            return Message(
                .plural(
                    one: try sentence(depth), many: try sentence(depth),
                    count: Int(Int64(bitPattern: try number()))))
        case .sequence:
            let separator = try text(upTo: Message.length)
            let messages = try list(of: 0...Message.parts, "messages") { (reader, _) throws(MalformedAnswer) in
                try reader.message(depth: depth - 1)
            }
            return Message(messages, separator: separator)
        }
    }

    private mutating func sentence(_ depth: Int) throws(MalformedAnswer) -> Message.Sentence {
        let words = try list(of: 1...Message.parts, "words") { (reader, _) throws(MalformedAnswer) in
            try reader.text(upTo: Message.length)
        }
        var values: [Message.Value] = []
        while values.count < words.count - 1 {
            values.append(
                try flag() ? .message(try message(depth: depth - 1)) : .text(try text(upTo: Message.length)))
        }
        return Message.Sentence(words: words, values: values)
    }
}

extension Message {
    fileprivate enum Kind: UInt8 {
        case verbatim, sentence, plural, sequence, errno
    }

    /// The maximum length of a text in a message, in bytes.
    fileprivate static let length = 1 << 14
    /// The maximum number of words of a sentence, and of the messages in a sequence.
    fileprivate static let parts = 64
}
