import Glibc
import Synchronization

/// A code page of file names, decoded by the C library.
struct CodePage {
    /// How many bytes a character has.
    enum Structure {
        case single
        /// One byte for ASCII, and two for all others.
        case double
        /// As in Windows, with half-width kana of one byte.
        case shiftJIS
        /// As in Unix, with half-width kana of two bytes and rare characters of three.
        case extendedUnix
    }

    /// The name for iconv(3).
    let name: String
    let structure: Structure
    /// The characters that most texts consist of, by their bytes; the standards put them first.
    private let common: ClosedRange<UInt16>
    /// The scripts that the code page is for.
    private let letters: NameLetters

    private init(
        _ name: String, _ structure: Structure, common: ClosedRange<UInt16> = 0...0, _ letters: NameLetters
    ) {
        self.name = name
        self.structure = structure
        self.common = common
        self.letters = letters
    }

    /// The code pages of Windows, DOS and Unix, the more frequent before the others.
    static let all = [
        CodePage("CP932", .shiftJIS, common: 0x889F...0x9872, .japanese),
        CodePage("CP949", .double, common: 0xB0A1...0xC8FE, .korean),
        CodePage("GBK", .double, common: 0xB0A1...0xD7F9, .chinese),
        CodePage("BIG5", .double, common: 0xA440...0xC67E, .chinese),
        CodePage("EUC-JP", .extendedUnix, common: 0xB0A1...0xCFD3, .japanese),
        CodePage("CP866", .single, .cyrillic), CodePage("CP437", .single, .latin), CodePage("CP850", .single, .latin),
        CodePage("WINDOWS-1252", .single, .latin), CodePage("WINDOWS-1251", .single, .cyrillic),
        CodePage("KOI8-R", .single, .cyrillic), CodePage("CP852", .single, .latin),
        CodePage("WINDOWS-1250", .single, .latin), CodePage("CP737", .single, .greek),
        CodePage("WINDOWS-1253", .single, .greek), CodePage("CP862", .single, .hebrew),
        CodePage("WINDOWS-1255", .single, .hebrew), CodePage("WINDOWS-1256", .single, .arabic),
        CodePage("TIS-620", .single, .thai),
    ]

    /// The descriptors of iconv(3) by name; missing ones are not installed.
    nonisolated(unsafe) private static let converters =
        Dictionary(
            uniqueKeysWithValues: all.compactMap { page in
                guard let converter = iconv_open("UTF-8", page.name), Int(bitPattern: converter) != -1 else {
                    return nil
                }
                return (page.name, converter)
            }) as [String: iconv_t]

    /// A descriptor of iconv(3) has a state, so that one thread at a time decodes.
    private static let decoding = Mutex(())

    /// Loads the tables, which cannot be loaded in the sandbox.
    static func load() { _ = converters }

    /// The maximum number of names that are compared, and of their bytes.
    private static let compared = (names: 1_000, bytes: 1 << 17)

    /// Returns the code page in which names make the best sense; nil if they do in none.
    ///
    /// - Parameter names: Names of one archive, of which the first ones are compared.
    static func best(for names: [[UInt8]]) -> CodePage? {
        var bytes = 0
        let first = names.prefix(compared.names).prefix { name in
            bytes += name.count
            return bytes <= compared.bytes
        }
        let scores = all.map { page in (page, page.score(of: first)) }
        // Of pages with equal scores, the first one.
        let best = scores.reduce(into: nil as (CodePage, Double)?) { best, next in
            if let score = next.1, score > best?.1 ?? -.infinity { best = (next.0, score) }
        }
        return best.flatMap { $0.1 >= NameLetters.least ? $0.0 : nil }
    }

    /// Returns a name as text; nil if it is not in the code page.
    func text(of name: [UInt8]) -> String? {
        var text = String.UnicodeScalarView()
        let isComplete = decode(name) { scalars, _ in text.append(contentsOf: scalars) }
        return isComplete ? String(text) : nil
    }

    /// Returns how much sense names make, on average for a character that is not ASCII; nil if they have a character that
    /// is not in the code page.
    private func score(of names: ArraySlice<[UInt8]>) -> Double? {
        var (sum, count) = (0, 0)
        for name in names {
            var last: Unicode.Scalar?
            let isComplete = decode(name) { scalars, code in
                guard let scalar = scalars.first else { return }
                if !scalar.isASCII {
                    sum += letters.score(of: scalar, after: last, isCommon: isCommon(code))
                    count += 1
                } else if let last, !last.isASCII {
                    sum += letters.score(ofASCII: scalar, after: last)
                }
                last = scalar
            }
            guard isComplete else { return nil }
        }
        return count == 0 ? nil : Double(sum) / Double(count)
    }

    /// Decodes a name character by character.
    ///
    /// - Parameter take: Receives a character, and its bytes as a number.
    /// - Returns: Whether all of it is in the code page.
    private func decode(_ name: [UInt8], _ take: (String.UnicodeScalarView, UInt16) -> Void) -> Bool {
        guard let converter = Self.converters[self.name] else { return false }
        return Self.decoding.withLock { _ in
            var place = 0
            while place < name.count {
                let length = length(startingWith: name[place])
                guard place + length <= name.count else { return false }
                let bytes = Array(name[place..<place + length])
                place += length
                if length == 1, bytes[0] < 0x80 {
                    take(String(Unicode.Scalar(bytes[0])).unicodeScalars, 0)
                    continue
                }
                guard let text = Self.convert(bytes, converter)?.unicodeScalars,
                    text.allSatisfy({ ![.control, .privateUse, .unassigned].contains($0.properties.generalCategory) })
                else { return false }
                take(text, bytes.count == 2 ? UInt16(bytes[0]) << 8 | UInt16(bytes[1]) : 0)
            }
            return true
        }
    }

    /// Whether the code page counts a character among the most frequent ones.
    private func isCommon(_ code: UInt16) -> Bool {
        let hasHighBytes = structure == .extendedUnix || structure == .double && self.name != "BIG5"
        return common.contains(code) && (!hasHighBytes || code & 0xFF >= 0xA1)
    }

    private func length(startingWith byte: UInt8) -> Int {
        switch structure {
        case .single: 1
        case .double: byte < 0x80 ? 1 : 2
        case .shiftJIS: byte < 0x80 || (0xA0...0xDF).contains(byte) ? 1 : 2
        case .extendedUnix: byte < 0x80 ? 1 : byte == 0x8F ? 3 : 2
        }
    }

    /// Returns the text of one character; nil if the code page has none.
    private static func convert(_ bytes: [UInt8], _ converter: iconv_t) -> String? {
        var (input, output) = (bytes.map(CChar.init(bitPattern:)), [CChar](repeating: 0, count: 16))
        var (inputLeft, outputLeft) = (input.count, output.count)
        let result = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                var (start, end) = (input.baseAddress, output.baseAddress)
                return iconv(converter, &start, &inputLeft, &end, &outputLeft)
            }
        }
        guard result == 0, inputLeft == 0, outputLeft < output.count else {
            // Resets the state after an error.
            iconv(converter, nil, nil, nil, nil)
            return nil
        }
        return String(validating: output.prefix(output.count - outputLeft).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
