/// A text that equals another one only if both have the same bytes.
///
/// Two different texts can be equal as `String`, whose characters may be composed in several ways.
struct ExactText: Sendable, Hashable {
    let string: String

    init(_ string: String) { self.string = string }

    static func == (one: ExactText, other: ExactText) -> Bool { one.string.utf8.elementsEqual(other.string.utf8) }

    func hash(into hasher: inout Hasher) {
        var text = string
        text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
