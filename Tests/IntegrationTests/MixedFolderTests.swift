import Foundation
import Glibc
import TestSupport
import Testing

extension RealPrograms {
    /// A font is registered out of a folder of thousands of other files as quickly as out of an empty one.
    @Suite(
        .enabled(if: Programs.hasTrace, "Needs strace, and leave to trace."),
        .disabled(if: Programs.areSanitized, "The search for leaks does not work in a traced process."),
        .timeLimit(.minutes(60)))
    struct MixedFolderTests {
        /// The folder is searched for the licence of the font's family only until it has a file of another one.
        @Test func itsOtherFilesAreNotRead() throws {
            let home = try PrivateHome()
            let folder = home.root + "/downloads"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for number in 1...4_000 {
                let file = open("\(folder)/Family \(number)-Regular.ttf", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
                try #require(file >= 0)
                close(file)
            }
            let font = folder + "/Wanted-Regular.ttf"
            try Data(SyntheticFont(family: "Wanted").build()).write(to: URL(filePath: font))

            let file = home.root + "/trace"
            let result = try home.run(
                "strace",
                ["-f", "-y", "-qq", "-e", "trace=getdents64", "-o", file, Programs.fontctl, "register", font])
            try #require(result.status == 0, "\(result.errors)")
            let calls = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
                .filter { $0.contains("<\(folder)>") }
            // One call returns some 600 names.
            #expect(calls.count == 1, "\(calls)")
            #expect(try home.listed(":family=Wanted").count == 1)
        }
    }
}
