import Foundation
import Glibc
import SyntheticFonts

/// Writes a file without Foundation, which waits for the disk after each one.
func write(_ bytes: [UInt8], to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0, Glibc.write(file, bytes, bytes.count) == bytes.count, close(file) == 0 else {
        throw BenchmarkFailure("\(path) could not be written.")
    }
}

/// A source of fonts.
protocol FontSupply: AnyObject {
    /// The number of fonts that can be registered beforehand.
    var basisLimit: Int { get }
    /// The number of new fonts that one call can have.
    var freshLimit: Int { get }
    /// Returns the first fonts of the set, which are always the same, so that sets of different sizes share their
    /// beginnings.
    func basis(_ count: Int) throws -> [String]
    /// Returns fonts with bytes that were never registered before, always with the same sizes and names.
    func fresh(_ count: Int) throws -> [String]
    /// Returns the PostScript name of a font file; nil if libraries disagree about it.
    func postscriptName(_ path: String) -> String?
}

/// Synthetic fonts that are all different, each about as expensive to scan as a text font.
final class MadeFonts: FontSupply {
    private let home: PrivateHome
    private let folder: String
    private var basis: [String] = []
    private var freshCount = 0

    init() throws {
        home = try PrivateHome()
        folder = home.root + "/given"
    }

    let basisLimit = Int.max
    let freshLimit = Int.max

    func basis(_ count: Int) throws -> [String] {
        while basis.count < count {
            basis.append(try make("Basis", number: basis.count))
        }
        return Array(basis[..<count])
    }

    func fresh(_ count: Int) throws -> [String] {
        let fonts = try (0..<count).map { try make("Fresh", number: freshCount + $0) }
        freshCount += count
        // Writes the fonts to the disk, so that later measurements do not wait for them.
        sync()
        return fonts
    }

    func postscriptName(_ path: String) -> String? {
        String((path as NSString).lastPathComponent.dropLast(".ttf".count))
    }

    private func make(_ family: String, number: Int) throws -> String {
        let digits = String(number)
        let padded = String(repeating: "0", count: max(0, 5 - digits.count)) + digits
        let font = SyntheticFont(family: "\(family) \(padded)", salt: UInt32(number)) { font in
            font.characters = Self.characters
        }
        let path = "\(folder)/\(family)\(padded)-Regular.ttf"
        try write(font.build(), to: path)
        return path
    }

    /// Latin with its extensions, Greek, Cyrillic and punctuation: the coverage of a usual text font.
    private static let characters: [ClosedRange<UInt32>] = [
        0x20...0x7E, 0xA0...0x17F, 0x1A0...0x1B0, 0x218...0x21B, 0x2C6...0x2DD, 0x384...0x3CE, 0x400...0x45F,
        0x1E80...0x1E85, 0x1EA0...0x1EF9, 0x2010...0x2026, 0x2030...0x203A, 0x20AC...0x20AC, 0x2122...0x2122,
    ]
}
