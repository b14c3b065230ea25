import FontModel
import Foundation
import GRDB

/// The fonts outside of fontd's font folders that the user hides, as in the database and in the sidecar file.
struct HiddenFonts: Codable, Sendable, Hashable {
    /// The generation that last changed them.
    var generation: Int64 = 0
    /// The faces, sorted by path and index.
    var hiddenFonts: [HiddenFont] = []

    /// Whether the paths are paths.
    var isSound: Bool {
        GenerationFile.credible.contains(generation)
            && hiddenFonts.allSatisfy { $0.path.hasPrefix("/") && !$0.path.contains("\0") }
    }
}

extension Database {
    private static let hiddenFontsKey = "hiddenFonts"

    func hiddenFonts() throws -> HiddenFonts {
        let row = try cachedStatementRow("SELECT value FROM state WHERE key = ?", [Self.hiddenFontsKey])
        guard let json: String = try row?.cell(0) else { return HiddenFonts() }
        let fonts = try JSONDecoder().decode(HiddenFonts.self, from: Data(json.utf8))
        guard fonts.isSound else { throw FontError.damagedDatabase("hidden fonts that fontd did not write") }
        return fonts
    }

    func setHiddenFonts(_ fonts: HiddenFonts) throws {
        var fonts = fonts
        fonts.hiddenFonts.sort { ($0.path, $0.face.index) < ($1.path, $1.face.index) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = String(decoding: try encoder.encode(fonts), as: UTF8.self)
        try execute(
            sql: "INSERT OR REPLACE INTO state VALUES (?, ?)", arguments: [Self.hiddenFontsKey, json])
    }
}
