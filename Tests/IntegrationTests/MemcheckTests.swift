import Foundation
import TestSupport
import Testing

extension FailingPrograms {
    /// A few files under valgrind's memcheck (docs/reliability.md, R40); `make memcheck` uses all files beside the
    /// checkout.
    @Suite(
        .enabled(if: Programs.hasMemcheck, "Needs valgrind, strip and a C compiler; valgrind is a large package."),
        .disabled(if: Programs.areSanitized, "Two memory checkers do not go together."),
        .timeLimit(.minutes(60)))
    struct MemcheckTests {
        private static let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "scripts/memcheck").path(percentEncoded: false)

        @Test func nothingIsReported() throws {
            let home = try PrivateHome()
            let variable = SyntheticFont {
                $0.axes = [.weight]
                $0.instances = [.init("Bold", ["wght": 700])]
            }
            var files = [
                try home.write(variable, as: "variable.ttf"),
                try home.write(SyntheticFont { $0.outlines = .cff2 }, as: "compact.otf"),
                try home.write(SyntheticCollection.faces(3).build(), as: "collection.ttc"),
                try home.write(Damage.truncated(SyntheticFont().build(), to: 900), as: "cut.ttf"),
            ]
            files += BadFont.all.filter { $0.expected == "survive" }.prefix(4).map(\.path)
            let result = try home.run(Self.script, [Programs.fontctl] + files)
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.output == "memcheck: \(files.count) files, 0 reports\n")
        }
    }
}
