public import FontModel
import Fontconfig
public import Foundation
import FreeType
import Glibc
package import Inspection
import OpenType
import SystemPackage

/// A font file that is read without registration (`CTFontManagerCreateFontDescriptorsFromURL`,
/// `CTFontManagerCreateFontDescriptorsFromData`).
///
/// The whole file is read into memory once. Its fonts cannot be matched.
public struct FontFile: Sendable {
    /// The path of the file, or nil for data.
    package var path: String?
    /// The format that the first bytes indicate.
    public var format: FontFormat
    /// The size in bytes.
    public var size: Int
    /// The SHA-256 hash in lower-case hexadecimal.
    public var sha256: String
    /// The faces in file order.
    public var faces: [FontFace]
    private var names: [[NameRecord]]
    private var coverages: [CharacterCoverage]
    private var faceDetails: [FontDetails]
    private var faceFeatures: [[FontFeature]]

    /// Reads a file.
    ///
    /// - Throws: `FontError` with code ``FontError/Code/fileNotFound`` (101),
    ///   ``FontError/Code/insufficientPermissions`` (102), ``FontError/Code/unrecognizedFormat`` (103) if the file is
    ///   not a font that can be registered, ``FontError/Code/invalidFontData`` (104),
    ///   ``FontError/Code/exceededResourceLimit`` (106), ``FontError/Code/registrationFailed`` (301) if the file cannot
    ///   be read now, or ``FontError/Code/invalidFilePath`` (306) if it is not a regular file of
    ///   this machine.
    public init(contentsOf url: URL) throws(FontError) {
        try self.init(contentsOf: try url.localPath())
    }

    /// Reads a file by path.
    package init(contentsOf path: String) throws(FontError) {
        try self.init(try SourceFile(opening: path), path: path)
    }

    /// Reads an open file.
    ///
    /// - Parameter path: The path of the descriptors' file; nil for none.
    package init(_ source: SourceFile, path: String? = nil) throws(FontError) {
        try self.init(try SealedMemory(copying: source), path: path, given: source.path)
    }

    /// The URL of the file, or nil for data.
    public var url: URL? { path.map(URL.init(localPath:)) }

    /// Reads data.
    ///
    /// - Parameters:
    ///   - data: The bytes of one font file.
    ///   - name: The name for messages.
    /// - Throws: `FontError` with code ``FontError/Code/unrecognizedFormat`` (103), ``FontError/Code/invalidFontData``
    ///   (104) or ``FontError/Code/exceededResourceLimit`` (106); ``FontError/Code/registrationFailed`` (301) if there
    ///   is no memory for the bytes.
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
        faceDetails = contents.faces.map(\.details)
        faceFeatures = contents.faces.map(\.features)
    }

    /// The descriptors of every face and of every named instance.
    ///
    /// The default location has the PostScript name of the file; the other instances follow in file order.
    public var descriptors: [FontDescriptor] {
        faces.flatMap { face in
            [FontDescriptor(face: face, path: path, origin: .file)]
                + face.instances.filter { !$0.isDefault }.map {
                    FontDescriptor(face: face, instance: $0, path: path, origin: .file)
                }
        }
    }

    /// Returns all records of a face's `name` table, with raw bytes and display form.
    public func nameRecords(ofFace index: Int) -> [NameRecord] {
        names.indices.contains(index) ? names[index] : []
    }

    /// Returns the legal texts, classification and metrics of a face.
    public func details(ofFace index: Int) -> FontDetails {
        faceDetails.indices.contains(index) ? faceDetails[index] : FontDetails()
    }

    /// Returns the typographic features of a face (`GSUB`, `GPOS`; `CTFontCopyFeatures`), sorted by tag.
    public func features(ofFace index: Int) -> [FontFeature] {
        faceFeatures.indices.contains(index) ? faceFeatures[index] : []
    }

    /// Returns the characters that a face maps (`cmap`).
    public func coverage(ofFace index: Int) -> CharacterCoverage {
        coverages.indices.contains(index) ? coverages[index] : CharacterCoverage()
    }

    /// Returns the format that the first bytes of a file indicate, or nil if it is not a font
    /// (`CTFontManagerIsSupportedFont`).
    ///
    /// The rest of the data is not checked.
    /// - Throws: `FontError` with code ``FontError/Code/fileNotFound`` (101),
    ///   ``FontError/Code/insufficientPermissions`` (102), ``FontError/Code/registrationFailed`` (301) if the file
    ///   cannot be read now, or ``FontError/Code/invalidFilePath`` (306) if it is not a regular file.
    public static func format(at url: URL) throws(FontError) -> FontFormat? {
        try format(at: try url.localPath())
    }

    /// Returns the format that the first bytes of a file at a path indicate.
    package static func format(at path: String) throws(FontError) -> FontFormat? {
        FontSniffer.format(of: try prefix(of: path))
    }

    /// Returns the first bytes of a file, enough to recognise its format.
    ///
    /// - Throws: The same errors as ``format(at:)``.
    package static func prefix(of path: String) throws(FontError) -> [UInt8] {
        let source = try SourceFile(opening: path, upTo: .max)
        guard let prefix = source.file.bytes(at: 0, most: FontSniffer.prefixLength) else {
            throw SourceFile.unreadable(path, Errno(rawValue: errno))
        }
        return prefix
    }

    /// Returns the archive format that the first bytes of a file indicate, or nil if it is not an archive or cannot be
    /// read.
    package static func archive(at path: String) -> ArchiveFormat? {
        (try? prefix(of: path)).flatMap { FontSniffer.archive(of: $0) }
    }

    /// Checks an item of registration deeply in this process.
    ///
    /// - Returns: The result; an error of reading the file, or of the item, is a finding.
    package static func check<Check: DeepChecking>(_ item: FontItem, as _: Check.Type) -> Check {
        do throws(FontError) {
            let memory = try SealedMemory(copying: try item.open())
            return Check(file: item.name, memory.contents.bytes, sha256: memory.sha256, readableAt: memory.path)
        } catch {
            return Check(file: item.name, error)
        }
    }

    /// Whether the first bytes of a file indicate a format that can be registered; false if the file cannot be read.
    public static func isSupported(_ url: URL) -> Bool {
        (try? format(at: url))?.isSupported ?? false
    }
}
