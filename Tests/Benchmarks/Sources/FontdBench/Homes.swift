import CPeers
import FontRegistry
import Foundation
import Glibc
import SyntheticFonts

/// A private home for one side of a comparison.
///
/// The configuration has one font folder, one cache folder and the system's rules, which cost every program time.
final class BenchmarkHome {
    let home: PrivateHome
    var environment: [String: String]
    /// The folder in the configuration's `<dir>`.
    let fonts: String

    /// Creates the home.
    ///
    /// - Parameter systemFonts: Fonts in a separate folder that represents the system's.
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

    /// All font files in the font folder that fontconfig reads, which excludes hidden ones.
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

    /// Hard-links a font to the place to which another program would copy it, so that homes are created quickly.
    @discardableResult
    func link(_ font: String, into folder: String) throws -> String {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var path = folder + "/" + (font as NSString).lastPathComponent
        // Packages have files with the same name.
        while access(path, F_OK) == 0 { path.insert("x", at: path.index(path.startIndex, offsetBy: folder.count + 1)) }
        guard Glibc.link(font, path) == 0 else { throw BenchmarkFailure("\(path) could not be made.") }
        return path
    }

    /// Makes `nobody` the owner of the home if it belongs to root; the fonts keep their owner.
    func giveToNobody() throws {
        guard geteuid() == 0 else { return }
        let names = try FileManager.default.subpathsOfDirectory(atPath: home.root)
        for name in [""] + names {
            var status = stat()
            let path = home.root + "/" + name
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR || name.hasPrefix("cache/") else {
                continue
            }
            guard chown(path, 65534, 65534) == 0 else {
                throw BenchmarkFailure("\(path) could not be assigned to another owner.")
            }
        }
    }

    /// The states of all cache files, which show whether a program wrote one.
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
    /// The peers that are programs; nil if they are not installed or not requested.
    var fontInst: FontInst?
    /// fontd on the same store as the library; nil if `FONTD` names no program or no row needs it.
    var fontd: FontdService?
    var fontManager: FontManagerCommand?

    init(_ count: Int, corpus: any FontSupply, tools: Tools) async throws {
        self.count = count
        self.tools = tools
        ours = try BenchmarkHome()
        flat = try BenchmarkHome()
        // Acts for the user, like the command, so that each can undo the other's changes.
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

    /// Waits for the delayed touch of the last change, then runs a program that builds missing caches.
    func settle() throws {
        // This process makes its own touch after 1.2 s; a command's touch has been made when its child releases the
        // lock.
        usleep(1_300_000)
        let lock = ours.home.paths.store + "/bell"
        let file = open(lock, O_RDWR)
        if file >= 0 {
            flock(file, LOCK_EX)
            close(file)
        }
        for home in [ours, flat] { try run([tools.fcMatch, "serif"], in: home) }
    }

    // MARK: Steps

    /// Runs `fontctl` with arguments in fontd's home.
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
            try await manager.unregister(fonts.map { .url(URL(filePath: $0)) }).outcomes.requireSuccess()
        }
    }

    func setEnabled(_ isEnabled: Bool, _ fonts: [String]) async throws -> Cost {
        try await timed {
            try await manager.setEnabled(isEnabled, fonts.map { .url(URL(filePath: $0)) }).outcomes.requireSuccess()
        }
    }

    /// Runs `cp` and `fc-cache` in the flat folder.
    func copy(_ fonts: [String], durably: Bool = false) throws -> Cost {
        var cost = try run([tools.cp] + fonts + [flat.fonts + "/"], in: flat)
        // Synchronizes this file system only, as fontd does; plain `sync` waits for every disk of the machine.
        if durably { cost = cost + (try run([tools.sync, "-f", flat.fonts], in: flat)) }
        return cost + (try run([tools.fcCache], in: flat))
    }

    /// Runs `rm` and `fc-cache` in the flat folder.
    func delete(_ fonts: [String]) throws -> Cost {
        let files = fonts.map { flat.fonts + "/" + ($0 as NSString).lastPathComponent }
        return try run([tools.rm] + files, in: flat) + run([tools.fcCache], in: flat)
    }
}

/// Runs a new `fc-match` for a font, which must find it; returns also whether it wrote no cache.
@discardableResult
func match(_ name: String, in home: BenchmarkHome, tools: Tools) throws -> (cost: Cost, isQuiet: Bool) {
    let output = home.home.root + "/match"
    let before = home.caches
    let cost = try run([tools.fcMatch, "-f", "%{postscriptname}", ":postscriptname=\(name)"], in: home, output: output)
    let answer = try String(contentsOfFile: output, encoding: .utf8)
    guard answer == name else { throw BenchmarkFailure("fc-match answered \(answer) for \(name).") }
    return (cost, home.caches == before)
}
