/// A message in the text form of protocol buffers: fields in their order, of which any may be repeated.
package struct TextMessage: Sendable, Hashable {
    /// The value of a field.
    package enum Value: Sendable, Hashable {
        case text(String)
        /// A number as it is written.
        case number(String)
        /// A word: a truth value, or a case of an enumeration.
        case word(String)
        case message(TextMessage)
    }

    /// A field with one of its values.
    package struct Field: Sendable, Hashable {
        package var name: String
        package var value: Value

        package init(name: String, value: Value) { (self.name, self.value) = (name, value) }
    }

    package var fields: [Field]

    package init(fields: [Field] = []) { self.fields = fields }

    /// The values of a field in their order.
    package subscript(name: String) -> [Value] { fields.filter { $0.name == name }.map(\.value) }

    /// Why a message is not read.
    package struct Defect: Error, Sendable, Hashable {
        /// What is wrong, in a few words.
        package var reason: Message
        package var line: Int
    }

    /// The values of a field that are messages.
    ///
    /// - Throws: A value of another kind.
    func messages(_ name: String) throws(Defect) -> [TextMessage] {
        var messages: [TextMessage] = []
        for value in self[name] {
            guard case .message(let message) = value else { throw Self.other(name) }
            messages.append(message)
        }
        return messages
    }

    /// The values of a field that are texts.
    ///
    /// - Throws: A value of another kind.
    func texts(_ name: String) throws(Defect) -> [String] {
        var texts: [String] = []
        for value in self[name] {
            guard case .text(let text) = value else { throw Self.other(name) }
            texts.append(text)
        }
        return texts
    }

    /// The text of a field, of which the last one counts; nil if there is none or it is empty.
    func text(_ name: String) throws(Defect) -> String? {
        let text = try texts(name).last
        return text?.isEmpty == true ? nil : text
    }

    /// The number of a field, of which the last one counts.
    func number(_ name: String) throws(Defect) -> Double? {
        guard let value = self[name].last else { return nil }
        guard case .number(let text) = value, let number = Double(text), number.isFinite else {
            throw Self.other(name)
        }
        return number
    }

    private static func other(_ name: String) -> Defect {
        Defect(reason: "\(name) has a value of another kind", line: 0)
    }
}
