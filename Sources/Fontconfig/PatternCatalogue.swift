import CFontconfig

/// A filter that matches folders and everything inside them.
struct FolderFilter: Sendable {
    private let folders: [String]

    /// Creates a filter from folders in canonical form.
    init(_ folders: [String]) { self.folders = folders }

    /// Whether a folder is one of the folders or inside one: `/a/b` contains `/a/b/c`, but not `/a/bc`.
    func contains(folder: String) -> Bool { folders.contains { folder == $0 || folder.hasPrefix($0 + "/") } }

    /// Whether a file is in one of the folders or in a subfolder.
    func contains(file: String) -> Bool { folders.contains { file.hasPrefix($0 + "/") } }
}

/// The patterns of a configuration's system fonts, combined to one item per face of a file.
///
/// The items borrow their patterns from the configuration, which must outlive the catalogue unchanged.
struct PatternCatalogue: @unchecked Sendable {
    // Sendable: the patterns are only read, which needs no lock, and their owner holds the configuration and the
    // catalogue together.

    /// One face.
    struct Item {
        /// The path of the file.
        var path: String
        /// The pattern that describes the face; the pattern of the face itself if there is one.
        var pattern: PatternView
        /// Whether there are also patterns of instances or ranges.
        var isVariable: Bool

        /// Reads the entry; the languages are a parameter because they are expensive to read.
        func entry(languages: [String]) -> SystemFonts.Entry {
            SystemFonts.Entry(path: path, face: .init(pattern, languages: languages), isVariable: isVariable)
        }
    }

    private struct Place: Hashable {
        var path: String
        var face: Int
    }

    private(set) var items: [Item] = []
    private var places: [Place: Int] = [:]

    /// Reads the patterns of the files that `isIncluded` accepts.
    init(of config: ConfigHandle, where isIncluded: (_ path: String) -> Bool) {
        // Items that have the pattern of an instance or of the variable face until that of the face itself is found.
        var makeshift: Set<Int> = []
        config.forEachPattern(in: FcSetSystem) { pattern in
            guard let path = pattern.path, isIncluded(path) else { return }
            let isFaceItself = pattern.instanceNumber == 0 && !pattern.isVariable
            let place = Place(path: path, face: pattern.faceIndex)
            let item = places[place] ?? items.count
            if item == items.count {
                places[place] = item
                items.append(Item(path: path, pattern: pattern, isVariable: false))
                if !isFaceItself { makeshift.insert(item) }
            } else if isFaceItself, makeshift.remove(item) != nil {
                items[item].pattern = pattern
            }
            if !isFaceItself { items[item].isVariable = true }
        }
    }

    /// Returns the index of the item for a face of a file.
    func item(path: String, face: Int) -> Int? { places[Place(path: path, face: face)] }
}
