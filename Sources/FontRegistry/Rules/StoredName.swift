/// Names that lie in the store's files, where another program may have written anything: checked here before one becomes
/// part of a path.
enum StoredName {
    /// Whether it is the name of a folder in a font folder: a number.
    static func isFolder(_ name: some StringProtocol) -> Bool {
        (1...10).contains(name.utf8.count) && name.utf8.allSatisfy(isDigit)
    }

    /// Whether it is a name that ``ProjectedName`` makes; files of other names are the user's own.
    static func isFont(_ name: some StringProtocol) -> Bool {
        guard name.utf8.count <= 128, let dot = name.lastIndex(of: "."),
            ["ttf", "otf", "ttc", "otc"].contains(name[name.index(after: dot)...]),
            let dash = name[..<dot].lastIndex(of: "-"), dash != name.startIndex
        else { return false }
        let digits = name[name.index(after: dash)..<dot]
        return digits.utf8.count == 12 && digits.utf8.allSatisfy(isHexadecimal)
            && name[..<dash].utf8.allSatisfy { isDigit($0) || isLetter($0) || $0 == UInt8(ascii: "-") }
    }

    /// The first digits of the hash of the content for which a font's name was made.
    static func digits(ofFont name: String) -> Substring {
        let start = name.lastIndex(of: "-").map(name.index(after:)) ?? name.endIndex
        return name[start...].prefix(12)
    }

    /// Whether it is a name under which a file is kept aside that had the name of a font; see ``StorePlace/setAside()``.
    static func isKeptFont(_ name: String) -> Bool {
        guard name.hasPrefix("."), let tilde = name.lastIndex(of: "~"),
            !name[name.index(after: tilde)...].isEmpty, name[name.index(after: tilde)...].utf8.allSatisfy(isDigit),
            name[...tilde].hasSuffix(".aside~")
        else { return false }
        return isFont(name[..<tilde].dropFirst().dropLast(".aside".count))
    }

    /// Whether it is a content hash.
    static func isHash(_ name: some StringProtocol) -> Bool {
        name.utf8.count == 64 && name.utf8.allSatisfy(isHexadecimal)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
