import FontRegistry
import Foundation

/// The lists of fonts that matplotlib makes once and keeps in its cache.
package struct MatplotlibLists: Sendable {
    /// The paths of the lists, sorted.
    package private(set) var files: [String] = []

    /// The size above which a list is not read; one of 10,000 fonts has 3 MB.
    private static let largest = 1 << 26

    /// Finds the lists of a user (`matplotlib.get_cachedir`).
    package init(_ variables: [String: String]) {
        let cache =
            variables["XDG_CACHE_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? variables["HOME"].map { $0 + "/.cache" }
        guard let folder = variables["MPLCONFIGDIR"] ?? cache.map({ $0 + "/matplotlib" }) else { return }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        files = names.filter { $0.hasPrefix("fontlist") && $0.hasSuffix(".json") }.map { "\(folder)/\($0)" }
            .filter(AbsolutePath.isFile).sorted()
    }

    /// Returns the lists that lack one of the font files.
    package func lacking(_ fonts: [String]) -> [String] {
        files.filter { file in
            guard let size = (try? FileManager.default.attributesOfItem(atPath: file))?[.size] as? Int,
                size <= Self.largest, let list = try? String(contentsOfFile: file, encoding: .utf8)
            else { return true }
            return fonts.contains { font in
                // Python writes other characters than ASCII as escapes.
                let escaped = Self.escaped(font)
                return !list.contains(font) && !list.contains(escaped)
            }
        }
    }

    /// Returns a text as `json.dump` writes it.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            guard !scalar.isASCII else { return result.unicodeScalars.append(scalar) }
            for unit in scalar.utf16 {
                let digits = String(unit, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
    }
}
