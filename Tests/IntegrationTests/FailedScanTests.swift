import Foundation
import TestSupport
import Testing

extension FailingPrograms {
    /// A scan of a font folder by fontconfig that fails once.
    @Suite(
        .enabled(if: Programs.hasTrace, "Needs strace and leave to trace."),
        .disabled(if: Programs.areSanitized, "A fault would strike the sanitizer's own files as well."))
    struct FailedScanTests {
        /// A cache that cannot be built at once is built again, before another scan that fails writes one without a font.
        ///
        /// The fault strikes each thread once: the one that shows the font when it lists the folder (the fifth call), and
        /// the one that then lists the fonts when it opens the font, if it scans the folder.
        @Test(arguments: 4...6) func aFontIsListedAlthoughTheFirstScanFails(_ number: Int) throws {
            let home = try PrivateHome()
            let first = try home.write(SyntheticFont(family: "First"), as: "First.ttf")
            _ = try home.withoutDelayedTouches { try home.fontctl(["register", first]) }
            let folder = (try #require(try home.listed().first) as NSString).deletingLastPathComponent
            let second = try home.write(SyntheticFont(family: "Second"), as: "Second.ttf")
            let shown = folder + "/Second.ttf"
            let result = try FaultyCommand(home: home, arguments: ["register", second])
                .run(.full, at: CallPlace(call: "openat", number: number), of: [folder, shown])
            #expect(result.status == 0, "\(result.errors)")
            #expect(try home.listed().contains(shown))
        }
    }
}
