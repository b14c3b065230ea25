internal import FontFiles
internal import FontModel
internal import FontsModel
internal import Glibc
internal import Gtk

/// The fonts that rows are drawn with: some tens, of which those that were not used for the longest time go first.
///
/// Files are opened by the library, away from the interface, and drawn by descriptor. What was asked for last comes first,
/// and what a row no longer shows is not opened.
@UI
final class FaceCache {
    /// A face, and the revision of the row: a replaced font keeps its path.
    struct Key: Hashable {
        var face: FaceReference
        var revision: Int
    }

    private static let most = 64
    private static let mostAtOnce = 4

    private let library: (any FontLibrary)?
    private var known: [Key: (fonts: FontMap?, time: Int)] = [:]
    private var time = 0
    private var waiting: [Key: [WeakArea]] = [:]
    private var order: [Key] = []
    private var running = 0

    private struct WeakArea {
        weak var area: SampleArea?
    }

    init(_ library: (any FontLibrary)?) { self.library = library }

    /// Gives an area its fonts, at once or later; nil if the face cannot be drawn in this process.
    func request(_ key: Key, for area: SampleArea) {
        if let entry = known[key] {
            time += 1
            known[key]?.time = time
            area.show(entry.fonts, of: key)
            return
        }
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
                    // The fonts own a descriptor of their own.
                    fonts = FontMap(adopting: fcntl(file.descriptor, F_DUPFD_CLOEXEC, 3))
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
        time += 1
        known[key] = (fonts, time)
        if known.count > Self.most, let oldest = known.min(by: { $0.value.time < $1.value.time })?.key {
            known[oldest] = nil
        }
        for waiter in waiting.removeValue(forKey: key) ?? [] {
            if let area = waiter.area, area.key == key { area.show(fonts, of: key) }
        }
        startNext()
    }
}
