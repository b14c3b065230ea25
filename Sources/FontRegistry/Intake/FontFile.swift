import CLinux
public import FontModel
import Fontconfig
public import Foundation
import FreeType
import Glibc
import Inspection
import OpenType
import SystemPackage

/// A font file that is read and not registered (`CTFontManagerCreateFontDescriptorsFromURL`,
/// `CTFontManagerCreateFontDescriptorsFromData`).
///
/// The whole file is read into memory once; nothing in it becomes matchable.
public struct FontFile: Sendable {
    /// Where the file was read; nil for data.
    public var path: String?
    /// What its first bytes say it is.
    public var format: FontFormat
    /// In bytes.
    public var size: Int
    /// Lower-case hexadecimal.
    public var sha256: String
    /// Every face, in file order.
    public var faces: [FontFace]
    private var names: [[NameRecord]]
    private var coverages: [CharacterCoverage]

    /// Reads a file.
    ///
    /// - Throws: 101 nothing there, 102 no access, 103 not a font that can be registered, 104 damaged, 106 over a limit,
    ///   301 it cannot be read now, 306 not a regular file.
    public init(contentsOf path: String) throws(FontError) {
        let memory = try SealedMemory(copying: try SourceFile(opening: path))
        try self.init(memory, path: path, given: path)
    }

    /// Reads a file by file URL; see ``init(contentsOf:)-(String)``.
    public init(contentsOf url: URL) throws(FontError) {
        try self.init(contentsOf: try url.localPath())
    }

    /// Reads data.
    ///
    /// - Parameters:
    ///   - data: One font file.
    ///   - name: For messages.
    /// - Throws: 103, 104, 106.
    public init(data: Data, name: String = "data") throws(FontError) {
        try self.init(try SealedMemory([UInt8](data), name: name), path: nil, given: name)
    }

    private init(_ memory: SealedMemory, path: String?, given: String) throws(FontError) {
        let bytes = memory.contents.bytes
        let contents = try FontReader.read(bytes, contentHash: memory.sha256, file: given)
        let inspection = try FontInspection(
            contents, of: bytes, sha256: memory.sha256, readableAt: memory.path, given: given)
        self.path = path
        format = inspection.format
        size = inspection.size
        sha256 = inspection.sha256
        faces = inspection.faces
        names = contents.faces.map(\.names)
        coverages = inspection.coverages
    }

    /// Every face, and every named instance of a variable one: the default location carries the file's own PostScript
    /// name, the others follow in file order.
    public var descriptors: [FontDescriptor] {
        faces.flatMap { face in
            [FontDescriptor(face: face, path: path, origin: .file)]
                + face.instances.filter { !$0.isDefault }.map {
                    FontDescriptor(face: face, instance: $0, path: path, origin: .file)
                }
        }
    }

    /// All records of a face's `name` table, raw bytes beside the display form.
    public func nameRecords(ofFace index: Int) -> [NameRecord] {
        names.indices.contains(index) ? names[index] : []
    }

    /// The characters a face maps (`cmap`).
    public func coverage(ofFace index: Int) -> CharacterCoverage {
        coverages.indices.contains(index) ? coverages[index] : CharacterCoverage()
    }

    /// What the first bytes of a file say it is; nil for what is no font (`CTFontManagerIsSupportedFont`).
    ///
    /// Says nothing about whether the data behind them is sound.
    /// - Throws: 101 nothing there, 102 no access, 301 it cannot be read now, 306 not a regular file.
    public static func format(at path: String) throws(FontError) -> FontFormat? {
        FontSniffer.format(of: try prefix(of: path))
    }

    /// The first bytes of a file, enough to see its kind.
    ///
    /// - Throws: As ``format(at:)``.
    static func prefix(of path: String) throws(FontError) -> [UInt8] {
        let source = try SourceFile(opening: path)
        var isRead = true
        let prefix = [UInt8](unsafeUninitializedCapacity: FontSniffer.prefixLength) { buffer, count in
            let found = pread(source.descriptor, buffer.baseAddress, buffer.count, 0)
            isRead = found >= 0
            count = max(0, found)
        }
        guard isRead else { throw SourceFile.unreadable(path, Errno(rawValue: errno)) }
        return prefix
    }

    /// The kind of archive that the first bytes of a file indicate; nil for what is none or cannot be read.
    package static func archive(at path: String) -> ArchiveFormat? {
        (try? prefix(of: path)).flatMap { FontSniffer.archive(of: $0) }
    }

    /// Whether files like this one can be registered, by the first bytes alone; false too when it cannot be read.
    public static func isSupported(_ path: String) -> Bool {
        let format = try? format(at: path)
        return format?.isSupported ?? false
    }
}
