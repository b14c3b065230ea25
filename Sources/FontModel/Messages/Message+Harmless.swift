/// Messages with text from fonts, or from a process that is not trusted.
extension Message {
    /// Whether no part contains characters that are unsafe to show, also the form for another number.
    package var isHarmless: Bool {
        switch content {
        case .verbatim(let text): DisplayText.isHarmless(text)
        case .sentence(let sentence): sentence.isHarmless
        case .errno: true
        case .plural(let one, let many, _): one.isHarmless && many.isHarmless
        case .sequence(let messages, let separator):
            messages.allSatisfy(\.isHarmless) && DisplayText.isHarmless(separator)
        }
    }

    /// The message with escapes in place of characters that are unsafe to show.
    package var harmless: Message {
        if isHarmless { return self }
        return switch content {
        case .verbatim(let text): Message(verbatim: DisplayText.harmless(text))
        case .errno: self
        case .sentence(let sentence): Message(.sentence(sentence.harmless))
        case .plural(let one, let many, let count):
            Message(.plural(one: one.harmless, many: many.harmless, count: count))
        case .sequence(let messages, let separator):
            Message(messages.map(\.harmless), separator: DisplayText.harmless(separator))
        }
    }

    /// Returns the message without a sentence that is one of its several, also of a message that came over the bus.
    package func without(_ sentence: Message) -> Message {
        switch content {
        case .sequence(let messages, let separator):
            Message(messages.filter { $0 != sentence }.map { $0.without(sentence) }, separator: separator)
        case .verbatim(let text): Message(verbatim: text.replacing(" \(sentence)", with: ""))
        case .sentence(let own): Message(.sentence(own.without(sentence)))
        case .plural, .errno: self
        }
    }
}

extension Message.Sentence {
    /// Returns the sentence with values without another one; texts, such as names, stay whole.
    fileprivate func without(_ sentence: Message) -> Self {
        Self(
            words: words,
            values: values.map {
                guard case .message(let message) = $0 else { return $0 }
                return .message(message.without(sentence))
            })
    }

    fileprivate var isHarmless: Bool {
        words.allSatisfy(DisplayText.isHarmless)
            && values.allSatisfy {
                switch $0 {
                case .text(let text): DisplayText.isHarmless(text)
                case .message(let message): message.isHarmless
                }
            }
    }

    fileprivate var harmless: Self {
        Self(
            words: words.map(DisplayText.harmless),
            values: values.map {
                switch $0 {
                case .text(let text): .text(DisplayText.harmless(text))
                case .message(let message): .message(message.harmless)
                }
            })
    }
}
