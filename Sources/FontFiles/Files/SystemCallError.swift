package import FontModel
import Glibc
import SystemPackage

extension FontError {
    /// Creates an error of the store from the present `errno`, with advice for the user.
    ///
    /// - Parameters:
    ///   - action: The action that failed.
    ///   - path: The path of the action.
    package static func store(_ action: FileAction, path: String, errno code: Int32 = errno) -> FontError {
        let errno = Errno(rawValue: code)
        // Such an error at a path is often that of a folder above it.
        let mayBeAbove: [Errno] = [
            .permissionDenied, .tooManySymbolicLinkLevels, .notDirectory, .noSuchFileOrDirectory,
        ]
        let above = mayBeAbove.contains(errno) ? FolderFault.above(path) : nil
        let variable = FontPaths.variable(of: path)
        let advice: [Message] =
            switch StoreFault(errno) {
            case _ where above != nil:
                [above?.text].compactMap(\.self)
                    + ["Run `fontctl doctor`, which reports the necessary steps.", nothingChanged]
            case .full: ["Free some space, then try again.", nothingChanged]
            case .readOnly where FontPaths.system.contain(path), .locked where FontPaths.system.contain(path):
                ["Run the command with sudo; if that fails, make the folder writable for root."]
            case .readOnly where errno == .readOnlyFileSystem:
                ["The file system is read-only; make it writable or set \(variable) to a writable folder."]
            case .readOnly: ["Grant yourself write access to it, or set \(variable) to a folder you can write."]
            case .locked:
                ["The file system cannot lock files; set \(variable) to a folder on a file system that can."]
            default: ["Check the folder, then try again.", nothingChanged]
            }
        return FontError(
            .registrationFailed, Message([action.failure(path: path, error: errno)] + advice),
            cause: errno == .noMemory
                ? .memory(concernsStore: true)
                : .file(FileFailure(errno: errno, operation: action.rawValue, path: path, concernsStore: true)))
    }

    /// The sentence at the end of the message of an error of the store before the commit.
    package static let nothingChanged: Message = "Nothing was changed."

    /// The message without the claim that nothing was changed, for an error after the commit.
    package var textAfterCommit: Message { text.without(Self.nothingChanged) }

    /// Whether the error concerns the machine (the store, the disk, the memory) and not a font.
    package var isOfTheMachine: Bool { code == .registrationFailed }

    /// The same error as one of a single item, not of the store.
    package var ofOneItem: FontError {
        var error = self
        error.cause = cause(concerningStore: false) ?? cause
        return error
    }

    /// The same error as one of the store, not of a single font.
    package var asStoreFault: FontError {
        guard storeFault == nil else { return self }
        return FontError(
            .registrationFailed, Message([text, Self.nothingChanged]), file: file,
            cause: cause(concerningStore: true) ?? .store(.unavailable, detail: description))
    }

    /// Returns the cause as one of the store or of an item; nil if it can be neither.
    private func cause(concerningStore concernsStore: Bool) -> Cause? {
        switch cause {
        case .file(var failure):
            failure.concernsStore = concernsStore
            return .file(failure)
        case .memory: return .memory(concernsStore: concernsStore)
        default: return nil
        }
    }
}
