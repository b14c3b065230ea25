import FontRegistry
import Glibc

/// The program that fontctl becomes to go over the bus.
///
/// Not a part of it: libsystemd alone would take every command a millisecond to load.
enum ServiceProgram {
    /// `1` for the bus, `0` for the store; else what the surroundings ask for.
    static let variable = "FONTCTL_BUS"
    private static let name = "fontctl-bus"

    /// Whether this process must go over the bus, or is to.
    static var isWanted: Bool {
        switch getenv(variable).map({ String(cString: $0) }) {
        case "1": true
        case "0": false
        default: Sandbox.isPresent
        }
    }

    /// Whether a command of the store's may need the bus too: only the service knows providers of fonts.
    static func canHelp(_ arguments: [String]) -> Bool {
        guard arguments.dropFirst().first == "request", getenv(variable).map({ String(cString: $0) }) != "0" else {
            return false
        }
        if getenv("DBUS_SESSION_BUS_ADDRESS") != nil { return true }
        return getenv("XDG_RUNTIME_DIR").map { access(String(cString: $0) + "/bus", F_OK) == 0 } ?? false
    }

    /// Becomes the program, with the same command line.
    ///
    /// - Returns: Why it could not.
    static func become() -> Failure {
        let candidates = candidates()
        guard let program = candidates.first(where: { access($0, X_OK) == 0 }) else {
            return Failure(
                "The part of fontctl that goes over the bus is not installed: looked for \(candidates.joined(separator: " and ")). Install fontd whole, or set \(variable)=0 to use the font store of this environment.",
                exitStatus: ExitStatus.unavailable)
        }
        var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
        execv(program, &arguments)
        return Failure(
            "\(program) cannot be run: \(String(cString: strerror(errno))). Install fontd anew.",
            exitStatus: ExitStatus.unavailable)
    }

    /// Beside the program itself, as in a build folder, or where it is installed.
    private static func candidates() -> [String] {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        guard length > 0 else { return [] }
        let program = String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let folder = program[..<(program.lastIndex(of: "/") ?? program.startIndex)]
        return ["\(folder)/\(name)", "\(folder)/../libexec/fontd/\(name)"]
    }
}
