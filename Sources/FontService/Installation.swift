import Glibc

/// Where the programs are that were installed with the service.
public struct Installation: Sendable, Hashable {
    /// Programs that act for the user: `fontctl`, and what it becomes when it goes over the bus.
    public var userPrograms: [String]
    /// The program that looks at files which nobody vouches for.
    public var worker: String

    public init(userPrograms: [String], worker: String) {
        self.userPrograms = userPrograms
        self.worker = worker
    }

    /// The installation that the running program belongs to: `bin` and `libexec/fontd` of one prefix, or a build folder.
    public static func current() -> Installation {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        guard length > 0 else { return Installation(userPrograms: [], worker: "fontd-worker") }
        let program = String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let folder = program.prefix(upTo: program.lastIndex(of: "/") ?? program.startIndex)
        let folders = [String(folder), folder + "/../bin", folder + "/../../bin", folder + "/../libexec/fontd"]
        func find(_ name: String) -> [String] { folders.map { $0 + "/" + name }.filter { access($0, X_OK) == 0 } }
        return Installation(
            userPrograms: find("fontctl") + find("fontctl-bus"),
            worker: find("fontd-worker").first ?? folder + "/fontd-worker")
    }
}
