import FontRegistry
import Foundation

/// The lists of fonts that matplotlib makes once and keeps in its cache.
struct MatplotlibLists: Sendable {
    /// The paths of the lists, sorted.
    var files: [String] = []

    /// The size above which a list is not read; one of 10,000 fonts has 3 MB.
    private static let largest = 1 << 26

    /// Finds the lists of a user (`matplotlib.get_cachedir`).
    init(_ variables: [String: String]) {
        let cache =
            variables["XDG_CACHE_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? variables["HOME"].map { $0 + "/.cache" }
        guard let folder = variables["MPLCONFIGDIR"] ?? cache.map({ $0 + "/matplotlib" }) else { return }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        files = names.filter { $0.hasPrefix("fontlist") && $0.hasSuffix(".json") }.map { "\(folder)/\($0)" }
            .filter(AbsolutePath.isFile).sorted()
    }

    /// Returns the lists that lack one of the font files.
    func lacking(_ fonts: [String]) -> [String] {
        files.filter { file in
            guard let size = (try? FileManager.default.attributesOfItem(atPath: file))?[.size] as? Int,
                size <= Self.largest, let list = try? String(contentsOfFile: file, encoding: .utf8)
            else { return true }
            return fonts.contains { font in
                // Python writes other characters than ASCII as escapes.
                let escaped = String(decoding: ASCIIText.json(Array(font.utf8)), as: UTF8.self)
                return !list.contains(font) && !list.contains(escaped)
            }
        }
    }

    /// Offers to remove the lists that lack new fonts, which matplotlib then makes again at its next start.
    func offerRemoval(for summary: FontSummary, in context: FontctlContext) {
        let fonts = summary.outcomes.filter { [.registered, .replaced].contains($0.status) }
            .compactMap(\.registration?.path)
        let lists = fonts.isEmpty ? [] : lacking(fonts)
        guard !lists.isEmpty else { return }
        let question =
            "matplotlib keeps a list of fonts that lacks the new ones: \(lists.joined(separator: ", ")). Remove it, so that matplotlib writes a new one at its next start? [y/N] "
        guard context.ask(question) == true else { return }
        for list in lists where unlink(list) != 0 && errno != ENOENT {
            context.warn("\(list) could not be removed: \(String(cString: strerror(errno))). Remove it by hand.")
        }
    }
}
