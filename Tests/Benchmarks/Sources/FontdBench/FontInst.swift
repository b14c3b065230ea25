import Foundation
import Glibc
import SyntheticFonts

/// KDE's font service in a private home, with as many fonts as the others.
///
/// The fonts are stored as by the service, in a folder for each first letter, spread evenly over the alphabet.
final class FontInst {
    let home: BenchmarkHome
    /// The time from the first call until the service replied.
    let start: Cost
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let basis: Int
    private var installed = 0

    /// The service's program according to its bus file or `FONTINST`; nil if it is not installed.
    static var program: String? {
        if let named = ProcessInfo.processInfo.environment["FONTINST"], !named.isEmpty { return named }
        let file = try? String(contentsOfFile: "/usr/share/dbus-1/services/org.kde.fontinst.service", encoding: .utf8)
        let line = file?.split(separator: "\n").first { $0.hasPrefix("Exec=") }
        return line.map { String($0.dropFirst("Exec=".count)) }
            .flatMap { FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil }
    }

    init(_ program: String, basis fonts: [String], tools: Tools) throws {
        // One system font: without any, the service would read all fonts again at every call.
        home = try BenchmarkHome(systemFonts: Array(fonts.prefix(1)))
        basis = fonts.count
        let root = home.home.root
        home.environment["HOME"] = root + "/data"
        home.environment["QT_QPA_PLATFORM"] = "offscreen"
        for (index, font) in fonts.enumerated() {
            try home.link(font, into: home.fonts + "/" + Self.letter(index))
        }
        for folder in ["given", "data/dbus-1/services"] {
            try FileManager.default.createDirectory(atPath: "\(root)/\(folder)", withIntermediateDirectories: true)
        }
        try "[D-BUS Service]\nName=org.kde.fontinst\nExec=\(program)\n".write(
            toFile: root + "/data/dbus-1/services/org.kde.fontinst.service", atomically: true, encoding: .utf8)
        try run([tools.fcCache], in: home)
        try home.giveToNobody()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = [FontInstDriver.argument]
        process.environment = home.environment
        process.standardInput = input
        process.standardOutput = output
        for pipe in [input, output] { pipe.keepFromChildren() }
        try process.start()
        start = try Self.cost(output.fileHandleForReading.line()).cost
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Installs fonts, one call each, and reconfigures; checks that a new program finds the last one.
    ///
    /// - Parameter spreads: Whether the file names get all initial letters in turn, like the existing files; otherwise
    ///   they
    ///   are kept.
    func install(_ fonts: [String], tools: Tools, postscriptName: String, spreads: Bool = false) throws -> Cost {
        // Readable by the service's user.
        let given = home.home.root + "/given"
        let files = try fonts.enumerated().map { index, font in
            let link = try home.link(font, into: given)
            guard spreads else { return link }
            let named = "\(given)/\(Self.letter(index))-\((font as NSString).lastPathComponent)"
            guard rename(link, named) == 0 else { throw BenchmarkFailure("\(named) could not be made.") }
            return named
        }
        defer { for file in files { unlink(file) } }
        // Lets the service notice earlier changes before the measurement.
        _ = try list()
        let cost = try ask(["install"] + files).cost
        installed = fonts.count
        try expect(basis + installed)
        try match(postscriptName, in: home, tools: tools)
        return cost
    }

    enum Change: String { case uninstall, enable, disable }

    /// Changes the fonts that were installed last.
    func change(_ change: Change) throws -> Cost {
        _ = try list()
        let cost = try ask([change.rawValue]).cost
        try expect(basis + (change == .enable ? installed : 0))
        return cost
    }

    /// Lists all families, timed from the call until the last of them has been read here.
    func list() throws -> Cost {
        let (families, cost) = try ask(["list"])
        guard families > 0 else { throw BenchmarkFailure("fontinst lists no family.") }
        return cost
    }

    private static func letter(_ index: Int) -> String {
        String(UnicodeScalar(UInt8(ascii: "a") + UInt8(index % 26)))
    }

    private func expect(_ count: Int) throws {
        let found = try home.files.count
        guard found == count else {
            throw BenchmarkFailure("fontinst leaves \(found) visible fonts instead of \(count).")
        }
    }

    private func ask(_ words: [String]) throws -> (number: Int, cost: Cost) {
        input.fileHandleForWriting.write(Data((words.joined(separator: "\t") + "\n").utf8))
        return try Self.cost(output.fileHandleForReading.line())
    }

    private static func cost(_ line: String) throws -> (number: Int, cost: Cost) {
        let words = line.split(separator: " ")
        guard words.count == 3, words[0] == "ok", let number = Int(words[1]), let time = Int64(words[2]) else {
            throw BenchmarkFailure(line.isEmpty ? "The driver of org.kde.fontinst ended." : line)
        }
        return (number, Cost(wall: Double(time) / 1e6))
    }
}
