import FontRegistry
import Foundation
import Glibc
import SyntheticFonts

/// Real fonts from a folder, such as that of the installed fonts or one with unpacked packages.
///
/// Fonts that fontd refuses are omitted on both sides, as are all but the first of several files with one PostScript
/// name. Some ordinary fonts of medium size are reserved as new fonts.
final class RealFonts: FontSupply {
    static let extensions: Set<String> = ["ttf", "otf", "ttc", "otc"]

    let basisLimit: Int
    let freshLimit: Int
    private let home: PrivateHome
    private let originals: [String]
    private var basis: [String] = []
    private let reserved: [String]
    private var names: [String: String] = [:]
    private var variants: UInt32 = 0

    init(_ folder: String) throws {
        home = try PrivateHome()
        var known: Set<String> = []
        var families: [String: Int] = [:]
        var titles: [String: Int] = [:]
        var all: [String] = []
        var ordinary: [(size: Int, family: String, path: String)] = []
        for path in try Self.shuffledFiles(in: folder) {
            guard let file = try? FontFile(contentsOf: URL(filePath: path)) else { continue }
            let faces = file.faces.map(\.postscriptName)
            guard Set(faces).count == faces.count, known.isDisjoint(with: faces) else { continue }
            known.formUnion(faces)
            all.append(path)
            titles[Self.title(path), default: 0] += 1
            // fontconfig uses other names for collections and variable fonts.
            guard let face = file.faces.first, faces.count == 1, !face.isVariable, !face.hasDerivedName else {
                continue
            }
            names[path] = face.postscriptName
            families[face.family, default: 0] += 1
            ordinary.append((file.size, face.family, path))
        }
        // A new font is copied to the folder of the existing ones, so its file name must be unique.
        ordinary.removeAll { titles[Self.title($0.path)] != 1 }
        // KDE's service treats faces of a family with similar weights as one face and refuses the second.
        let alone = ordinary.filter { families[$0.family] == 1 }
        if alone.count >= 300 { ordinary = alone }
        // Fonts of medium size, so that no round has a font of an unusual size.
        freshLimit = min(all.count >= 3_000 ? 1_000 : 100, ordinary.count / 3)
        let from = (ordinary.count - freshLimit) / 2
        reserved = ordinary.sorted { ($0.size, $0.path) < ($1.size, $1.path) }[from..<from + freshLimit].map(\.path)
        let held = Set(reserved)
        originals = all.filter { !held.contains($0) }
        basisLimit = originals.count
        guard freshLimit > 0 else { throw BenchmarkFailure("There are no fonts in \(folder).") }
        progress("real fonts: \(basisLimit) and \(freshLimit) reserved for registration")
    }

    /// Copies the fonts, so that no peer can change files of the system.
    func basis(_ count: Int) throws -> [String] {
        while basis.count < count {
            let original = originals[basis.count]
            let folder = "\(home.root)/given/\(basis.count)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let copy = folder + "/" + (original as NSString).lastPathComponent
            try write([UInt8](Data(contentsOf: URL(filePath: original))), to: copy)
            names[copy] = names[original]
            basis.append(copy)
        }
        return Array(basis[..<count])
    }

    func fresh(_ count: Int) throws -> [String] {
        let from = (reserved.count - count) / 2
        let fonts = try reserved[from..<from + count].map { path in
            variants += 1
            return try writeVariant(of: path, number: variants)
        }
        sync()
        return fonts
    }

    func postscriptName(_ path: String) -> String? { names[path] }

    /// Writes a copy of a font with another modification date in `head`, so that its bytes are new to every store.
    private func writeVariant(of path: String, number: UInt32) throws -> String {
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        func word(_ at: Int, _ size: Int) -> Int { bytes[at..<at + size].reduce(0) { $0 << 8 | Int($1) } }
        let head = (0..<word(4, 2)).map { 12 + 16 * $0 }.first { bytes[$0..<$0 + 4].elementsEqual("head".utf8) }
        guard let head else { throw BenchmarkFailure("\(path) has no head table.") }
        // The lower half of `modified`, in seconds.
        let at = word(head + 8, 4) + 32
        withUnsafeBytes(of: number.bigEndian) { bytes.replaceSubrange(at..<at + 4, with: $0) }
        let folder = "\(home.root)/given/new \(number)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let copy = folder + "/" + (path as NSString).lastPathComponent
        try write(bytes, to: copy)
        names[copy] = names[path]
        return copy
    }

    private static func title(_ path: String) -> String { (path as NSString).lastPathComponent.lowercased() }

    /// Returns the files in an order that is independent of their names and always the same.
    private static func shuffledFiles(in folder: String) throws -> [String] {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        var files = try FileManager.default.subpathsOfDirectory(atPath: folder)
            .filter { extensions.contains(($0 as NSString).pathExtension.lowercased()) }.sorted()
        for index in files.indices.dropFirst().reversed() {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            files.swapAt(index, Int(state >> 33) % (index + 1))
        }
        return files.map { folder + "/" + $0 }
    }
}
