extension FontError {
    /// An action that resolves an error and that a program can offer to the user.
    public enum Recovery: Sendable, Hashable {
        /// Unregister or disable the registration of this id, then try again.
        case unregister(id: String)
        /// Register again, with the option to replace the registration of this id.
        case replace(id: String)
        /// Register again, with the option to replace the registration of this id by an older revision.
        case allowDowngrade(id: String)
        /// Get a new copy of the file from its source.
        case replaceFile
        /// Give another path, or change the permissions of the file.
        case choosePath
        /// Give a registered font, in the scope in which it is registered.
        case chooseRegistered
        /// Have the user enable the registration of this id, which the user has disabled.
        case enable(id: String)
        /// Unregister fonts that are not needed, or choose a smaller file.
        case useLess
        /// Ask the user for permission, since the user's policy decides.
        case askUser
        /// Free space on the disk that holds the user's home.
        case freeSpace
        /// Close programs, since the memory is exhausted.
        case freeMemory
        /// Try again later.
        case tryAgain
        /// Check and repair the store; the fonts are kept.
        case repairStore
        /// Make the store's folder writable.
        case makeStoreWritable
        /// Export the fonts with the program that wrote the store, move the store elsewhere, and import them.
        case exportAndImport
        /// Update fontd, or the program that uses it, since the store or the service is of another release.
        case update
        /// Install fontd anew, since the installation is incomplete.
        case reinstall
        /// Check that fontd is installed and the session bus runs.
        case checkService
        /// Correct the configuration file of the cause.
        case correctConfiguration
    }

    /// The actions that resolve the error, the most likely first; empty if there is none, as for a system font.
    public var recovery: [Recovery] {
        switch cause {
        case .service(let fault, _): return fault.recovery
        case .worker(let fault): return [fault == .missing || fault == .incompatible ? .reinstall : .tryAgain]
        case .configuration: return [.correctConfiguration]
        case .network(.missing, _): return [.reinstall]
        case .network(.notStarted, _): return [.tryAgain, .checkService]
        case .memory: return [.freeMemory, .tryAgain]
        default: if let storeFault { return [storeFault.recovery] }
        }
        switch code {
        case .fileNotFound, .insufficientPermissions, .invalidFilePath, .assetNotFound, .insufficientInfo:
            return [.choosePath]
        case .unrecognizedFormat, .invalidFontData: return [.replaceFile]
        case .notRegistered: return [.chooseRegistered]
        case .exceededResourceLimit: return isOfPolicy ? [.useLess, .askUser] : [.useLess]
        case .duplicatedName:
            guard let conflict else { return [] }
            if case .olderRevision = cause { return [.allowDowngrade(id: conflict.id)] }
            // In place of an upright font, an italic would show all text in italics, and the reverse.
            if cause == .nameOfOtherSlope { return [.unregister(id: conflict.id)] }
            return [.replace(id: conflict.id), .unregister(id: conflict.id)]
        case .missingEntitlement:
            if case .disabledByUser(let id) = cause { return [.enable(id: id)] }
            return [.askUser]
        case .cancelledByUser: return isOfPolicy ? [.tryAgain, .askUser] : [.tryAgain]
        case .registrationFailed: return [.tryAgain]
        default: return []
        }
    }

    private var isOfPolicy: Bool { if case .policy = cause { true } else { false } }
}

extension FontError.Recovery {
    /// The name of the action without the id, as used in the D-Bus interface.
    public var word: String {
        switch self {
        case .unregister: "unregister"
        case .replace: "replace"
        case .allowDowngrade: "allow-downgrade"
        case .replaceFile: "replace-file"
        case .choosePath: "choose-path"
        case .chooseRegistered: "choose-registered"
        case .enable: "enable"
        case .useLess: "use-less"
        case .askUser: "ask-user"
        case .freeSpace: "free-space"
        case .tryAgain: "try-again"
        case .repairStore: "repair-store"
        case .makeStoreWritable: "make-store-writable"
        case .exportAndImport: "export-and-import"
        case .update: "update"
        case .freeMemory: "free-memory"
        case .reinstall: "reinstall"
        case .checkService: "check-service"
        case .correctConfiguration: "correct-configuration"
        }
    }
}

extension FontError.ServiceFault {
    fileprivate var recovery: [FontError.Recovery] {
        switch self {
        case .noBus, .absent: [.checkService]
        case .unresponsive, .busy: [.tryAgain]
        case .refused: []
        case .incompatible: [.update]
        }
    }
}

extension FontError.StoreFault {
    fileprivate var recovery: FontError.Recovery {
        switch self {
        case .unavailable, .readOnly: .makeStoreWritable
        case .full: .freeSpace
        case .locked: .tryAgain
        case .damaged: .repairStore
        case .newerSchema: .update
        case .developmentStore: .exportAndImport
        }
    }
}
