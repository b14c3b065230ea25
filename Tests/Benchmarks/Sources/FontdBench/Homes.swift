import CPeers
import FontRegistry
import Foundation
import Glibc
import SyntheticFonts

/// A home of its own for one side of a comparison.
///
/// The configuration is one font folder, one cache folder and the system's rules, which cost every program their time.
final class BenchmarkHome {
    let home: PrivateHome
    let environment: [String: String]
    /// What the configuration's `<dir>` names.
    let fonts: String

    init() throws {
        home = try PrivateHome(bell: .timer)
        environment = home.environment
        fonts = home.paths.userFonts
        try FileManager.default.createDirectory(atPath: fonts, withIntermediateDirectories: true)
        let configuration = """
            <?xml version="1.0"?>
            <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
            <fontconfig>
              <dir>\(fonts)</dir>
              <cachedir>\(home.root)/cache</cachedir>
              <include ignore_missing="yes">/etc/fonts/conf.d</include>
            </fontconfig>
            """
        try configuration.write(toFile: home.root + "/fonts.conf", atomically: true, encoding: .utf8)
    }

    /// The states of all cache files, to see whether a program wrote one.
    var caches: Set<String> {
        let folder = home.root + "/cache"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return Set(
            names.map { name in
                var status = stat()
                stat(folder + "/" + name, &status)
                return "\(name) \(status.st_ino) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
            })
    }
}

extension [FontOutcome] {
    func requireSuccess() throws {
        if let failed = first(where: { !$0.isSuccess }) {
            throw BenchmarkFailure("\(failed.item): \(failed.error.map { "\($0)" } ?? failed.status.rawValue)")
        }
    }
}

/// The same fonts twice: registered with fontd, and in one flat folder.
final class Pair {
    let count: Int
    let ours: BenchmarkHome
    let flat: BenchmarkHome
    let manager: FontManager
    let tools: Tools

    init(_ count: Int, corpus: Corpus, tools: Tools) async throws {
        self.count = count
        self.tools = tools
        ours = try BenchmarkHome()
        flat = try BenchmarkHome()
        // In the user's own name, as the command: each may undo what the other did.
        manager = FontManager(provider: "bench", authority: .user, context: ours.home.context)
        let fonts = try corpus.basis(count)
        if !fonts.isEmpty {
            try await manager.register(fonts.map { URL(filePath: $0) }, scope: .persistent).summary()
                .outcomes.requireSuccess()
            for font in fonts {
                try FileManager.default.copyItem(
                    atPath: font, toPath: flat.fonts + "/" + (font as NSString).lastPathComponent)
            }
        }
        try run([tools.fcCache], in: flat)
        try settle()
    }

    /// Waits for the second bell of whatever was done last, then lets a program build what it left to build.
    func settle() throws {
        // That of this process rings after 1.2 s; that of a command when its ringer gives up the lock.
        usleep(1_300_000)
        let bell = ours.home.paths.bellLock
        let file = open(bell, O_RDWR)
        if file >= 0 {
            flock(file, LOCK_EX)
            close(file)
        }
        for home in [ours, flat] { try run([tools.fcMatch, "serif"], in: home) }
    }

    // MARK: Steps

    /// `fontctl` with arguments, in our home.
    func fontctl(_ arguments: String...) throws -> Cost {
        guard let fontctl = tools.fontctl else { throw BenchmarkFailure("FONTCTL is not set") }
        return try run([fontctl] + arguments, in: ours)
    }

    func register(_ fonts: [String]) async throws -> Cost {
        try await timed {
            try await manager.register(fonts.map { URL(filePath: $0) }, scope: .persistent).summary()
                .outcomes.requireSuccess()
        }
    }

    func unregister(_ fonts: [String]) async throws -> Cost {
        try await timed {
            try await manager.unregister(fonts.map { .file($0) }).outcomes.requireSuccess()
        }
    }

    func setEnabled(_ isEnabled: Bool, _ fonts: [String]) async throws -> Cost {
        try await timed {
            try await manager.setEnabled(isEnabled, fonts.map { .file($0) }).outcomes.requireSuccess()
        }
    }

    /// `cp` and `fc-cache` in the flat folder.
    func copy(_ fonts: [String], durably: Bool = false) throws -> Cost {
        var cost = try run([tools.cp] + fonts + [flat.fonts + "/"], in: flat)
        // The one file system, as ours: plain `sync` waits for every disk of the machine.
        if durably { cost = cost + (try run([tools.sync, "-f", flat.fonts], in: flat)) }
        return cost + (try run([tools.fcCache], in: flat))
    }

    /// `rm` and `fc-cache` in the flat folder.
    func delete(_ fonts: [String]) throws -> Cost {
        let files = fonts.map { flat.fonts + "/" + ($0 as NSString).lastPathComponent }
        return try run([tools.rm] + files, in: flat) + run([tools.fcCache], in: flat)
    }

    /// A fresh `fc-match` for a font, which must find it; and whether it did so without writing a cache.
    func match(_ font: String, in home: BenchmarkHome) throws -> (cost: Cost, isQuiet: Bool) {
        let name = Corpus.postscriptName(font)
        let output = home.home.root + "/match"
        let before = home.caches
        let cost = try run(
            [tools.fcMatch, "-f", "%{postscriptname}", ":postscriptname=\(name)"], in: home, output: output)
        let answer = try String(contentsOfFile: output, encoding: .utf8)
        guard answer == name else { throw BenchmarkFailure("fc-match answered \(answer) for \(name)") }
        return (cost, home.caches == before)
    }
}
