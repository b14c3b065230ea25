import Glibc

/// The file of the running program.
public enum ProgramFile {
    /// The file's name, independent of the name with which the program was started; "" if it is unknown.
    public static var name: Substring { path.split(separator: "/").last ?? "" }

    /// The name of the file that a process runs; "" if it is unknown.
    public static func name(of process: Int32) -> Substring { path(of: "\(process)").split(separator: "/").last ?? "" }

    /// The file's folder; "" if it is unknown.
    public static var folder: Substring { path[..<(path.lastIndex(of: "/") ?? path.startIndex)] }

    /// Whether a process runs the same file.
    public static func isRun(by process: Int32) -> Bool { !path.isEmpty && path(of: "\(process)") == path }

    private static let path = path(of: "self")

    private static func path(of process: String) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let length = readlink("/proc/\(process)/exe", &buffer, buffer.count - 1)
        return String(decoding: buffer[..<max(0, length)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
