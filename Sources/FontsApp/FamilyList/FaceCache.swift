internal import FontFiles
internal import FontModel
internal import FontsModel
internal import Gtk

/// The fonts that rows are drawn with: some tens, of which those that were not used for the longest time go first.
///
/// Files are opened by the library and copied into memory, away from the interface. What was asked for last comes first, and
/// what a row no longer shows is not opened.
@UI
final class FaceCache {
    /// A face, and the revision of the row: a replaced font keeps its path.
    struct Key: Hashable {
        var face: FaceReference
        var revision: Int
    }

    private static let mostAtOnce = 4

    private let library: (any FontLibrary)?
    private var kept = KeptFonts<Key>(most: 64, mostBytes: 16 << 20)
    private var waiting: [Key: [WeakArea]] = [:]
    private var order: [Key] = []
    private var running = 0

    private struct WeakArea {
        weak var area: SampleArea?
    }

    init(_ library: (any FontLibrary)?) { self.library = library }

    /// Gives an area its fonts, at once or later; nil if the face cannot be drawn in this process.
    func request(_ key: Key, for area: SampleArea) {
        if let entry = kept.use(key) { return area.show(entry.fonts, of: key) }
        guard key.face.drawing == .inProcess, library != nil else { return area.show(nil, of: key) }
        if waiting[key] == nil { order.append(key) }
        waiting[key, default: []].append(WeakArea(area: area))
        startNext()
    }

    private func startNext() {
        while running < Self.mostAtOnce, let key = order.popLast() {
            let isWanted = waiting[key]?.contains { $0.area?.key == key } ?? false
            guard isWanted, let library else {
                waiting[key] = nil
                continue
            }
            running += 1
            Task { @UI [weak self] in
                var fonts: FontMap?
                do throws(FontError) {
                    let file = try await library.open(key.face)
                    fonts = try await BlockingWork.perform { () throws(FontError) in
                        FileFonts(copying: file.descriptor)
                    }.flatMap(FontMap.init)
                } catch {
                    // A font that vanished is shown in the plain face until the library tells that it is gone.
                    fonts = nil
                }
                self?.finish(key, fonts)
            }
        }
    }

    private func finish(_ key: Key, _ fonts: FontMap?) {
        running -= 1
        kept.keep(fonts, as: key)
        for waiter in waiting.removeValue(forKey: key) ?? [] {
            if let area = waiter.area, area.key == key { area.show(fonts, of: key) }
        }
        startNext()
    }
}
