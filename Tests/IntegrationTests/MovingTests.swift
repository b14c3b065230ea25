import Foundation
import TestSupport
import Testing

extension RealPrograms {
    /// `fontctl export` through a pipe, and to a full disk.
    @Suite(.timeLimit(.minutes(10))) struct MovingTests {
        @Test func standardOutputIsAFile() throws {
            let (here, there) = (try PrivateHome(), try PrivateHome())
            try here.fontctl("register", try here.write(SyntheticFont(family: "Lora")))
            let file = there.root + "/all.tar"
            try here.fontctl("export", here.root + "/all.tar")
            func shell(_ line: String) throws -> Command.Result {
                try Command.run("sh", ["-c", line], environment: here.environment)
            }
            let piped = try shell("'\(Programs.fontctl)' export - | cat > '\(file)'")
            #expect(piped.status == 0 && piped.errors.isEmpty, "\(piped.errors)")
            #expect(
                try Data(contentsOf: URL(filePath: file)) == Data(contentsOf: URL(filePath: here.root + "/all.tar")))
            #expect(try there.fontctl("import", file).output.hasPrefix("registered  Lora-Regular  "))
            let manifest = try here.fontctl("export", "--manifest", "-")
            #expect(manifest.output.hasPrefix("{\n") && manifest.output.contains("Lora-Regular"))
            let full = try shell("'\(Programs.fontctl)' export - > /dev/full")
            #expect(full.status == 1 && full.errors.contains("Free some space"), "\(full.errors)")
            let closed = try shell("'\(Programs.fontctl)' export - >&-")
            #expect(closed.status != 139 && closed.errors.count { $0 == "\n" } <= 1, "\(closed.errors)")
        }
    }
}
