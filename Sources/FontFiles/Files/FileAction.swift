package import SystemPackage

/// An action on a file or folder of fontd; the raw value is the operation in ``FontError/FileFailure``.
package enum FileAction: String, Sendable, Hashable, CaseIterable {
    case createFolder = "create the folder"
    case listFolder = "list the folder"
    case writeFolder = "write into the folder"
    case readStore = "read the store"
    case createFile = "create the file"
    case openFile = "open the file"
    case readFile = "read the file"
    case writeFile = "write the file"
    /// To write it to the disk, so that it survives a power cut.
    case flush = "write the file to the disk"
    case removeFile = "remove the file"
    /// To set the permissions.
    case protect = "set the permissions"
    case lock = "lock the file"
    case watch = "watch for changes"
    case sealMemory = "seal memory"
    case storeFile = "store the file"
    case showFont = "show the font to programs"
    case moveAside = "move the file aside"
    case moveToTrash = "move the file to the trash"
    case removeTrashed = "remove a file that is in the trash"
    case bringBack = "bring back the file"

    /// Returns the sentence about a failure.
    package func failure(path: String, error: Errno) -> Message {
        switch self {
        case .createFolder: "The folder \(path) could not be created: \(error)."
        case .listFolder: "The folder \(path) could not be listed: \(error)."
        case .writeFolder: "The folder \(path) cannot be written: \(error)."
        case .readStore: "The font store \(path) could not be read: \(error)."
        case .createFile: "The file \(path) could not be created: \(error)."
        case .openFile: "\(path) could not be opened: \(error)."
        case .readFile: "The file \(path) could not be read: \(error)."
        case .writeFile: "The file \(path) could not be written: \(error)."
        case .flush: "\(path) could not be written to the disk: \(error)."
        case .removeFile: "The file \(path) could not be removed: \(error)."
        case .protect: "The permissions of \(path) could not be set: \(error)."
        case .lock: "\(path) could not be locked: \(error)."
        case .watch: "Changes of \(path) cannot be watched: \(error)."
        case .sealMemory: "The copy of the file in memory could not be protected from changes: \(error)."
        case .storeFile: "The file could not be stored as \(path): \(error)."
        case .showFont: "The font could not be shown to programs as \(path): \(error)."
        case .moveAside: "\(path) could not be moved aside: \(error)."
        case .moveToTrash: "The file \(path) could not be moved to the trash: \(error)."
        case .removeTrashed: "The file \(path) is in the trash and could not be removed from its folder: \(error)."
        case .bringBack: "The file \(path) could not be brought back: \(error)."
        }
    }
}
