/// The assignment of new fonts to the small folders of the projection.
///
/// fontconfig rescans a changed folder completely, so a folder has at most ``maximumFonts`` fonts and a scan cost of
/// about ``maximumScanCost``. Every folder adds to the start time of every program, so folders are filled instead of
/// spreading the fonts. The fonts of a batch stay together, so that few folders change.
struct FolderPlan: Sendable {
    /// The load of one folder.
    struct Folder: Sendable, Hashable {
        var id: Int64
        var fontCount: Int
        var scanCost: Int

        /// Whether another font of this cost fits.
        ///
        /// An empty folder accepts any font.
        func takes(_ cost: Int) -> Bool {
            fontCount == 0 || (fontCount < FolderPlan.maximumFonts && scanCost + cost <= FolderPlan.maximumScanCost)
        }
    }

    /// The maximum number of fonts per folder.
    static let maximumFonts = 64
    /// The maximum time that fontconfig needs to scan a folder, in microseconds, as estimated by
    /// ``FontInspection/scanCost``.
    static let maximumScanCost = 10_000

    /// The existing folders, emptiest last.
    private var open: [Folder]

    init(folders: [Folder]) {
        // The emptiest folder is the cheapest to rescan and has the most room for a batch.
        open = folders.sorted { ($0.fontCount, $0.id) > ($1.fontCount, $1.id) }
    }

    /// Places one font and counts it.
    ///
    /// - Returns: The folder to use, including the font; `nil` if a new folder is needed (see ``add(_:)``).
    mutating func place(cost: Int) -> Folder? {
        guard let index = open.lastIndex(where: { $0.takes(cost) }) else { return nil }
        open[index].fontCount += 1
        open[index].scanCost += cost
        return open[index]
    }

    /// Adds a new, empty folder to the plan.
    mutating func add(_ id: Int64) { open.append(Folder(id: id, fontCount: 0, scanCost: 0)) }
}
