import CLinux
import FontModel
import Glibc
import Inspection
import OpenType

/// The fonts in an archive (ZIP, 7z, tar, Debian package), unpacked by a worker into a file without a name.
///
/// The fonts are not trusted: they are checked like any other file.
struct UnpackedArchive: Sendable {
    /// The time limit for one archive.
    private static let timeLimit = Duration.seconds(60)

    /// A font in the archive.
    struct Font: Sendable {
        /// The path within the archive.
        var path: String
        /// The place of its bytes.
        fileprivate(set) var range: Range<Int>
        /// The format that its first bytes indicate.
        var format: FontFormat?
    }

    /// The fonts in the order of their paths.
    let fonts: [Font]
    /// The size of all fonts in bytes.
    let size: Int
    /// The texts of licences by the folder they are in; "" is the top.
    private let texts: [Substring: FolderTexts]
    /// The counts of fonts that cannot be registered and of archives within the archive, by their format.
    let left: [String: Int]
    /// The file with the bytes of all fonts.
    let file: OpenedFile

    /// Whether there are archives in it, by its own name: the compressed files of a package are its documents.
    func holdsArchives(named name: String) -> Bool {
        !name.hasSuffix(".deb") && left.keys.contains { ArchiveFormat(rawValue: $0) != nil }
    }

    /// Unpacks an archive.
    ///
    /// - Parameters:
    ///   - source: The open archive.
    ///   - agreed: The bytes that it must have; nil for any.
    ///   - room: The maximum size of the fonts in bytes.
    /// - Throws: `unrecognizedFormat` (103), `invalidFontData` (104) or `exceededResourceLimit` (106), after which
    ///   nothing of the archive is used; `registrationFailed` (301) if it cannot be read or unpacked now.
    init(_ source: SourceFile, agreed: AgreedBytes?, room: Int) throws(FontError) {
        do throws(FontError) {
            guard let program = FontWorkers.installedProgram else { throw .noWorkerInstalled("fontd-worker") }
            // The worker maps the copy, which does not change.
            let copy = try Self.unnamedFile()
            let copied = try ByteCopy.copy(source, to: copy.descriptor, targetPath: Self.folder)
            try agreed?.check(source.file, copiedAs: copied.sha256, name: source.path)
            let worker = try WorkerProcess(program: program, argument: WorkerProtocol.forArchives)
            try worker.awaitGreeting(until: .now + Self.timeLimit)
            file = try Self.unnamedFile()
            var unpacking = Unpacking(file, room: room)
            let ending = try worker.unpack(
                WorkerProtocol.Request(.unpacking, size: copied.size, sha256: copied.sha256), file: copy,
                until: .now + Self.timeLimit
            ) { part throws(FontError) in try unpacking.take(part) }
            do throws(WorkerFailure) {
                _ = try ending.answer(within: Self.timeLimit)
            } catch {
                throw error.error(ofFile: Self.failed)
            }
            fonts = unpacking.fonts.sorted { $0.path < $1.path }
            left = unpacking.left
            size = unpacking.size
            let neighbours = Dictionary(grouping: unpacking.fonts.map(\.path)) { Self.folder(of: $0[...]) }
            let found = Dictionary(grouping: unpacking.texts) { Self.folder(of: $0.path[...]) }
            texts = Dictionary(
                uniqueKeysWithValues: found.map { ($0, FolderTexts($1, besides: neighbours[$0] ?? [])) })
        } catch {
            // A full disk concerns this archive, not the store.
            throw error.ofOneItem.of(source.path)
        }
    }

    /// Where the bytes are kept until they are registered: on the disk, as they may be many.
    private static let folder = "/var/tmp"

    private static func unnamedFile() throws(FontError) -> OpenedFile {
        let descriptor = clx_open_unnamed(folder)
        return try OpenedFile(descriptor >= 0 ? descriptor : clx_memfd("archive"), path: folder)
    }

    private static func folder(of path: Substring) -> Substring {
        path.lastIndex(of: "/").map { path[..<$0] } ?? ""
    }

    /// Returns the texts of licences in the folder of a path or else in the nearest one above it.
    func licenses(of path: String) -> [LicenseText] {
        var folder = path[...]
        while !folder.isEmpty {
            folder = Self.folder(of: folder)
            if let texts = texts[folder] { return texts.texts(of: path) }
        }
        return []
    }

    fileprivate static func failed(_ reason: String) -> FontError {
        guard !["time", "SIGXCPU"].contains(reason) else {
            return FontError(
                .exceededResourceLimit,
                "The archive took too long to unpack. Unpack it into a folder, and register that folder.")
        }
        return FontError(
            .invalidFontData,
            "The archive could not be unpacked. \(WorkerFailure.sentence(reason)) None of its fonts is registered; download the archive again."
        )
    }
}

/// The texts of licences in a folder of an archive.
private struct FolderTexts: Sendable {
    private let names: LicenseFolder
    private let texts: [String: LicenseText]

    init(_ texts: [(path: String, text: [UInt8])], besides fonts: [String]) {
        names = LicenseFolder(files: texts.map(\.path) + fonts)
        let named = texts.map { ($0.path, LicenseText($0.text, path: $0.path)) }
        self.texts = Dictionary(named) { first, _ in first }
    }

    func texts(of font: String) -> [LicenseText] {
        Array(names.texts(of: font).compactMap { texts[$0] }.prefix(LicenseText.most))
    }
}

/// The parts of a worker's reply, which are written to a file.
private struct Unpacking {
    private let file: OpenedFile
    private let room: Int
    private(set) var size = 0
    private(set) var fonts: [UnpackedArchive.Font] = []
    private(set) var left: [String: Int] = [:]
    private(set) var texts: [(path: String, text: [UInt8])] = []
    private var textSize = 0
    private var paths: Set<[UInt8]> = []

    init(_ file: OpenedFile, room: Int) { (self.file, self.room) = (file, room) }

    /// Takes a part of the reply.
    ///
    /// - Returns: Whether another part follows.
    mutating func take(_ bytes: [UInt8]) throws(FontError) -> Bool {
        guard let part = try? UnpackedPart(decoding: bytes) else { throw Self.malformed }
        switch part {
        case .font(let path):
            guard fonts.count < FontLimits.archiveFonts, paths.insert(Array(path.utf8)).inserted else {
                throw Self.malformed
            }
            fonts.append(.init(path: path, range: size..<size))
        case .bytes(let bytes):
            guard var font = fonts.popLast() else { throw Self.malformed }
            size += bytes.count
            guard size <= room else { throw Self.noRoom }
            try ByteCopy.writeAll(bytes, to: file.descriptor, path: "/var/tmp")
            if font.range.isEmpty { font.format = FontSniffer.format(of: bytes) }
            font.range = font.range.lowerBound..<size
            guard font.range.count <= FontLimits.fileSize else { throw Self.malformed }
            fonts.append(font)
        case .text(let path, let text):
            textSize += text.count
            if textSize <= FontLimits.licenseTextsSize { texts.append((path, text)) }
        case .left(let format): left[format, default: 0] += 1
        case .end: return false
        case .failure(let error): throw error
        }
        return true
    }

    private static let malformed = UnpackedArchive.failed("answer")

    private static let noRoom = FontError(
        .exceededResourceLimit,
        "The archives in this batch unpack to more than the limit. Register this archive on its own.")
}
