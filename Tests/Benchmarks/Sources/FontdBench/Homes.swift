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
    var environment: [String: String]
    /// What the configuration's `<dir>` names.
    let fonts: String

    /// - Parameter systemFonts: Fonts that are shown beside the user's, in a folder outside of what is the user's.
    init(systemFonts: [String] = []) throws {
        home = try PrivateHome(delayedTouches: .timer)
        environment = home.environment
        fonts = home.paths.userFonts
        try FileManager.default.createDirectory(atPath: fonts, withIntermediateDirectories: true)
        for font in systemFonts { try link(font, into: home.root + "/system") }
        let configuration = """
            <?xml version="1.0"?>
            <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
            <fontconfig>
              <dir>\(fonts)</dir>\(systemFonts.isEmpty ? "" : "<dir>\(home.root)/system</dir>")
              <cachedir>\(home.root)/cache</cachedir>
              <include ignore_missing="yes">/etc/fonts/conf.d</include>
            </fontconfig>
            """
        try configuration.write(toFile: home.root + "/fonts.conf", atomically: true, encoding: .utf8)
    }

    /// All font files in the font folder that fontconfig looks at: none whose name begins with a dot.
    var files: Set<String> {
        get throws {
            let names = try FileManager.default.subpathsOfDirectory(atPath: fonts).filter { name in
                let file = name as NSString
                return !file.lastPathComponent.hasPrefix(".")
                    && RealFonts.extensions.contains(file.pathExtension.lowercased())
            }
            return Set(names.map { fonts + "/" + $0 })
        }
    }

    /// Puts a font where another program would have copied it: the same file, so that making homes costs no time.
    @discardableResult
    func link(_ font: String, into folder: String) throws -> String {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var path = folder + "/" + (font as NSString).lastPathComponent
        // Packages have files of one name.
        while access(path, F_OK) == 0 { path.insert("x", at: path.index(path.startIndex, offsetBy: folder.count + 1)) }
        guard Glibc.link(font, path) == 0 else { throw BenchmarkFailure("\(path) could not be made.") }
        return path
    }

    /// Hands the home to the user `nobody`, if it is the superuser's; the fonts in it stay whose they are.
    func giveToNobody() throws {
        guard geteuid() == 0 else { return }
        let names = try FileManager.default.subpathsOfDirectory(atPath: home.root)
        for name in [""] + names {
            var status = stat()
            let path = home.root + "/" + name
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR || name.hasPrefix("cache/") else {
                continue
            }
            guard chown(path, 65534, 65534) == 0 else { throw BenchmarkFailure("\(path) could not be handed over.") }
        }
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
    /// The peers that have programs of their own; nil where they are not installed or not wanted.
    var fontInst: FontInst?
    /// fontd, on the store that is ours; nil where `FONTD` names none or no row wants it.
    var fontd: FontdService?
    var fontManager: FontManagerCommand?

    init(_ count: Int, corpus: any FontSupply, tools: Tools) async throws {
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
            for font in fonts { try flat.link(font, into: flat.fonts) }
        }
        try run([tools.fcCache], in: flat)
        try settle()
    }

    /// Waits for the delayed touch of whatever was done last, then lets a program build what it left to build.
    func settle() throws {
        // This process makes its own after 1.2 s; a command's is made when its child gives up the lock.
        usleep(1_300_000)
        let lock = ours.home.paths.touchLock
        let file = open(lock, O_RDWR)
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
}

/// A fresh `fc-match` for a font, which must find it; and whether it did so without writing a cache.
@discardableResult
func match(_ name: String, in home: BenchmarkHome, tools: Tools) throws -> (cost: Cost, isQuiet: Bool) {
    let output = home.home.root + "/match"
    let before = home.caches
    let cost = try run([tools.fcMatch, "-f", "%{postscriptname}", ":postscriptname=\(name)"], in: home, output: output)
    let answer = try String(contentsOfFile: output, encoding: .utf8)
    guard answer == name else { throw BenchmarkFailure("fc-match answered \(answer) for \(name).") }
    return (cost, home.caches == before)
}
