import Fontconfig
import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

/// A private fontconfig environment: a configuration file with one font folder and one cache folder.
///
/// The files are removed at the end. Modification times of folders are set explicitly, so that no test depends on the
/// resolution of the clock.
final class PrivateFontconfig {
    let root: String
    var configurationFile: String { root + "/fonts.conf" }
    var fonts: String { root + "/fonts" }
    var caches: String { root + "/caches" }
    private var clock = 1_600_000_000

    /// Creates the folders and the configuration file.
    ///
    /// - Parameter extra: XML to add to the configuration.
    init(extra: String = "", cacheFolder: String? = nil) throws {
        var template = Array("/tmp/fontd-fontconfig-XXXXXX".utf8CString)
        let made = mkdtemp(&template)
        root = String(cString: try #require(made))
        makeFolder(fonts)
        try write(
            Array(
                """
                <?xml version="1.0"?>
                <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
                <fontconfig><dir>\(fonts)</dir><cachedir>\(cacheFolder ?? caches)</cachedir>\(extra)</fontconfig>
                """.utf8), to: configurationFile)
        for path in [configurationFile, fonts, root] { settle(path) }
    }

    deinit { remove(Array(root.utf8CString)) }

    /// The names of fontconfig's cache files.
    var cacheFiles: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: caches)) ?? []
        return names.filter { $0.contains(".cache-") }
    }

    /// The configuration without fonts.
    func configuration() throws -> FontConfiguration { try FontConfiguration(file: configurationFile) }

    /// Returns the fonts of the configuration, except those in the given folders.
    func systemFonts(excluding folders: [String] = [], loadsExcluded: Bool = true) throws -> SystemFonts {
        try SystemFonts.load(
            configurationFile: configurationFile, excludingDirectories: folders, loadsExcluded: loadsExcluded)
    }

    /// Adds a folder inside the font folder and returns its path.
    @discardableResult
    func folder(_ name: String) -> String {
        makeFolder(fonts + "/" + name)
        settle(fonts)
        settle(fonts + "/" + name)
        return fonts + "/" + name
    }

    /// Adds a font file to the font folder or to a folder inside it, and returns its path.
    @discardableResult
    func add(_ bytes: [UInt8], as name: String) throws -> String {
        let path = fonts + "/" + name
        try write(bytes, to: path)
        settle(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
        return path
    }

    /// Writes a file without setting the modification time of its folder.
    func write(_ bytes: [UInt8], to path: String) throws {
        let file = try FileDescriptor.open(
            FilePath(path), .writeOnly, options: [.create, .truncate], permissions: [.ownerReadWrite])
        _ = try file.closeAfter { try file.writeAll(bytes) }
    }

    /// Gives a path a modification time in the past that differs from every earlier one.
    func settle(_ path: String) {
        clock += 10
        setTime(of: path, to: clock)
    }

    /// Sets the modification time of a path.
    func setTime(of path: String, to seconds: Int, nanoseconds: Int = 0) {
        let time = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
        var times = (time, time)
        let failed = withUnsafePointer(to: &times) {
            $0.withMemoryRebound(to: timespec.self, capacity: 2) { utimensat(AT_FDCWD, path, $0, 0) }
        }
        #expect(failed == 0)
    }

    private func makeFolder(_ path: String) { #expect(mkdir(path, 0o755) == 0) }

    /// Removes a file, or a folder with its contents; names are bytes that need not be UTF-8.
    private func remove(_ path: [CChar]) {
        if let folder = opendir(path) {
            while let entry = readdir(folder) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.bindMemory(to: CChar.self)) }
                let end = name.firstIndex(of: 0) ?? name.endIndex
                let isItselfOrParent = name[..<end].allSatisfy { $0 == 0x2E } && end < 3
                let inside: [CChar] = Array(path[..<(path.count - 1)]) + [0x2F] + Array(name[..<end]) + [0]
                if !isItselfOrParent { remove(inside) }
            }
            closedir(folder)
        }
        _ = Glibc.remove(path)
    }
}

extension SyntheticFont {
    /// A face with a weight axis and three named instances, one of them at the default location.
    static let variable = SyntheticFont(family: "Synthetic Variable") { font in
        font.axes = [Axis("wght", minimum: 100, defaultValue: 400, maximum: 900)]
        font.instances = [
            Instance("Regular", ["wght": 400]), Instance("Bold", ["wght": 700]), Instance("Black", ["wght": 900]),
        ]
    }

    /// A face with names in English and Japanese.
    static let japanese = SyntheticFont(family: "Synthetic Mincho") { font in
        font.localizedNames = [
            LocalizedName(1, language: 0x411, "合成明朝"), LocalizedName(2, language: 0x411, "標準"),
            LocalizedName(4, language: 0x411, "合成明朝 標準"),
        ]
    }
}
