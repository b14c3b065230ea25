/// Which small folder each new font of the projection goes into.
///
/// fontconfig rescans a changed folder whole, so a folder holds at most ``maximumFonts`` fonts and about
/// ``maximumScanCost`` of scanning. Every folder costs every program some at its start, so folders are filled, not
/// spread; a batch stays together, so that few folders are touched.
struct FolderPlan: Sendable {
    /// What one folder holds.
    struct Folder: Sendable, Hashable {
        var id: Int64
        var fontCount: Int
        var scanCost: Int

        /// Whether another font of this cost may go in.
        ///
        /// An empty folder takes any font.
        func takes(_ cost: Int) -> Bool {
            fontCount == 0 || (fontCount < FolderPlan.maximumFonts && scanCost + cost <= FolderPlan.maximumScanCost)
        }
    }

    /// Fonts per folder.
    static let maximumFonts = 64
    /// Microseconds that fontconfig needs to scan a folder, as estimated by ``FontInspection/scanCost``.
    static let maximumScanCost = 10_000

    /// Folders there are, emptiest last.
    private var open: [Folder]

    init(folders: [Folder]) {
        // The emptiest folder is the cheapest to rescan and has most room for a batch.
        open = folders.sorted { ($0.fontCount, $0.id) > ($1.fontCount, $1.id) }
    }

    /// Places one font and remembers it.
    ///
    /// - Returns: The folder to use, with the font counted in; nil when a new one is needed (see ``add(_:)``).
    mutating func place(cost: Int) -> Folder? {
        guard let index = open.lastIndex(where: { $0.takes(cost) }) else { return nil }
        open[index].fontCount += 1
        open[index].scanCost += cost
        return open[index]
    }

    /// Takes a new, empty folder into the plan.
    mutating func add(_ id: Int64) { open.append(Folder(id: id, fontCount: 0, scanCost: 0)) }
}
