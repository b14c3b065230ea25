import CFontconfig
package import FontModel
import Glibc
import Synchronization

/// The fonts that fontconfig offers, as of the time they were loaded.
///
/// A private configuration with its fonts. It is immutable and safe to use from any thread, and is to be replaced by a
/// new one when ``isUpToDate()`` returns false. The process's current configuration is neither used nor changed.
///
/// Named instances do not count as separate fonts: a face and its instances are one ``Entry``.
package final class SystemFonts: Sendable {
    /// One face of one font file.
    package struct Entry: Sendable, Hashable {
        /// The path of the file.
        package var path: String
        /// The properties of the face that fontconfig knows; without axes, instances, glyph count and version text.
        package var face: FontFace
    }

    /// The configuration with the fonts, whose patterns it keeps alive.
    package let configuration: FontConfiguration
    // The system's fonts do not change after they were loaded.
    let handle: ConfigHandle
    let catalogue: PatternCatalogue
    private let stamps: FolderStamps
    private let allEntries = Mutex<[Entry]?>(nil)
    private let names = Mutex<[String: [Int]]?>(nil)
    // A list asks from all cores at once, which would wait for each other at a lock.
    private let files = AtomicLazyReference<PatternIndex>()
    private let families = AtomicLazyReference<PatternIndex>()
    private let language = Mutex<String??>(nil)

    /// Whether fontconfig has the fonts of the excluded folders, too, and considers them for substitutes.
    package let haveExcluded: Bool

    /// The font folders including subfolders, whether or not they exist, without the excluded ones.
    package let fontDirectories: [String]

    /// Loads the fonts into a configuration, which keeps them for as long as it exists, so that the files are not parsed
    /// again.
    ///
    /// - Parameters:
    ///   - directories: Folders whose fonts are no entries, with their subfolders.
    ///   - loadsExcluded: Whether fontconfig loads them nevertheless; otherwise the configuration passes over them from now
    ///     on.
    /// - Returns: Nil if the configuration has fonts already, or if there is no memory.
    package init?(
        in configuration: FontConfiguration, excluding directories: [String], loadsExcluded: Bool = true
    ) {
        let excluded = directories.map(canonicalPath)
        if !loadsExcluded { configuration.handle.passOver(excluded) }
        guard configuration.loadSystemFonts() else { return nil }
        self.configuration = configuration
        handle = configuration.handle
        haveExcluded = loadsExcluded
        // As C strings, of which the comparison with a path makes no copies.
        let prefixes = excluded.map { Array(($0 + "/").utf8CString.dropLast()) }
        catalogue = PatternCatalogue(of: handle) { path in
            !prefixes.contains { strncmp(path, $0, $0.count) == 0 }
        }
        fontDirectories = handle.strings(FcConfigGetFontDirs).filter { !excluded.contains(where: $0.isFolder) }
        stamps = FolderStamps(fontDirectories, readSince: configuration.start)
    }

    /// Loads the configuration and the caches of all font folders; scans folders without a valid cache and writes the
    /// cache.
    ///
    /// Takes slightly longer than the start of any program that uses fontconfig: 5 ms, and 2 µs per font. fontconfig maps
    /// 1 kB for each.
    ///
    /// - Parameters:
    ///   - configurationFile: A configuration file to read instead of the user's configuration.
    ///   - places: What the configuration includes once it exists; see ``FontConfiguration/init(file:awaiting:)``.
    ///   - excludingDirectories: Folders whose fonts are excluded, with their subfolders.
    ///   - loadsExcluded: Whether fontconfig loads them nevertheless, so that it considers them for substitutes and in its
    ///     order. The entries are the same.
    /// - Returns: The fonts.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if the configuration cannot be
    ///   loaded.
    package static func load(
        configurationFile: String? = nil, awaiting places: [String] = [], excludingDirectories: [String] = [],
        loadsExcluded: Bool = true
    ) throws(FontError) -> SystemFonts {
        let configuration = try FontConfiguration(file: configurationFile, awaiting: places)
        guard
            let fonts = SystemFonts(in: configuration, excluding: excludingDirectories, loadsExcluded: loadsExcluded)
        else { throw FontconfigFailure.noConfiguration }
        return fonts
    }

    /// The number of entries.
    package var count: Int { catalogue.items.count }

    /// All entries, in fontconfig's order.
    ///
    /// The first use reads all of them, which takes about 5 µs each.
    package var entries: [Entry] {
        allEntries.value {
            var table = LanguageTable()
            return catalogue.items.map { $0.entry(languages: table.names(of: $0.pattern)) }
        }
    }

    /// Returns the entry at an index, which must be less than ``count``.
    package func entry(_ index: Int) -> Entry {
        let item = catalogue.items[index]
        return allEntries.withLock { $0?[index] } ?? item.entry(languages: item.pattern.languageNames)
    }

    /// Returns the entry at an index without its languages, which are expensive to read; the result is not cached.
    package func entryWithoutLanguages(_ index: Int) -> Entry { catalogue.items[index].entry(languages: []) }

    /// Returns the entry at an index with those facts alone that a menu of families has; the result is not cached.
    ///
    /// These are the names of the family, the PostScript name, the style, the weight and the slant.
    package func entryOfMenu(_ index: Int) -> Entry {
        let item = catalogue.items[index]
        return Entry(path: item.path, face: FontFace(ofMenu: item.pattern))
    }

    /// Returns the indices of the entries with exactly this PostScript name.
    package func entries(postscriptName: String) -> [Int] {
        // A look-up does not walk through all fonts.
        let indices = names.value {
            var indices: [String: [Int]] = [:]
            for (index, item) in catalogue.items.enumerated() {
                guard let name = item.pattern.postscriptName, !name.isEmpty else { continue }
                indices[name, default: []].append(index)
            }
            return indices
        }
        return indices[postscriptName] ?? []
    }

    /// Returns the indices of the entries of which a family or a full name fulfils a condition, ascending, with those that
    /// have no family or whose file is variable, which may have other names.
    ///
    /// - Parameter isWanted: Whether a name is wanted, which is as in the file, not in display form.
    package func entries(where isWanted: (_ name: UnsafePointer<CChar>) -> Bool) -> [Int] {
        catalogue.items.indices.filter { index in
            let item = catalogue.items[index]
            return item.isVariable || item.pattern.bytes(FC_FAMILY) == nil
                || [FC_FAMILY, FC_FULLNAME].contains { item.pattern.has($0, where: isWanted) }
        }
    }

    /// The indices of the entries whose face varies or has named instances, ascending.
    package var variableEntries: [Int] { catalogue.items.indices.filter { catalogue.items[$0].isVariable } }

    /// Whether the entry at an index maps every character of the text.
    package func covers(_ entry: Int, _ text: String) -> Bool {
        catalogue.items[entry].pattern.characters.map { characters in
            text.unicodeScalars.allSatisfy { FcCharSetHasChar(characters, $0.value) == FcTrue }
        } ?? text.isEmpty
    }

    /// Returns the patterns of the faces that have a name as a family in any language, also those in excluded folders, in
    /// fontconfig's order.
    ///
    /// Like fontconfig, it compares without regard to case and spaces.
    func faces(ofFamily name: String) -> [PatternView] {
        let index =
            families.load()
            ?? families.storeIfNil(
                PatternIndex(of: handle) { pattern, add in
                    guard !pattern.isVariable, pattern.instanceNumber == 0 else { return }
                    pattern.forEach(FC_FAMILY) { add(FamilyKey.hash(of: $0)) }
                })
        let key = FamilyKey(name)
        var faces: [PatternView] = []
        // A face that has the name in two languages follows itself.
        index.forEach(key.hash) { item in
            if item.pattern.raw != faces.last?.raw, item.pattern.has(key) { faces.append(item.pattern) }
        }
        return faces
    }

    /// Returns the files below a folder, which may be an excluded one, that have a face with one of these PostScript names.
    package func files(in folder: String, named names: Set<String>) -> Set<String> {
        var files: Set<String> = []
        // Most names are other ones, which is seen without a copy of them.
        let wanted = names.map { Array($0.utf8CString) }
        handle.forEachPattern(in: FcSetSystem) { pattern in
            guard pattern.has(FC_POSTSCRIPT_NAME, where: { name in wanted.contains { strcmp($0, name) == 0 } }),
                let path = pattern.path, path.hasPrefix(folder + "/")
            else { return }
            files.insert(path)
        }
        return files
    }

    /// The language that fontconfig assumes; nil if it assumes none.
    var assumedLanguage: String? { language.value { families(triedFor: "").language } }

    /// Returns the patterns of faces and of their named instances, also of those in excluded folders, in fontconfig's
    /// order.
    func patterns(of faces: Set<Place>) -> [(place: Place, pattern: PatternView)] {
        let found = Set(faces.map { ExactText($0.path) }).map(\.string).flatMap { path in
            patterns(in: path).filter { faces.contains(Place(path: path, face: $0.pattern.faceIndex)) }
                .map { (path: path, item: $0) }
        }.sorted { $0.item.position < $1.item.position }
        return found.map { path, item in
            let (face, instance) = (item.pattern.faceIndex, item.pattern.instanceNumber)
            return (Place(path: path, face: face, instance: instance), item.pattern)
        }
    }

    /// Returns the patterns of the faces of a file and of their named instances, also of a file in an excluded folder.
    func patterns(in path: String) -> [PatternIndex.Item] {
        let index =
            files.load()
            ?? files.storeIfNil(
                PatternIndex(of: handle) { pattern, add in
                    if !pattern.isVariable { pattern.forEach(FC_FILE) { add(ByteHash.of($0)) } }
                })
        var items: [PatternIndex.Item] = []
        path.withCString { path in
            index.forEach(ByteHash.of(path)) { if $0.pattern.isOf(path) { items.append($0) } }
        }
        return items
    }

    /// Whether a folder of the configuration contains a file.
    package func searches(_ path: String) -> Bool {
        let file = canonicalPath(path)
        return handle.strings(FcConfigGetFontDirs).contains { file.hasPrefix($0 + "/") }
    }

    /// Whether the configuration files and font folders are unchanged since the fonts were loaded.
    ///
    /// Exact to the nanosecond. Changes during the loading, or within 20 ms before it, count as changes after it, since
    /// it is unknown which state was read. A configuration folder that did not exist is not monitored.
    package func isUpToDate() -> Bool { configuration.isCurrent && stamps.areCurrent }
}
