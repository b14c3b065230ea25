import FontRegistry
import Foundation
import TestSupport
import Testing

extension RealPrograms {
    /// `fontctl export` through a pipe and to a full disk, and `fontctl undo` of an adoption on other file systems.
    @Suite(.timeLimit(.minutes(60))) struct MovingTests {
        /// NFS and FAT have no files without a name, in which a file is otherwise written.
        @Test(.enabled(if: Programs.hasTrace, "Needs strace and leave to trace."))
        func adoptedFilesComeBackFromTheStoreWithoutUnnamedFiles() throws {
            let home = try PrivateHome()
            let folder = home.paths.userFonts + "/sub"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let bytes = Data(SyntheticFont(family: "Lora").build())
            try bytes.write(to: URL(filePath: folder + "/Lora.ttf"))
            try home.withoutDelayedTouches { try home.fontctl("adopt", "--yes") }
            for path in [home.paths.trash, folder] { try FileManager.default.removeItem(atPath: path) }
            let log = home.root + "/trace"
            let undone = try home.withoutDelayedTouches {
                try Command.run(
                    "strace",
                    [
                        "-f", "-qq", "-o", log, "-P", folder, "-e", "trace=openat", "-e",
                        "inject=openat:error=EOPNOTSUPP", Programs.fontctl, "undo",
                    ], environment: home.environment)
            }
            #expect(undone.status == 0 && undone.output.hasPrefix("brought back  "), "\(undone.errors)")
            let trace = try String(contentsOfFile: log, encoding: .utf8)
            #expect(trace.contains("O_TMPFILE") && trace.contains("(INJECTED)"), "\(trace)")
            #expect(try Data(contentsOf: URL(filePath: folder + "/Lora.ttf")) == bytes)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["Lora.ttf"])
        }

        /// An export that is killed before it is complete leaves nothing beside an earlier one.
        @Test(.enabled(if: Programs.hasTrace, "Needs strace and leave to trace."), arguments: [false, true])
        func aKilledExportLeavesNothing(_ hasEarlier: Bool) throws {
            let home = try PrivateHome()
            try home.fontctl("register", try home.write(SyntheticFont(family: "Lora")))
            let folder = home.root + "/backup"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            if hasEarlier { try home.fontctl("export", folder + "/new.tar") }
            let before = try home.inventory(of: folder)
            for call in ["fsync", "linkat"] {
                let killed = try Command.run(
                    "strace",
                    [
                        "-f", "-qq", "-o", home.root + "/trace", "-e", "trace=\(call)", "-e",
                        "inject=\(call):signal=KILL", Programs.fontctl, "export", folder + "/new.tar",
                    ], environment: home.environment)
                #expect(killed.status != 0)
                let trace = try String(contentsOfFile: home.root + "/trace", encoding: .utf8)
                #expect(trace.contains("killed by SIGKILL"), "\(call): \(trace)")
                // Killed at the end of the last call, the complete file may have its path.
                let left = try FileManager.default.contentsOfDirectory(atPath: folder)
                #expect(
                    left == (hasEarlier ? ["new.tar"] : []) || call == "linkat" && left == ["new.tar"]
                        || call == "linkat" && hasEarlier && left.sorted() == [".new.tar.fontd~", "new.tar"])
                if call == "fsync" { #expect(try home.inventory(of: folder) == before) }
            }
            // The next one removes what a replacement left.
            try home.fontctl("export", folder + "/new.tar")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["new.tar"])
        }

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
