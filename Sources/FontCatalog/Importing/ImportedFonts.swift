import FontFiles
import FontModel
import OpenType

/// The fonts for a catalogue, with what metadata say of them.
struct ImportedFonts: Sendable {
    private(set) var items: [FontItem] = []
    /// The counts of files in formats that a catalogue does not have.
    private(set) var passedOver: [String: Int] = [:]
    /// What cannot be read.
    private(set) var unread: [FontError] = []
    private(set) var metadata: PublisherMetadata?
    /// The hashes of texts that are of all fonts of a package or formula, whatever families they name.
    private(set) var commonTexts: Set<String> = []

    /// Finds the fonts of a source.
    ///
    /// - Parameter system: The font files of this machine, for such a source.
    init(_ source: CatalogSource, system: [String]) throws(FontError) {
        switch source {
        case .folder(let folder, let format): add(folder: folder, format)
        case .system(let packages): add(system: system, packages)
        case .debian(let names):
            let download = try DebianDownload(names)
            withExtendedLifetime(download) {
                for file in download.files { add(package: file) }
            }
        }
    }

    private mutating func add(folder: String, _ format: CatalogSource.Metadata?) {
        var found = FoundFonts(unwrapping: false, unpacking: true, keepingLicenses: true)
        found.add(.path(folder)) { _ in [] }
        var metadata = PublisherMetadata(inFolder: folder, format)
        items = metadata.prepare(found.items)
        passedOver = found.passedOver
        unread = found.unread + metadata.unread
        commonTexts = Set(metadata.claims.compactMap(\.licenseText?.sha256))
        self.metadata = metadata
    }

    private mutating func add(system files: [String], _ packages: ([String]) -> [String: String]) {
        let owners = packages(files)
        var licenses = FolderLicenses()
        var texts: [String: LicenseText?] = [:]
        for path in files {
            guard let prefix = try? FontFile.prefix(of: path), let format = FontSniffer.format(of: prefix) else {
                continue
            }
            guard format.isSupported else {
                passedOver[format.rawValue, default: 0] += 1
                continue
            }
            var beside = licenses.texts(besides: path)
            if beside.isEmpty, let owner = owners[path] {
                let text = texts[owner] ?? Self.copyright(ofPackage: owner)
                texts[owner] = .some(text)
                beside = [text].compactMap(\.self)
                commonTexts.formUnion(beside.map(\.sha256))
            }
            items.append(.file(path, licenses: beside))
        }
    }

    private static func copyright(ofPackage name: String) -> LicenseText? {
        let path = "/usr/share/doc/\(name)/copyright"
        guard let bytes = try? PublishedFolder.read(path, atMost: FontLimits.licenseTextSize), !bytes.isEmpty,
            !bytes.contains(0)
        else { return nil }
        return LicenseText(bytes, path: path)
    }

    private mutating func add(package file: String) {
        let name = String(PathText.name(of: file))
        var found = FoundFonts(unwrapping: false, unpacking: true, keepingLicenses: true)
        found.add(.path(file)) { _ in [] }
        for var item in found.items {
            if case .failure(let error) = item.kind {
                unread.append(error.of(name))
                continue
            }
            // The folder of the download is of no interest.
            item.name = name + item.name.dropFirst(file.count)
            items.append(item)
            commonTexts.formUnion(item.licenses.filter { $0.name == "copyright" }.map(\.sha256))
        }
        // The other files of a package are none of fonts.
        for (format, count) in found.passedOver where FontFormat(rawValue: format) != nil {
            passedOver[format, default: 0] += count
        }
    }
}
