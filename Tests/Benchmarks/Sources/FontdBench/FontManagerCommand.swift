import Foundation
import SyntheticFonts

/// font-manager's command with a private home, bus and database, on a display that remains.
///
/// The fonts are stored as by the program, with three or four in a folder for each family. It cannot remove fonts; the
/// nearest operation is to remove the files and update its database.
final class FontManagerCommand {
    let home: BenchmarkHome
    private let program: String
    private let bus: Background

    /// The program; nil if it or one of its requirements is not installed.
    static var program: String? {
        Command.find("Xvfb") == nil || Command.find("dbus-daemon") == nil ? nil : Command.find("font-manager")
    }

    init(_ program: String, basis fonts: [String], display: Background, tools: Tools) throws {
        self.program = program
        home = try BenchmarkHome()
        home.environment["DISPLAY"] = ":" + display.line
        // Without accessibility and a settings service, which a first call would start.
        home.environment["NO_AT_BRIDGE"] = "1"
        home.environment["GSETTINGS_BACKEND"] = "memory"
        home.environment["GIO_USE_VFS"] = "local"
        guard let bus = try Background.bus(environment: home.environment) else {
            throw BenchmarkFailure("There is no dbus-daemon.")
        }
        self.bus = bus
        home.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.line
        for (index, font) in fonts.enumerated() {
            try home.link(font, into: "\(home.fonts)/Unknown Vendor/TrueType/Family \(index * 3 / 10)")
        }
        try run([tools.fcCache], in: home)
        // The first run fills its databases.
        try run([program, "-u"], in: home)
    }

    /// Installs fonts with one command; checks that a new program finds one of them.
    func install(_ fonts: [String], tools: Tools, postscriptName: String) throws -> (cost: Cost, installed: [String]) {
        let before = try home.files
        let cost = try run([program, "-i"] + fonts, in: home)
        try match(postscriptName, in: home, tools: tools)
        let installed = try home.files.subtracting(before)
        guard installed.count == fonts.count else {
            throw BenchmarkFailure("font-manager installs \(installed.count) of \(fonts.count) fonts.")
        }
        return (cost, installed.sorted())
    }

    func remove(_ files: [String], tools: Tools) throws -> Cost {
        try run([tools.rm] + files, in: home) + run([program, "-u"], in: home)
    }

    func list() throws -> Cost { try run([program, "-l"], in: home) }
}
