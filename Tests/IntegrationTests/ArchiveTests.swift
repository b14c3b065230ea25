import FontRegistry
import Foundation
import TestSupport
import Testing

extension RealPrograms {
    /// A downloaded archive in the hands of a new user: from nothing to seen, hidden and gone.
    @Suite(.timeLimit(.minutes(60)))
    struct ArchiveTests {
        @Test(arguments: ["/usr/share/fonts/truetype/dejavu"])
        func anArchiveIsSeenHiddenAndGone(_ folder: String) throws {
            let home = try PrivateHome()
            let names = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"]
            let entries = try names.map { name in
                ZIPFile.Entry(
                    "DejaVu/static/" + name, [UInt8](try Data(contentsOf: URL(filePath: folder + "/" + name))),
                    deflated: true)
            }
            let zip = ZIPFile([.init("DejaVu/LICENSE.txt", Array("text".utf8))] + entries)
            let path = try home.write(zip.bytes, as: "DejaVu Sans.zip")
            try home.fontctl("register", path)
            #expect(try home.match("DejaVu Sans:bold") == "DejaVuSans-Bold")
            #expect(try home.listed(":", "postscriptname").sorted() == ["DejaVuSans", "DejaVuSans-Bold"])
            try home.fontctl("disable", "--family", "DejaVu Sans")
            #expect(try home.listed().isEmpty)
            try home.fontctl("unregister", path)
            #expect(try home.listed().isEmpty)
            #expect(try home.fontctl("list").output.isEmpty)
            try home.fontctl("prune", "--all")
            #expect(!FileManager.default.fileExists(atPath: home.paths.licenses))
        }
    }
}
