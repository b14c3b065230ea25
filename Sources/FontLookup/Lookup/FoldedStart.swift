import FontModel
import Glibc

/// A folded name, of which the names of fonts may be the start: every name that a face matches is, folded, its full name or
/// begins with one of its families.
struct FoldedStart {
    /// The folded name.
    let text: String
    private let bytes: [UInt8]
    private let isASCII: Bool

    init(_ name: String) {
        text = LookupName.fold(name)
        bytes = Array(text.utf8)
        isASCII = DisplayText.isPrintableASCII(text)
    }

    /// Whether the name begins with another one, as fontconfig has it; true in some cases where it does not.
    func begins(with name: UnsafePointer<CChar>) -> Bool {
        guard strlen(name) <= FontLimits.displayNameLength else { return true }
        var place = name
        var count = 0
        while place.pointee != 0 {
            let byte = UInt8(bitPattern: place.pointee)
            place += 1
            // Letters outside of ASCII have rules of their own.
            guard (0x20..<0x7F).contains(byte) else {
                return !isASCII || text.hasPrefix(LookupName.fold(DisplayText.clean(String(cString: name))))
            }
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"): continue
            default: break
            }
            let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            guard count < bytes.count, bytes[count] == (isUpper ? byte | 0x20 : byte) else {
                // A letter and its mark are one character of the folded name.
                return count < bytes.count && bytes[count] > 0x7F && UInt8(bitPattern: place.pointee) > 0x7F
            }
            count += 1
        }
        return true
    }
}
