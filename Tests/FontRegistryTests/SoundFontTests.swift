import FontRegistry
import FontValidation
import Foundation
import TestSupport
import Testing

/// Well-made fonts have no findings; a check that reports one is wrong.
@Suite(.tags(.unsafeMemory), .timeLimit(.minutes(60))) struct SoundFontTests {
    /// Real fonts beside the checkout, and the Latin fonts of Debian's packages.
    private static let files: [String] = {
        let folders = [
            SharedFonts.fonts, "/usr/share/fonts/truetype/lato", "/usr/share/fonts/truetype/dejavu",
            "/usr/share/fonts/opentype/ebgaramond",
        ]
        return folders.compactMap { $0 }.flatMap { folder in
            let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
            return names.filter { [".ttf", ".otf", ".ttc"].contains(where: $0.hasSuffix) }.sorted().map {
                folder + "/" + $0
            }
        }
    }()

    @Test func nothingIsFoundInFontsThatAreWellMade() throws {
        if Self.files.isEmpty { try Test.cancel("No real fonts are installed; `make test` installs some.") }
        for file in Self.files {
            let validation = FontFile.check(.file(file), as: FileValidation.self)
            #expect(validation.isValid, "\(file)")
            #expect(validation.findings == [], "\(file)")
        }
    }
}
