package import Inspection

/// A request for a font with some of the characters of another.
package struct FontSubset: Sendable, Hashable {
    /// The index of the face in the file.
    package var index: Int
    /// The characters; nil for all, which leaves the tables unchanged.
    package var characters: Set<UInt32>?
    /// The new family; nil to keep the names.
    package var family: String?
    /// Whether the font is also packed as WOFF2.
    package var isPacked: Bool

    package init(index: Int, characters: Set<UInt32>? = nil, family: String? = nil, isPacked: Bool = false) {
        self.index = index
        self.characters = characters
        self.family = family
        self.isPacked = isPacked
    }

    /// The maximum number of characters.
    package static let characterLimit = 200_000
    /// The maximum length of a family in bytes of UTF-8.
    package static let familyLength = 256

    package var encoded: [UInt8] {
        var writer = WireWriter()
        writer.put(UInt32(index))
        writer.put(characters?.sorted()) { writer, characters in
            writer.put(characters) { writer, character in writer.put(character) }
        }
        writer.put(family) { writer, family in writer.put(family) }
        writer.put(isPacked)
        return writer.bytes
    }

    package init(encoded bytes: [UInt8]) throws(MalformedAnswer) {
        var reader = WireReader(bytes)
        index = try reader.count(in: 0...Int(UInt16.max), "the index")
        characters = try reader.optional { reader throws(MalformedAnswer) in
            Set(
                try reader.list(of: 0...Self.characterLimit, "characters") { reader, _ throws(MalformedAnswer) in
                    try reader.number(UInt32.self)
                })
        }
        family = try reader.optional { reader throws(MalformedAnswer) in try reader.text(upTo: Self.familyLength) }
        isPacked = try reader.flag()
        guard reader.isAtEnd else { throw MalformedAnswer("it continues after its end") }
    }
}

/// A font that was made.
package struct SubsetFont: Sendable, Hashable {
    /// The font as a file of its own.
    package var font: [UInt8]
    /// The font packed as WOFF2, if that was requested.
    package var packed: [UInt8]?
    /// The characters of the request that the font does not have, ascending.
    package var missing: [UInt32]

    package init(font: [UInt8], packed: [UInt8]? = nil, missing: [UInt32] = []) {
        self.font = font
        self.packed = packed
        self.missing = missing
    }
}

/// The reason why a font cannot be made.
package enum SubsettingFailure: UInt8, Error, Sendable, Hashable {
    /// HarfBuzz or libwoff cannot use the font.
    case unusable = 1
    /// The font has none of the characters.
    case noCharacters = 2
    /// The font has no table of names, or the new ones do not fit in it.
    case noNames = 3
    /// The reply would be too large.
    case tooLarge = 4
}

extension Result<SubsetFont, SubsettingFailure> {
    package var encoded: [UInt8] {
        var writer = WireWriter()
        switch self {
        case .success(let made):
            writer.put(UInt8(0))
            writer.put(made.font)
            writer.put(made.packed) { writer, packed in writer.put(packed) }
            writer.put(made.missing) { writer, character in writer.put(character) }
        case .failure(let failure): writer.put(failure.rawValue)
        }
        return writer.bytes
    }

    package init(encoded bytes: [UInt8]) throws(MalformedAnswer) {
        var reader = WireReader(bytes)
        let kind: UInt8 = try reader.number()
        if kind == 0 {
            func file(_ reader: inout WireReader) throws(MalformedAnswer) -> [UInt8] {
                Array(try reader.block(try reader.count(in: 1...WorkerProtocol.answerLength, "the size")))
            }
            let font = try file(&reader)
            let packed = try reader.optional { reader throws(MalformedAnswer) in try file(&reader) }
            let missing = try reader.list(of: 0...FontSubset.characterLimit, "characters") {
                reader, _ throws(MalformedAnswer) in try reader.number(UInt32.self)
            }
            self = .success(SubsetFont(font: font, packed: packed, missing: missing))
        } else {
            guard let failure = SubsettingFailure(rawValue: kind) else {
                throw MalformedAnswer("it is of the unknown kind \(kind)")
            }
            self = .failure(failure)
        }
        guard reader.isAtEnd else { throw MalformedAnswer("it continues after its end") }
    }
}
