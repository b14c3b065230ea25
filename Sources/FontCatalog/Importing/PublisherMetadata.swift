import CLinux
import FontFiles
import FontModel
import Foundation
import Glibc

/// The metadata of publishers in a folder and its subfolders.
struct PublisherMetadata: Sendable {
    /// The claims of one folder.
    private struct Place: Sendable {
        /// The claims about all fonts in the folder and its subfolders.
        var ofFolder: Int?
        var byFileName: [String: Int] = [:]
        var byFamily: [String: Int] = [:]
    }

    /// The greatest length of a JSON file in bytes.
    private static let listLimit = 16 << 20
    /// The greatest nesting of folders.
    private static let depthLimit = 32

    private(set) var claims: [FamilyClaims] = []
    /// The files that cannot be read.
    private(set) var unread: [FontError] = []
    /// Claims about the files beside the metadata.
    private(set) var wrong: [WrongClaim] = []
    private var places: [String: Place] = [:]
    private var fontsource: [String: FontsourceMetadata] = [:]
    private let format: CatalogSource.Metadata?

    /// - Parameter format: The metadata that are read; nil for all that are recognized.
    init(inFolder folder: String, _ format: CatalogSource.Metadata?) {
        self.format = format
        search(folder.hasSuffix("/") ? folder : folder + "/", depth: 1)
    }

    private mutating func search(_ folder: String, depth: Int) {
        guard depth <= Self.depthLimit else { return }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? []
        for name in names where !name.hasPrefix(".") {
            guard let kind = Self.kind(of: folder + name) else { continue }
            if kind == S_IFDIR {
                search(folder + name + "/", depth: depth + 1)
            } else if kind == S_IFREG {
                do throws(FontError) {
                    try read(name, in: folder)
                } catch {
                    unread.append(error)
                }
            }
        }
    }

    /// Returns the type of the file at a path as in `st_mode`, of a link itself; nil if there is none.
    private static func kind(of path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    private func wants(_ format: CatalogSource.Metadata) -> Bool { self.format == nil || self.format == format }

    private mutating func read(_ name: String, in folder: String) throws(FontError) {
        let path = folder + name
        func bytes(_ limit: Int) throws(FontError) -> [UInt8] { try PublishedFolder.read(path, atMost: limit) ?? [] }
        if name == GoogleFontsMetadata.fileName, wants(.googleFonts) {
            add(try GoogleFontsMetadata.claims(try bytes(TextMessageParser.sizeLimit), inFolder: folder))
        } else if name == FontsourceMetadata.fileName, wants(.fontsource),
            let metadata = FontsourceMetadata.read(try bytes(Self.listLimit))
        {
            fontsource[folder] = metadata
            add(metadata.claims(of: path, inFolder: folder))
        } else if name.hasSuffix(".json"), name != "catalog.json", wants(.webfonts),
            let list = WebfontList.read(try bytes(Self.listLimit))
        {
            for item in list.claims(of: path, inFolder: folder) { add(item) }
        } else if name.hasSuffix(".yml") || name.hasSuffix(".yaml"), wants(.fontist) {
            do throws(FontError) {
                guard let formula = try FontistFormula(try bytes(FontistFormula.sizeLimit), at: path) else { return }
                for item in formula.claims(inFolder: folder) { add(item) }
                check(formula, of: path, in: folder)
            } catch {
                // Other files in YAML are no concern of this.
                if format != nil { throw error }
            }
        }
    }

    private mutating func add(_ item: FamilyClaims) {
        let index = claims.count
        claims.append(item)
        if item.isOfFolder { places[item.folder, default: Place()].ofFolder = index }
        if let family = item.family { places[item.folder, default: Place()].byFamily[family] = index }
        for name in item.files.flatMap(\.names) { places[item.folder, default: Place()].byFileName[name] = index }
    }

    /// Reports the files that metadata of a folder state and that are not there.
    private mutating func refuteMissing(_ present: [Int: Set<String>]) {
        for (index, claimed) in claims.enumerated() where claimed.isOfFolder {
            for file in claimed.files where file.names.allSatisfy({ present[index]?.contains($0) != true }) {
                wrong.append(
                    WrongClaim(
                        family: claimed.family ?? "", claim: "file", claimed: file.names[0], actual: nil,
                        metadata: claimed.file))
            }
        }
    }

    /// Compares the archives beside a formula with what it states of them; fonts are compared when they are read.
    private mutating func check(_ formula: FontistFormula, of path: String, in folder: String) {
        for resource in formula.resources {
            guard
                let name = resource.names.first(where: {
                    !$0.contains("/") && !$0.isEmpty && places[folder]?.byFileName[$0] == nil
                        && Self.kind(of: folder + $0) == S_IFREG
                }), let source = try? SourceFile(opening: folder + name)
            else { continue }
            let family = claims.last?.family ?? name
            func refute(_ claim: String, _ claimed: String, _ actual: String) {
                wrong.append(
                    WrongClaim(
                        family: family, file: folder + name, claim: claim, claimed: claimed, actual: actual,
                        metadata: path))
            }
            if let size = resource.size, size != source.size { refute("size", String(size), String(source.size)) }
            guard !resource.sha256.isEmpty, let hash = try? source.sha256() else { continue }
            if !resource.sha256.contains(hash) {
                refute("sha256", resource.sha256.joined(separator: ", "), hash)
            }
        }
    }

    /// Returns the place of the claims about a font file by its folders and its name; nil if there are none.
    func index(ofFile path: String) -> Int? {
        let name = String(PathText.name(of: path))
        return find(path) { $0.byFileName[name] ?? $0.ofFolder }
    }

    /// Returns the place of the claims about a family with a font file.
    func index(ofFamily family: String, file path: String) -> Int? {
        index(ofFile: path) ?? find(path) { $0.byFamily[family] }
    }

    /// Searches the folders of a file, the nearest first.
    private func find(_ path: String, _ claims: (Place) -> Int?) -> Int? {
        var rest = path[...]
        while let slash = rest.dropLast().lastIndex(of: "/") {
            rest = rest[...slash]
            if let place = places[String(rest)], let index = claims(place) { return index }
        }
        return nil
    }

    /// Prepares the fonts of the folder: those without a text of a licence get that of the metadata, and those that
    /// Fontsource cut are left out.
    mutating func prepare(_ items: [FontItem]) -> [FontItem] {
        var kept: [FontItem] = []
        var present: [Int: Set<String>] = [:]
        defer { refuteMissing(present) }
        for var item in items {
            guard let index = index(ofFile: item.name) else {
                kept.append(item)
                continue
            }
            present[index, default: []].insert(String(PathText.name(of: item.name)))
            if let text = claims[index].licenseText, item.licenses.isEmpty { item.licenses = [text] }
            if let metadata = fontsource[claims[index].folder] {
                let name = String(PathText.name(of: item.name))
                if let subset = metadata.subset(ofFile: name) {
                    unread.append(
                        FontError(
                            .insufficientInfo,
                            "The file has only the characters of the subset \(DisplayText.clean(subset)). Get the whole font from its publisher.",
                            file: item.name))
                    continue
                }
                claims[index].files.append(
                    FamilyClaims.File(names: [name], addresses: metadata.addresses(ofFile: name)))
            }
            kept.append(item)
        }
        return kept
    }
}
