import CLinux
package import FontModel
import Foundation
import Glibc
import OpenType

/// The fonts of sources, and what was skipped in folders and archives.
package struct FoundFonts: Sendable {
    package private(set) var items: [FontItem] = []
    /// The counts for ``FontSummary/passedOver``.
    package private(set) var passedOver: [String: Int] = [:]
    /// The value of ``FontSummary/unread``.
    package private(set) var unread: [FontError] = []
    /// The size of further fonts in archives, in bytes.
    private var room = 2 * FontLimits.archiveUnpackedSize
    /// The archives that were unpacked, each once however many paths lead to it.
    private var archives: [Fingerprint: UnpackedArchive] = [:]
    /// The number of archives that were unpacked.
    var unpackedArchives: Int { archives.count }
    /// Whether archives are unpacked here.
    private var isUnpacking: Bool
    /// Files of the current folder that have a font's suffix but no known format.
    private var misnamed: [String] = []
    /// The unwrapper of files packed for the web; nil if they are not registered.
    private let unwrapper: WebFontUnwrapper?
    /// The licences in folders that are searched, and beside single files; nil if nobody keeps them.
    private var licenses: FolderLicenses?

    /// Finds the fonts of files, folders and archives that registration would find.
    ///
    /// - Parameter unwrapping: Whether files packed for the web are found, too.
    package init(at paths: [String], unwrapping: Bool = false) {
        self.init(unwrapping: unwrapping, unpacking: true)
        for path in paths { add(.path(path), matching: { _ in [] }) }
    }

    /// - Parameter keepingLicenses: Whether the texts that come with fonts are read.
    package init(unwrapping: Bool, unpacking: Bool, keepingLicenses: Bool = false) {
        licenses = keepingLicenses ? FolderLicenses() : nil
        unwrapper = unwrapping ? WebFontUnwrapper() : nil
        isUnpacking = unpacking
    }

    /// Adds the items of a source.
    ///
    /// - Parameter matches: Finds the fonts of a query.
    package mutating func add(_ source: FontSource, matching matches: (FontQuery) -> [FontDescriptor]) {
        let start = items.count
        defer { for place in items.indices[start...] { items[place].unwrapper = unwrapper } }
        switch source.kind {
        case .file(let path): add(.file(path))
        case .directory(let path):
            // The fonts of a program's resources are files.
            let wasUnpacking = isUnpacking
            isUnpacking = false
            addFonts(inFolder: path)
            isUnpacking = wasUnpacking
        case .path(let path): addFonts(at: path)
        case .data(let data, let name): add(.data([UInt8](data), name: name))
        case .opened(let file, let name, let tag):
            add(tag: tag, of: name) { tag in
                var item = FontItem.opened(file, name: name, tag: tag)
                item.agreed = source.agreed
                return item
            }
        case .licensedArchive(let file, let name):
            let start = items.count
            add(.opened(file, name: name))
            for place in start..<items.count { items[place].requireLicense() }
        case .descriptor(let descriptor):
            items.append(
                descriptor.path.map { .file($0) } ?? .failure(Self.noFile(descriptor.postscriptName)))
        case .asset(let name, let folder): items.append(Self.asset(name, in: folder))
        case .downloaded(let file, let name, let expected, let licenses):
            var item = FontItem.opened(file, name: name)
            (item.expected, item.licenses) = (expected, licenses)
            items.append(item)
        case .failure(let error): items.append(.failure(error))
        case .query(let query):
            let files = query.file.map { [$0] } ?? Set(matches(query.untagged).compactMap(\.path)).sorted()
            let name = query.postscriptName ?? query.family ?? query.fullName ?? "the query"
            if files.isEmpty { items.append(.failure(Self.noFile(name))) }
            for file in files { add(tag: query.tag, of: file) { .file(file, tag: $0) } }
        }
    }

    /// Adds an item with its own tag, or an error if the tag is invalid.
    private mutating func add(tag: String?, of file: String, _ item: (String?) -> FontItem) {
        do throws(FontError) {
            try CallerText.checkTag(tag, file: file)
            add(item(tag))
        } catch {
            items.append(.failure(error))
        }
    }

    private static func noFile(_ name: String) -> FontError {
        FontError(
            .insufficientInfo,
            "The descriptor does not refer to a font file. Specify the file, or the name of an available font.",
            file: name)
    }

    private static func asset(_ name: String, in folder: String) -> FontItem {
        var found = FoundFonts(unwrapping: false, unpacking: false)
        found.addFonts(inFolder: folder)
        for case .file(let path) in found.items.map(\.kind) {
            guard let file = try? FontFile(contentsOf: path) else { continue }
            let isFamily = file.format == .collection || file.faces.contains(where: \.isVariable)
            if file.faces.contains(where: { $0.postscriptName == name || (isFamily && $0.family == name) }) {
                return .file(path)
            }
        }
        return .failure(
            FontError(
                .assetNotFound,
                "The bundle has no font with this name. Specify a PostScript name, or the family of a variable font or collection.",
                file: name))
    }

    /// Adds a file, or the fonts in a folder or at a path within an archive.
    private mutating func addFonts(at path: String) {
        var status = stat()
        guard GivenPath.with(path, { clx_stat($0, &status) }) == 0 else {
            let archive = isUnpacking ? FontFile.archive(holding: path) : nil
            return archive.map { add(.file($0), at: path) } ?? add(.file(path))
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { return add(.file(path)) }
        addFonts(inFolder: path)
    }

    /// Adds a font of an archive, or those of a folder in it.
    private mutating func add(_ archive: FontItem, at path: String) {
        let start = items.count
        add(archive)
        guard items[start...].allSatisfy({ if case .archived = $0.kind { true } else { false } }) else { return }
        let found = items[start...].filter { $0.name.hasBytes(of: path) || $0.name.isPath(in: path) }
        items.removeSubrange(start...)
        guard found.isEmpty else { return items += found }
        let error = FontError(
            .fileNotFound, "The archive has no font at this path. Check the path, or specify only the archive.",
            file: path)
        items.append(.failure(error))
    }

    /// Adds a file, or the fonts in an archive.
    private mutating func add(_ item: FontItem) {
        guard isUnpacking, item.isArchive else {
            var item = item
            if case .file(let path) = item.kind { item.licenses = licenses?.texts(besides: path) ?? [] }
            return items.append(item)
        }
        do throws(FontError) {
            let fonts = try self.fonts(in: item)
            if let error = fonts.reason { throw error }
            items += fonts.items
        } catch {
            items.append(.failure(error))
        }
    }

    /// Adds the fonts in an archive of a folder; an archive without fonts is no failure.
    private mutating func addArchive(at path: String, _ format: ArchiveFormat) {
        // A package in a folder of downloads is rarely one of fonts.
        guard isUnpacking, format != .rar, format != .debian else {
            return passedOver[format.rawValue, default: 0] += 1
        }
        do throws(FontError) {
            items += try fonts(in: .file(path)).items
        } catch {
            // A compressed file that is no archive may be a font.
            let isCompressed = ![.zip, .sevenZip, .tar].contains(format) && error.code == .unrecognizedFormat
            if isCompressed { passedOver[format.rawValue, default: 0] += 1 } else { unread.append(error) }
        }
    }

    /// Returns the fonts in an archive, and the reason if there are none.
    private mutating func fonts(in item: FontItem) throws(FontError) -> (items: [FontItem], reason: FontError?) {
        let archive = try unpacked(item)
        var fonts: [FontItem] = []
        for font in archive.fonts {
            if unwrapper == nil, let format = font.format, [.woff, .woff2].contains(format) {
                passedOver[format.rawValue, default: 0] += 1
            } else {
                fonts.append(
                    .archived(
                        font.range, of: archive.file, name: item.name + "/" + font.path, tag: item.tag,
                        licenses: archive.licenses(of: font.path)))
            }
        }
        for (format, count) in archive.left { passedOver[format, default: 0] += count }
        guard fonts.isEmpty else { return (fonts, nil) }
        let isOfArchives = archive.fonts.isEmpty && archive.holdsArchives(named: item.name)
        let message: Message =
            if isOfArchives {
                "The archive contains other archives, but no fonts. Unpack it into a folder, and register that folder."
            } else if archive.fonts.isEmpty {
                "There is no TrueType or OpenType font in this archive. Specify an archive with .ttf, .otf, .ttc or .otc files."
            } else {
                "The archive contains only web fonts (WOFF, WOFF2). Register it with the option to unwrap."
            }
        return ([], FontError(isOfArchives ? .unrecognizedFormat : .fileNotFound, message, file: item.name))
    }

    private mutating func unpacked(_ item: FontItem) throws(FontError) -> UnpackedArchive {
        let fingerprint = item.fingerprint
        if let known = fingerprint.flatMap({ archives[$0] }) { return known }
        let archive = try UnpackedArchive(
            try item.open(), agreed: item.agreed, room: min(room, FontLimits.archiveUnpackedSize))
        room -= archive.size
        if let fingerprint { archives[fingerprint] = archive }
        return archive
    }

    private mutating func addFonts(inFolder path: String) {
        let (count, before) = (items.count, unread.count)
        misnamed = []
        search(path)
        guard items.count == count else {
            // The files may be broken downloads; they are added so that they fail with the reason.
            items += misnamed.map { .file($0) }
            return
        }
        guard unread.count == before else {
            items += unread[before...].map { .failure($0) }
            return unread.removeSubrange(before...)
        }
        items.append(
            .failure(
                FontError(
                    .fileNotFound,
                    "There is no TrueType or OpenType font in this folder. Specify a folder with .ttf, .otf, .ttc or .otc files, or archives of them.",
                    file: path)))
    }

    /// - Parameter above: The files with texts of licences in the folders above, the nearest first.
    private mutating func search(_ folder: String, below above: [FolderLicenses.Place] = []) {
        let entries: [String]
        do throws(FontError) {
            entries = try folderEntries(folder)
        } catch {
            return items.append(.failure(Self.unreadable(folder, error)))
        }
        // The path of a folder's URL ends with a slash.
        let start = folder.hasSuffix("/") ? folder : folder + "/"
        let names = entries.filter { !$0.hasPrefix(".") }.sorted()
        let places = FolderLicenses.Place(folder: start, files: names).map { [$0] + above } ?? above
        for name in names {
            let path = start + name
            guard let kind = GivenPath.kind(of: path) else { continue }
            if kind == S_IFDIR {
                search(path, below: places)
                continue
            }
            do throws(FontError) {
                let prefix = try FontFile.prefix(of: path)
                if let format = FontSniffer.format(of: prefix) {
                    if format.isSupported || unwrapper != nil && [.woff, .woff2].contains(format) {
                        items.append(.file(path, licenses: licenses?.texts(of: path, in: places) ?? []))
                    } else {
                        passedOver[format.rawValue, default: 0] += 1
                    }
                } else if let archive = FontSniffer.archive(of: prefix) {
                    addArchive(at: path, archive)
                } else if Self.hasFontSuffix(name) {
                    misnamed.append(path)
                }
            } catch {
                // The file may be a font, so the error is reported.
                let isDenied = error.code == .insufficientPermissions && Self.hasFontSuffix(name)
                if isDenied || error.code == .registrationFailed { items.append(.failure(error)) }
            }
        }
    }

    static func unreadable(_ folder: String, _ error: FontError) -> FontError {
        guard error.storeFault == .readOnly else {
            return FontError(
                .registrationFailed, "The folder cannot be read. Check it and its disk, then try again.", file: folder,
                cause: error.ofOneItem.cause)
        }
        return FontError(
            .insufficientPermissions, "The folder cannot be read. Grant yourself read access to it.", file: folder)
    }

    static func hasFontSuffix(_ name: String) -> Bool {
        let name = name.lowercased()
        return [".ttf", ".otf", ".ttc", ".otc"].contains(where: name.hasSuffix)
    }
}

extension FontQuery {
    /// The query without the tag, which a source assigns instead of matching it.
    package var untagged: FontQuery {
        var query = self
        query.tag = nil
        return query
    }
}
