import CFontconfig
import FontModel
import Glibc

extension String {
    /// Whether a folder is another one or inside it: `/a/b` contains `/a/b/c`, but not `/a/bc`.
    func isFolder(in root: String) -> Bool { self == root || hasPrefix(root + "/") }
}

/// The patterns of a configuration's system fonts, combined to one item per face of a file.
///
/// The items borrow their patterns from the configuration, which must outlive the catalogue unchanged.
struct PatternCatalogue: @unchecked Sendable {
    // Sendable: the patterns are only read, which needs no lock, and their owner holds the configuration and the
    // catalogue together.

    /// One face.
    struct Item {
        /// The path of the file.
        var path: String
        /// The pattern that describes the face; the pattern of the face itself if there is one.
        var pattern: PatternView
        /// Whether the face has named instances, or varies in weight, width or optical size: there are other patterns.
        var isVariable: Bool

        /// Reads the entry; the languages are a parameter because they are expensive to read.
        func entry(languages: [String]) -> SystemFonts.Entry {
            SystemFonts.Entry(path: path, face: FontFace(pattern, languages: languages))
        }
    }

    private(set) var items: [Item] = []
    /// The index of the item for each face of a file.
    private(set) var places: [SystemFonts.Place: Int] = [:]

    /// Reads the patterns of the files that `isIncluded` accepts.
    init(of config: ConfigHandle, where isIncluded: (_ path: UnsafePointer<CChar>) -> Bool) {
        // Items that have the pattern of an instance or of the variable face until that of the face itself is found.
        var makeshift: Set<Int> = []
        config.forEachPattern(in: FcSetSystem) { pattern in
            // The many registered fonts are passed over without a copy of their paths.
            guard pattern.has(FC_FILE, where: isIncluded), let path = pattern.path else { return }
            let isFaceItself = pattern.instanceNumber == 0 && !pattern.isVariable
            let place = SystemFonts.Place(path: path, face: pattern.faceIndex)
            let item = places[place] ?? items.count
            if item == items.count {
                places[place] = item
                items.append(Item(path: path, pattern: pattern, isVariable: false))
                if !isFaceItself { makeshift.insert(item) }
            } else if isFaceItself, makeshift.remove(item) != nil {
                items[item].pattern = pattern
            }
            if !isFaceItself { items[item].isVariable = true }
        }
    }
}

/// The name of a family in the form in which fontconfig compares it, without regard to case and spaces.
struct FamilyKey {
    let text: String

    init(_ name: String) {
        // A space is one byte in UTF-8, and no part of another character.
        text = String(decoding: name.lowercased().utf8.lazy.filter { $0 != UInt8(ascii: " ") }, as: UTF8.self)
    }

    /// The hash of the key of a name.
    static func hash(of name: UnsafePointer<CChar>) -> UInt64 {
        var (hash, place) = (ByteHash(), name)
        while place.pointee != 0 {
            let byte = UInt8(bitPattern: place.pointee)
            place += 1
            // Letters outside of ASCII have rules of their own.
            if byte >= 0x80 { return FamilyKey(String(cString: name)).hash }
            let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            if byte != UInt8(ascii: " ") { hash.add(isUpper ? byte | 0x20 : byte) }
        }
        return hash.value
    }

    /// The hash of the key.
    var hash: UInt64 { text.utf8.reduce(into: ByteHash()) { $0.add($1) }.value }

    /// Whether a name in a pattern has this form.
    func matches(_ name: UnsafePointer<FcChar8>) -> Bool {
        var rest = text.utf8.makeIterator()
        var place = name
        while place.pointee != 0 {
            let byte = place.pointee
            place += 1
            // Letters outside of ASCII have rules of their own.
            if byte >= 0x80 { return FamilyKey(String(cString: name)).text == text }
            let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            if byte != UInt8(ascii: " "), rest.next() != (isUpper ? byte | 0x20 : byte) { return false }
        }
        return rest.next() == nil
    }
}

extension PatternView {
    /// Whether the font has a name as a family in any language.
    func has(_ family: FamilyKey) -> Bool {
        var position = 0
        while let name = bytes(FC_FAMILY, position) {
            if family.matches(name) { return true }
            position += 1
        }
        return false
    }

    /// Calls `body` with each of the values of an object, as C strings.
    func forEach(_ object: String, _ body: (UnsafePointer<CChar>) -> Void) {
        _ = has(object) { value in
            body(value)
            return false
        }
    }

    /// Whether one of the values of an object, as C strings, fulfils a condition.
    func has(_ object: String, where isWanted: (UnsafePointer<CChar>) -> Bool) -> Bool {
        var position = 0
        while let value = bytes(object, position) {
            if isWanted(UnsafeRawPointer(value).assumingMemoryBound(to: CChar.self)) { return true }
            position += 1
        }
        return false
    }

    /// Whether the pattern is of a file.
    func isOf(_ path: UnsafePointer<CChar>) -> Bool { has(FC_FILE) { strcmp($0, path) == 0 } }
}
