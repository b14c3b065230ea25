/// A text that equals another one only if both have the same bytes.
///
/// Two different texts can be equal as `String`, whose characters may be composed in several ways.
struct ExactText: Sendable, Hashable {
    let string: String

    init(_ string: String) { self.string = string }

    static func == (one: ExactText, other: ExactText) -> Bool { one.string.hasBytes(of: other.string) }

    func hash(into hasher: inout Hasher) {
        var text = string
        text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension String {
    /// Whether two texts have the same bytes.
    func hasBytes(of other: String) -> Bool {
        // Most texts that differ have another length, which is known.
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}
