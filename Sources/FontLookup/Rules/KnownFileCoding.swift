import FontModel
import Foundation

/// The bytes of remembered facts: numbers as LEB128 or eight bytes, little endian; texts and lists with their length first.
struct FactWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    mutating func write(_ number: Double) {
        withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes += $0 }
    }

    mutating func write(_ data: some Collection<UInt8>) {
        write(UInt64(data.count))
        bytes += data
    }

    mutating func write(_ text: String) { write(text.utf8) }

    /// Writes whether there is a value, and the value.
    mutating func write<Value>(_ value: Value?, _ body: (inout FactWriter, Value) -> Void) {
        write(value != nil)
        if let value { body(&self, value) }
    }

    mutating func write(_ file: KnownFile) {
        write(file.isSniffed)
        write(file.format?.rawValue ?? "")
        // Few files are variable, and their faces have the fields of documents.
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        write(file.variableFaces.flatMap { try? encoder.encode($0) }) { $0.write($1) }
        write(UInt64(file.faces.count))
        for (index, face) in file.faces.sorted(by: { $0.key < $1.key }) {
            write(UInt64(index))
            write(face)
        }
    }

    private mutating func write(_ face: MeasuredFace) {
        write(face.hasEqualAdvances) { $0.write($1) }
        write(face.panose)
        // Negative classes have their sign in the bits.
        write(face.familyClass) { $0.write(UInt64(UInt16(truncatingIfNeeded: $1))) }
        write(face.stems) { writer, stems in
            writer.write(UInt64(stems.count))
            for (letter, measure) in stems.sorted(by: { $0.key < $1.key }) {
                writer.write(letter)
                writer.write(measure)
            }
        }
        write(face.shape) { writer, shape in for number in shape.numbers { writer.write(number) } }
        write(face.sampleText)
        write(face.sampleKind)
    }
}

/// Reads what ``FactWriter`` writes; every method returns nil at the end of the bytes, and for others than it writes.
struct FactReader {
    private let bytes: [UInt8]
    private var place: Int

    init(_ bytes: [UInt8], from place: Int = 0) { (self.bytes, self.place) = (bytes, place) }

    var isAtEnd: Bool { place == bytes.count }

    mutating func number() -> UInt64? {
        var (value, shift): (UInt64, UInt64) = (0, 0)
        while place < bytes.count, shift < 64 {
            let byte = bytes[place]
            place += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return value }
            shift += 7
        }
        return nil
    }

    mutating func flag() -> Bool? {
        guard place < bytes.count, bytes[place] <= 1 else { return nil }
        defer { place += 1 }
        return bytes[place] == 1
    }

    mutating func double() -> Double? {
        guard bytes.count - place >= 8 else { return nil }
        var bits: UInt64 = 0
        for byte in bytes[place..<place + 8].reversed() { bits = bits << 8 | UInt64(byte) }
        place += 8
        return Double(bitPattern: bits)
    }

    mutating func data() -> ArraySlice<UInt8>? {
        guard let count = number(), count <= UInt64(bytes.count - place) else { return nil }
        defer { place += Int(count) }
        return bytes[place..<place + Int(count)]
    }

    mutating func text() -> String? { data().map { String(decoding: $0, as: UTF8.self) } }

    /// Reads a value that may be absent: `.some(nil)` if it is.
    mutating func optional<Value>(_ body: (inout FactReader) -> Value?) -> Value?? {
        guard let isPresent = flag() else { return nil }
        guard isPresent else { return .some(nil) }
        guard let value = body(&self) else { return nil }
        return .some(value)
    }

    mutating func file() -> KnownFile? {
        var file = KnownFile()
        guard let isSniffed = flag(), let format = text(), let faces = optional({ $0.data() }), let count = number()
        else { return nil }
        file.isSniffed = isSniffed
        if !format.isEmpty {
            guard let known = FontFormat(rawValue: format) else { return nil }
            file.format = known
        }
        if let faces {
            guard let known = try? JSONDecoder().decode([FontFace].self, from: Data(faces)) else { return nil }
            file.variableFaces = known
        }
        for _ in 0..<min(count, UInt64(UInt16.max)) {
            guard let index = number(), index <= UInt16.max, let face = face() else { return nil }
            file.faces[Int(index)] = face
        }
        return file
    }

    private mutating func face() -> MeasuredFace? {
        var face = MeasuredFace()
        guard let hasEqualAdvances = optional({ $0.flag() }), let panose = data(),
            let familyClass = optional({ $0.number() }), let stems = optional({ $0.stems() }),
            let shape = optional({ $0.shape() }), let text = text(), let kind = self.text()
        else { return nil }
        face.hasEqualAdvances = hasEqualAdvances
        face.panose = Array(panose)
        face.familyClass = familyClass.map { Int(Int16(truncatingIfNeeded: $0)) }
        face.stems = stems
        face.shape = shape
        face.sample = (text, kind)
        return face
    }

    private mutating func stems() -> [String: Double]? {
        guard let count = number(), count <= UInt64(bytes.count - place) else { return nil }
        var stems: [String: Double] = [:]
        for _ in 0..<count {
            guard let letter = text(), let measure = double() else { return nil }
            stems[letter] = measure
        }
        return stems
    }

    private mutating func shape() -> LetterShape? {
        var numbers: [Double] = []
        for _ in 0..<8 {
            guard let number = double() else { return nil }
            numbers.append(number)
        }
        return LetterShape(
            alongAxes: numbers[0], baseSpread: numbers[1], headSpread: numbers[2], smallHeadSpread: numbers[3],
            joined: numbers[4], holes: numbers[5], points: numbers[6], stroke: numbers[7])
    }
}

extension LetterShape {
    fileprivate var numbers: [Double] {
        [alongAxes, baseSpread, headSpread, smallHeadSpread, joined, holes, points, stroke]
    }
}
