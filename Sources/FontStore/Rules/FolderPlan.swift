/// The assignment of new fonts to the folders of the projection.
///
/// fontconfig rescans a changed folder completely, and every folder adds to the start time of every program. So fonts
/// that arrive singly share small folders, which are cheap to change, and the fonts of a large batch, most of which
/// stay as they are, share large ones. The sizes are measured in BENCHMARKS.md.
struct FolderPlan: Sendable {
    /// The load of one folder.
    struct Folder: Sendable, Hashable {
        var id: Int64
        var fontCount: Int
        var scanCost: Int

        /// Whether another font of this cost fits.
        ///
        /// An empty folder accepts any font.
        func takes(_ cost: Int, within size: Size) -> Bool {
            fontCount == 0 || (fontCount < size.fonts && scanCost + cost <= size.scanCost)
        }
    }

    /// The limits of a folder.
    struct Size: Sendable, Hashable {
        var fonts: Int
        /// The maximum time that fontconfig needs to scan the folder, in microseconds, as estimated by
        /// ``FontInspection/scanCost``.
        var scanCost: Int
    }

    /// The sizes of small folders; the more there are, the larger they become.
    private static let small = [16, 32, 64].map { Size(fonts: $0, scanCost: 10_000) }
    /// The size of folders for the fonts of one batch.
    static let large = Size(fonts: 256, scanCost: 40_000)
    /// The number of folders that are tried for a font whose name other files have, and up to which a new one is made
    /// for it.
    private static let tries = 8
    /// The maximum number of fonts of a folder that single fonts join.
    static let largestSmall = 64

    /// The existing small folders, emptiest last.
    private var open: [Folder]
    /// The folders of a batch, newest last.
    private var batch: [Folder] = []
    private var placed = 0

    /// - Parameter folders: The folders with at most ``largestSmall`` fonts.
    init(folders: [Folder]) {
        // The emptiest folder is the cheapest to rescan.
        open = folders.sorted { ($0.fontCount, $0.id) > ($1.fontCount, $1.id) }
    }

    private var smallSize: Size { Self.small.first { open.count < $0.fonts } ?? Self.small[Self.small.count - 1] }

    /// Whether the operation has placed so many fonts that the next ones are kept together.
    private var isBatch: Bool { placed >= Self.small[0].fonts }

    /// Places one font and counts it.
    ///
    /// - Parameters:
    ///   - isAllowed: Whether the font can be in a folder.
    ///   - isFree: Whether the font can have its name in a folder; folders without are avoided, unless there are many.
    /// - Returns: The folder to use, including the font; `nil` if a new folder is needed (see ``add(_:cost:)``).
    mutating func place(
        cost: Int, where isAllowed: (Int64) throws -> Bool, preferring isFree: (Int64) throws -> Bool
    ) rethrows -> Folder? {
        let (folders, size) = isBatch ? (batch, Self.large) : (open, smallSize)
        var (chosen, first): (Int?, Int?) = (nil, nil)
        var tried = 0
        // The fonts of one operation stay together while they fit, so that few folders change.
        for index in folders.indices.reversed() where folders[index].takes(cost, within: size) {
            guard try isAllowed(folders[index].id) else { continue }
            if try isFree(folders[index].id) {
                chosen = index
                break
            }
            first = first ?? index
            tried += 1
            if tried == Self.tries { break }
        }
        guard let index = chosen ?? (folders.count < Self.tries ? nil : first) else { return nil }
        var folder = folders[index]
        folder.fontCount += 1
        folder.scanCost += cost
        if isBatch { batch[index] = folder } else { open[index] = folder }
        placed += 1
        return folder
    }

    /// Adds a new, empty folder to the plan, and places a font there.
    mutating func add(_ id: Int64, cost: Int) {
        let folder = Folder(id: id, fontCount: 1, scanCost: cost)
        if isBatch { batch.append(folder) } else { open.append(folder) }
        placed += 1
    }
}
