import FontBus
import Foundation
import Glibc
import TestSupport
import Testing

/// The limit on inotify watches, which can be set in a user namespace.
private let watchLimit = "/proc/sys/user/max_inotify_watches"
private let namespace = "unshare --user --map-current-user --keep-caps"

private let canBoundWatches =
    (try? Command.run(
        "sh", ["-c", "\(namespace) sh -c 'echo 100 > \(watchLimit) && grep -qx 100 \(watchLimit)'"],
        environment: ["PATH": "/usr/bin:/bin"]
    ).status) == 0

/// If a user has too few inotify watches, the outermost folders are watched and their changes lead to a complete check.
@Suite(
    .enabled(
        if: canBoundWatches, "Needs unshare, and leave to make user namespaces (containers often forbid it)."),
    .fewAtOnce, .timeLimit(.minutes(60)))
struct FewWatchTests {
    /// A fontd on a bus, with a limit on inotify watches.
    private final class Limited {
        let client: BusConnection
        let pid: Int32
        private let bus: PrivateBus

        init(_ home: PrivateHome, watches: Int) async throws {
            bus = try PrivateBus(in: home, environment: ["FONTD_IDLE_TIMEOUT": "0"])
            let command = "echo \(watches) > \(watchLimit); exec \"\(Command.product("fontd"))\""
            _ = try bus.serve(
                try home.writeScript("exec \(namespace) sh -c '\(command)'", to: home.root + "/fontd-with-few-watches"))
            client = try await BusConnection(.explicit(bus.address))
            pid = try await client.process(of: PrivateService.name).pid
        }

        deinit { Glibc.kill(pid, SIGKILL) }

        /// The inodes of the watched folders, as listed by the kernel.
        var watched: [String] {
            let folder = "/proc/\(pid)/fdinfo"
            let texts = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).map { name in
                (try? String(contentsOfFile: folder + "/" + name, encoding: .utf8)) ?? ""
            }
            return texts.joined().split(separator: "\n").filter { $0.hasPrefix("inotify wd:") }.compactMap { line in
                line.split(separator: " ").first { $0.hasPrefix("ino:") }.map(String.init)
            }
        }
    }

    @Test func theOutermostFoldersAreWatchedAndTellOfAll() async throws {
        let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "fontd-system-\(UUID().uuidString)").path(percentEncoded: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let home = try PrivateHome(fontFolders: [folder])
        let deep = (0..<8).map { "\(folder)/deep/er/\($0)" }
        for folder in deep {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        func install(_ family: String, in folder: String) throws {
            try Data(SyntheticFont(family: family).build()).write(
                to: URL(filePath: "\(folder)/\(family).ttf"), options: .atomic)
        }
        for (number, folder) in deep.enumerated() { try install("There\(number)", in: folder) }

        // The number of watches without a limit: the font folders are watched last, the innermost after the others.
        let all: Int
        do {
            let unlimited = try await Limited(home, watches: 10_000)
            let inodes = try deep.map { folder in
                let number = try FileManager.default.attributesOfItem(atPath: folder)[.systemFileNumber] as? Int
                return "ino:" + String(try #require(number), radix: 16)
            }
            #expect(await eventually { Set(unlimited.watched).isSuperset(of: inodes) })
            all = unlimited.watched.count
        }
        let few = all - deep.count
        let limited = try await Limited(home, watches: few)
        #expect(await eventually { limited.watched.count == few })
        var signals = try await limited.client.fontsChanged().makeAsyncIterator()
        // The first change cannot be noticed by itself; it is reported with the second.
        try install("Inside", in: deep[7])
        try install("Outside", in: folder)
        var added: Set<String> = []
        while added.count < 2 {
            let signal = try #require(await signals.next())
            for change in signal.arguments[1].dictionaries ?? [] {
                #expect(change["scope"] == .string("system"))
                added.formUnion((change["faces"]?.dictionaries ?? []).compactMap { $0["family"]?.string })
            }
        }
        #expect(added == ["Inside", "Outside"])
        #expect(limited.watched.count <= few)
        // A new folder is noticed by its parent's watch although it cannot be watched itself.
        try FileManager.default.createDirectory(atPath: folder + "/new", withIntermediateDirectories: true)
        try install("New", in: folder + "/new")
        while !added.contains("New") {
            let signal = try #require(await signals.next())
            for change in signal.arguments[1].dictionaries ?? [] {
                added.formUnion((change["faces"]?.dictionaries ?? []).compactMap { $0["family"]?.string })
            }
        }
        #expect(limited.watched.count <= few)
    }
}
