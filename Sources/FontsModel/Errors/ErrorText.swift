package import FontModel
import FontRegistry

/// An action of the application that an error proposes.
package enum ErrorAction: Sendable, Hashable {
    case retry
    /// Opens the desktop's view of used space.
    case freeSpace
    case repairStore
    /// Opens the folder of the store in the file manager.
    case openStoreFolder
    /// Opens the desktop's software centre.
    case update
    case reinstall
    /// Opens the file dialog.
    case chooseFile
    /// Installs the font in place of the registration.
    case replace(id: String)
    /// Installs the older font in place of the registration.
    case replaceByOlder(id: String)
    /// Turns the registration off, then tries again.
    case turnOff(id: String)
    case turnOn(id: String)
    /// Shows the permissions of programs.
    case showPermissions
    /// Shows the fonts that take most space.
    case showLargest
    /// Opens the page of the help about the service.
    case help
    /// Opens a configuration file.
    case openFile(path: String)

    /// The label of the button.
    package var title: String {
        switch self {
        case .retry: tr("Try Again")
        case .freeSpace: tr("Free Space…")
        case .repairStore: tr("Repair")
        case .openStoreFolder: tr("Open Folder")
        case .update: tr("Update Software…")
        case .reinstall: tr("Reinstall…")
        case .chooseFile: tr("Choose Another File…")
        case .replace: tr("Replace")
        case .replaceByOlder: tr("Replace by Older Version")
        case .turnOff: tr("Turn Other Font Off")
        case .turnOn: tr("Turn On")
        case .showPermissions: tr("Permissions…")
        case .showLargest: tr("Show Largest Fonts")
        case .help: tr("Help")
        case .openFile: tr("Open File")
        }
    }

    /// Returns the action for a recovery; nil if the application has none for it.
    init?(_ recovery: FontError.Recovery, of error: FontError) {
        switch recovery {
        case .unregister(let id): self = .turnOff(id: id)
        case .replace(let id): self = .replace(id: id)
        case .allowDowngrade(let id): self = .replaceByOlder(id: id)
        case .replaceFile, .choosePath: self = .chooseFile
        case .enable(let id): self = .turnOn(id: id)
        case .useLess: self = .showLargest
        case .askUser: self = .showPermissions
        case .freeSpace: self = .freeSpace
        case .tryAgain, .freeMemory: self = .retry
        case .repairStore: self = .repairStore
        case .makeStoreWritable: self = .openStoreFolder
        case .exportAndImport, .checkService: self = .help
        case .update: self = .update
        case .reinstall: self = .reinstall
        case .correctConfiguration:
            guard case .configuration(_, let path?) = error.cause else { return nil }
            self = .openFile(path: path)
        case .chooseRegistered: return nil
        }
    }
}

/// An error as the application shows it: from its code, cause and recovery.
package struct ErrorText: Sendable, Hashable {
    /// A short sentence without a path or an identifier.
    package var title: String
    /// What happened and what can be done.
    package var body: String
    /// The actions, the most likely first.
    package var actions: [ErrorAction]
    /// The message of the library, for a report of the problem.
    package var technical: String

    package init(_ error: FontError) {
        title = Self.title(of: error)
        body = Self.body(of: error)
        actions = error.recovery.compactMap { ErrorAction($0, of: error) }.unique
        technical = "\(error.code.rawValue): \(error.message)"
    }

    /// Whether a toast suffices: there is nothing to choose, and the rest of the text is asked for by a button.
    package var fitsToast: Bool { actions.isEmpty }

    // MARK: Titles

    private static func title(of error: FontError) -> String {
        if let title = title(ofCause: error) { return title }
        return switch error.code {
        case .fileNotFound: tr("The File Is Gone")
        case .insufficientPermissions: tr("The File Cannot Be Read")
        case .unrecognizedFormat: tr("Not a Supported Font")
        case .invalidFontData: tr("The Font Is Damaged")
        case .alreadyRegistered: tr("Already Installed")
        case .exceededResourceLimit: tr("Too Large")
        case .assetNotFound: tr("The Font Was Not Found")
        case .notRegistered: tr("The Font Is Not Installed")
        case .systemRequired: tr("The Font Belongs to the System")
        case .missingEntitlement: tr("Not Permitted")
        case .insufficientInfo: tr("Something Is Missing")
        case .cancelledByUser: tr("Cancelled")
        case .duplicatedName: tr("Another Font Has This Name")
        case .invalidFilePath: tr("Not a File on This Computer")
        case .unsupportedScope: tr("Not Possible Here")
        default: tr("The Change Failed")
        }
    }

    private static func title(ofCause error: FontError) -> String? {
        switch error.cause {
        case .service(.noBus, _): return tr("No Session Bus")
        case .service: return tr("The Font Service Cannot Be Used")
        case .worker: return tr("The Font Could Not Be Checked")
        case .configuration: return tr("A Configuration File Is Damaged")
        case .memory: return tr("Not Enough Memory")
        case .network: return tr("The Download Failed")
        case .download: return tr("The Downloaded File Is Wrong")
        case .catalog: return tr("The Catalogue Cannot Be Trusted")
        case .olderRevision: return tr("A Newer Version Is Installed")
        case .disabledByUser: return tr("You Turned This Font Off")
        default: break
        }
        return switch error.storeFault {
        case .unavailable: tr("The Font Store Cannot Be Reached")
        case .readOnly: tr("The Font Store Is Read-Only")
        case .full: tr("The Disk Is Full")
        case .locked: tr("The Font Store Is in Use")
        case .damaged: tr("The Font Store Is Damaged")
        case .newerSchema: tr("The Font Store Is Newer Than Fonts")
        case .developmentStore: tr("The Font Store Is of a Test Version")
        case nil: nil
        }
    }

    // MARK: Bodies

    private static func body(of error: FontError) -> String {
        if let body = body(ofCause: error) { return body }
        let name = error.file.map { DisplayText.clean(String(PathText.name(of: $0))) } ?? tr("The font")
        let text =
            switch error.code {
            case .fileNotFound, .assetNotFound: tr("{file} was moved or deleted.")
            case .insufficientPermissions: tr("You may not read {file}. Choose a file that you can read.")
            case .unrecognizedFormat:
                tr("{file} is not a TrueType or OpenType font. Get the font in one of these formats.")
            case .invalidFontData:
                tr("{file} is damaged or unsafe, and was not installed. Get another copy of the font.")
            case .alreadyRegistered: tr("{file} is installed already.")
            case .exceededResourceLimit: tr("{file} exceeds a limit. Choose a smaller file, or remove other fonts.")
            case .notRegistered: tr("{file} was removed in the meantime.")
            case .systemRequired: tr("{file} is needed by the system or belongs to a package, and stays as it is.")
            case .missingEntitlement: tr("The permissions do not allow it. You can change them.")
            case .cancelledByUser: tr("Nothing was changed.")
            case .duplicatedName: duplicate(error)
            case .invalidFilePath: tr("{file} is not an ordinary file of this computer. Copy it here first.")
            case .unsupportedScope: tr("This cannot be done in this session.")
            case .insufficientInfo: DisplayText.harmless(error.localizedMessage)
            default: reason(of: error) ?? tr("Nothing was changed. Try again.")
            }
        return text.filled(["file": name])
    }

    private static func duplicate(_ error: FontError) -> String {
        let name = error.conflict?.postscriptName ?? ""
        if error.cause == .nameOfOtherSlope {
            return tr("An upright and an italic font are both called {name}. Only one can be turned on.")
                .filled(["name": name])
        }
        return tr("{name} is installed and turned on. Keep it, replace it, or install the new font turned off.")
            .filled(["name": name])
    }

    private static func body(ofCause error: FontError) -> String? {
        switch error.cause {
        case .service(.noBus, _):
            return tr("There is no session bus, so programs cannot ask for fonts. Log in to a desktop session.")
        case .service(.absent, _): return tr("fontd is not installed completely. Install it again.")
        case .service(.unresponsive, _), .service(.busy, _):
            return tr("The font service does not answer now. Try again in a moment.")
        case .service(.incompatible, _): return tr("The font service is of another version. Update your software.")
        case .service(.refused, _): return tr("The font service refused the request.")
        case .worker(.missing), .worker(.incompatible):
            return tr("The program that checks fonts is missing or of another version. Install fontd again.")
        case .worker: return tr("The program that checks fonts ended early. Try again.")
        case .configuration: return tr("Its text cannot be understood. Correct the file, then try again.")
        case .memory: return tr("Close some programs, then try again.")
        case .network(let fault, _): return body(of: fault)
        case .download: return tr("What arrived is not what the catalogue names, and was deleted. Try again later.")
        case .catalog(.expired, _):
            return tr("Its publisher has not renewed it in time. Fonts from it stay installed.")
        case .catalog: return tr("Its signatures or contents are not as they must be. What was trusted before stays.")
        case .olderRevision(let registered, let offered):
            return tr("Version {installed} is installed, and the file has version {offered}.").filled([
                "installed": NumberText.version(registered),
                "offered": NumberText.version(offered),
            ])
        case .disabledByUser: return tr("Turn it on again to use it.")
        case .file(let failure) where error.code == .registrationFailed:
            return body(of: failure.errno, file: error.file ?? failure.path)
        case .errno(let errno) where error.code == .registrationFailed:
            return error.file.map { body(of: errno, file: $0) }
        case .policy(_, .maxFonts), .policy(_, .maxBytes):
            return tr("The program has as many fonts as it may have. Remove some, or change its limits.")
        default: break
        }
        return error.storeFault.map { body(of: $0) }
    }

    private static func body(of fault: FontError.NetworkFault) -> String {
        switch fault {
        case .unreachable: tr("The server cannot be reached. Check your connection.")
        case .tls: tr("The server does not prove its identity, so nothing was downloaded.")
        case .proxy: tr("The proxy cannot be used. Check your network settings.")
        case .status, .redirect: tr("The server does not have the file. Try again later.")
        case .timedOut, .stalled, .cut:
            tr("The connection was too slow or ended. What arrived is kept, and the next download continues.")
        case .missing, .notStarted: tr("The program that downloads fonts is missing. Install fontd again.")
        }
    }

    private static func body(of fault: FontError.StoreFault) -> String {
        switch fault {
        case .unavailable: tr("The folder of your fonts could not be opened or made. Your fonts were not changed.")
        case .readOnly: tr("The folder of your fonts cannot be written. Make it writable, then try again.")
        case .full: tr("There is no space left for fonts. Free some space, then try again. Nothing was lost.")
        case .locked: tr("Another program is changing fonts. Try again when it is done.")
        case .damaged: tr("Its list of fonts is damaged. A repair makes it again from the fonts, which are all there.")
        case .newerSchema: tr("A later version of fontd wrote it. Update Fonts; your fonts work as before.")
        case .developmentStore:
            tr("A test version of fontd wrote it. Export the fonts with that version, and import them here.")
        }
    }
}
