import Glibc
import ProgramSupport

/// The locations of the programs that were installed with the service.
public struct Installation: Sendable, Hashable {
    /// Programs that act for the user: `fontctl`.
    public var userPrograms: [String]
    /// The program that parses untrusted files.
    public var worker: String
    /// The program that draws fonts, `fontd-preview`; nil if it is not installed.
    public var drawingProgram: String?
    /// The folder `share` of the prefix, in which packages leave catalogues.
    public var share: String

    public init(
        userPrograms: [String], worker: String, drawingProgram: String? = nil, share: String = "/usr/share"
    ) {
        self.userPrograms = userPrograms
        self.worker = worker
        self.drawingProgram = drawingProgram
        self.share = share
    }

    /// Returns the installation of the running program: `bin` and `libexec/fontd` of one prefix, or a build folder.
    public static func current() -> Installation {
        let folder = ProgramFile.folder
        guard !folder.isEmpty else { return Installation(userPrograms: [], worker: "fontd-worker") }
        let folders = [folder, folder + "/../bin", folder + "/../../bin", folder + "/../libexec/fontd"]
        func find(_ name: String) -> [String] { folders.map { $0 + "/" + name }.filter { access($0, X_OK) == 0 } }
        return Installation(
            userPrograms: find("fontctl"), worker: find("fontd-worker").first ?? folder + "/fontd-worker",
            drawingProgram: find("fontd-preview").first, share: folder + "/../share")
    }
}
