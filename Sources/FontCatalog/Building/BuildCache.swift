import FontFiles
package import FontModel
import Foundation
package import Inspection

/// What earlier builds found out about contents, so that a build reads, packs and measures only new fonts.
///
/// It belongs to the publisher's machine, is not published, and can be removed at any time.
package struct BuildCache: Sendable {
    /// What a record is about.
    enum Kind: String {
        /// The facts of a font file.
        case facts
        /// The category of a family.
        case category
        /// A compressed form.
        case xz
        /// The files of a family whose document did not change.
        case family
    }

    private let folder: String

    /// - Parameters:
    ///   - environment: The variables by name, for `XDG_CACHE_HOME` and `HOME`; without them nothing is kept.
    ///   - reader: The version of the program; the records of others are removed.
    package init?(environment: [String: String], reader: String) {
        func absolute(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        guard let home = absolute("XDG_CACHE_HOME") ?? absolute("HOME").map({ $0 + "/.cache" }) else { return nil }
        self.init(folder: home + "/fontd/catalog-build", reader: reader)
    }

    package init(folder: String, reader: String) {
        let name = String(reader.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
        for other in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where other != name {
            try? FileManager.default.removeItem(atPath: "\(folder)/\(other)")
        }
        self.folder = "\(folder)/\(name)"
    }

    private func file(_ kind: Kind, _ key: String) -> String { "\(folder)/\(key.prefix(2))/\(key).\(kind.rawValue)" }

    /// Returns a record; nil if there is none, or it is damaged.
    ///
    /// - Parameter key: A SHA-256 in hexadecimal digits.
    func record(_ kind: Kind, of key: String) -> [UInt8]? {
        guard let data = FileManager.default.contents(atPath: file(kind, key)), data.count >= 64 else { return nil }
        let bytes = Array(data.dropFirst(64))
        return ContentHash.of(bytes).utf8.elementsEqual(data.prefix(64)) ? bytes : nil
    }

    /// Keeps a record, which is not synced: a damaged one is as good as none.
    func keep(_ bytes: [UInt8], as kind: Kind, of key: String) {
        let path = file(kind, key)
        guard (try? PublishedFolder.create(PathText.folder(of: path), onlyForUser: true)) != nil else { return }
        let data = Data(ContentHash.of(bytes).utf8) + Data(bytes)
        try? data.write(to: URL(filePath: path), options: .atomic)
    }
}

extension BuildCache {
    /// What a worker and our reader found in a font.
    package struct Facts {
        package var inspection: FontInspection
        /// The details of each face.
        package var details: [FontDetails]
    }

    /// What decides in which family a font is: facts of its first face.
    struct FirstFace: Sendable, Hashable {
        var family: String
        var postscriptName: String
        var hasDerivedName: Bool

        init(_ face: FontFace) {
            (family, postscriptName, hasDerivedName) = (face.family, face.postscriptName, face.hasDerivedName)
        }

        fileprivate init(_ reader: inout WireReader) throws(MalformedAnswer) {
            family = try reader.text(upTo: 1 << 16)
            postscriptName = try reader.text(upTo: 1 << 16)
            hasDerivedName = try reader.flag()
        }
    }

    /// Returns facts of the first face of a content; nil if they are not known.
    func firstFace(of sha256: String) -> FirstFace? {
        record(.facts, of: sha256).flatMap { bytes in
            var reader = WireReader(bytes)
            return try? FirstFace(&reader)
        }
    }

    /// Returns the facts of a content; nil if they are not known.
    package func facts(of sha256: String, size: Int, given: String) -> Facts? {
        guard let bytes = record(.facts, of: sha256) else { return nil }
        do throws(MalformedAnswer) {
            var reader = WireReader(bytes)
            _ = try FirstFace(&reader)
            let answer = try reader.block(Int(try reader.number(UInt32.self)))
            let result = try InspectionAnswer.decode(Array(answer), sha256: sha256, size: size, given: given)
            guard case .success(let inspection) = result else { return nil }
            let details = try reader.list(of: 0...FontLimits.facesPerFile, "details") {
                (reader, _) throws(MalformedAnswer) in try reader.record(FontDetails.self)
            }
            return details.count == inspection.faces.count ? Facts(inspection: inspection, details: details) : nil
        } catch {
            return nil
        }
    }

    package func keep(_ facts: Facts) {
        guard let first = facts.inspection.faces.first.map(FirstFace.init) else { return }
        var writer = WireWriter()
        writer.put(first.family)
        writer.put(first.postscriptName)
        writer.put(first.hasDerivedName)
        writer.put(InspectionAnswer.encode(.success(facts.inspection)))
        writer.put(facts.details) { $0.put($1) }
        keep(writer.bytes, as: .facts, of: facts.inspection.sha256)
    }
}
