import CFontconfig

/// Folders and everything inside them.
struct FolderFilter: Sendable {
    private let folders: [String]

    /// Takes folders in canonical form.
    init(_ folders: [String]) { self.folders = folders }

    /// Whether the folder is one of the folders or inside one: `/a/b` holds `/a/b/c`, not `/a/bc`.
    func contains(folder: String) -> Bool { folders.contains { folder == $0 || folder.hasPrefix($0 + "/") } }

    /// Whether the file lies in one of the folders or inside one.
    func contains(file: String) -> Bool { folders.contains { file.hasPrefix($0 + "/") } }
}

/// The patterns of a configuration's system fonts, folded to one item per face of a file.
///
/// The items borrow their patterns from the configuration, which must outlive the catalogue unchanged.
struct PatternCatalogue: @unchecked Sendable {
    // Sendable: the patterns are only read, which needs no lock, and their owner keeps set and catalogue together.

    /// One face.
    struct Item {
        /// The file.
        var path: String
        /// The pattern that describes the face: that of the face as such where there is one.
        var pattern: PatternView
        /// Whether there are patterns of instances or ranges beside it.
        var isVariable: Bool

        /// Reads the entry; the languages are given because they are dear.
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
        // Items whose pattern is that of an instance or of the variable face, until the better one turns up.
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

    /// The item of a face of a file.
    func item(path: String, face: Int) -> Int? { places[Place(path: path, face: face)] }
}
