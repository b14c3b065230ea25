public import FontModel
public import Foundation
import SystemPackage

/// The texts that Foundation shows, for alerts and for code that handles only `Error`.
extension FontError: LocalizedError {
    /// The message in the language of this process, without the file.
    public var errorDescription: String? { localizedMessage }

    /// The general meaning of the code, in the language of this process.
    public var failureReason: String? { meaning.localized }

    private var meaning: Message {
        switch cause {
        case .file(let failure) where !failure.concernsStore: return "A file or folder cannot be used."
        case .service: return "The font service cannot be used."
        case .worker: return "The font could not be checked."
        case .configuration: return "A configuration file is damaged."
        case .memory: return "There is not enough memory."
        case .network(.missing, _), .network(.notStarted, _): return "The program that fetches files cannot be used."
        case .network: return "A file could not be fetched."
        case .download: return "A downloaded file is not the one that the catalogue names."
        case .catalog: return "A catalogue was not accepted."
        default: break
        }
        if let storeFault {
            return switch storeFault {
            case .unavailable: "The font store cannot be reached."
            case .readOnly: "The font store cannot be written."
            case .full: "There is no space left for the font store."
            case .locked: "Another program is using the font store."
            case .damaged: "The font store is damaged."
            case .newerSchema: "The font store was written by a later release."
            case .developmentStore: "The font store was written by a development version."
            }
        }
        return switch code {
        case .fileNotFound: "There is no such file."
        case .insufficientPermissions: "The file cannot be read."
        case .unrecognizedFormat: "The file is not a font of a supported format."
        case .invalidFontData: "The font is damaged or unsafe."
        case .alreadyRegistered: "The font is registered already."
        case .exceededResourceLimit: "A limit was exceeded."
        case .assetNotFound: "The bundle has no such font."
        case .notRegistered: "The font is not registered."
        case .systemRequired: "The font belongs to the system."
        case .missingEntitlement: "The user's policy does not allow it."
        case .insufficientInfo: "The description does not refer to a font file."
        case .cancelledByUser: "The operation was cancelled."
        case .duplicatedName: "Another enabled font has the same name."
        case .invalidFilePath: "The path does not refer to a regular file."
        case .unsupportedScope: "The scope is not available here."
        default: "The operation failed."
        }
    }

    /// The text of ``FontError/recovery`` in the language of this process, or nil if there is none.
    public var recoverySuggestion: String? {
        recovery.isEmpty ? nil : Message(recovery.map(\.words)).localized
    }
}

extension FontError: CustomNSError {
    /// The constant domain `org.fontd.FontError`.
    public static var errorDomain: String { "org.fontd.FontError" }

    /// The number that Apple uses for the error; see ``FontError/Code``.
    public var errorCode: Int { code.rawValue }

    /// The texts, `NSFilePathErrorKey` and `NSURLErrorKey` if the error has a file, and `NSUnderlyingErrorKey` if the
    /// system reported an error.
    public var errorUserInfo: [String: Any] {
        // If an error has user info, Foundation on Linux takes the texts only from there.
        var info: [String: Any] = [NSLocalizedDescriptionKey: localizedMessage]
        info[NSLocalizedFailureReasonErrorKey] = failureReason
        info[NSLocalizedRecoverySuggestionErrorKey] = recoverySuggestion
        if let file {
            info[NSFilePathErrorKey] = file
            if file.hasPrefix("/") { info[NSURLErrorKey] = URL(localPath: file) }
        }
        let number: Errno? =
            switch cause {
            case .errno(let number): number
            case .file(let failure): failure.errno
            case .memory: .noMemory
            default: nil
            }
        info[NSUnderlyingErrorKey] = number.map { NSError(domain: NSPOSIXErrorDomain, code: Int($0.rawValue)) }
        return info
    }

    /// The error as an `NSError`, with domain, code, texts and file.
    public var nsError: NSError {
        NSError(domain: Self.errorDomain, code: errorCode, userInfo: errorUserInfo)
    }
}

extension FontError {
    /// Apple's domain of the same errors (`kCTFontManagerErrorDomain`), for code that compares domains.
    public static let coreTextErrorDomain = "com.apple.CoreText.CTFontManagerErrorDomain"

    /// The key of the URLs that an error of Apple's domain concerns (`kCTFontManagerErrorFontURLsKey`).
    public static let coreTextFontURLsKey = "CTFontManagerErrorFontURLs"

    /// The key of the errors, an array of `FontError` with the conflicting registrations, in an error of Apple's domain.
    public static let coreTextErrorsKey = "FontErrors"

    /// The error as an `NSError` of Apple's domain, with Apple's code, the texts, and the URL of the file.
    public var coreTextError: NSError { Self.coreTextError([self]) }

    /// Returns the error of Apple's domain for errors with one code.
    package static func coreTextError(_ errors: [FontError]) -> NSError {
        var info = errors[0].errorUserInfo
        info[coreTextErrorsKey] = errors
        let urls = errors.compactMap(\.file).filter { $0.hasPrefix("/") }.map(URL.init(localPath:))
        info[coreTextFontURLsKey] = urls.isEmpty ? nil : urls
        return NSError(domain: coreTextErrorDomain, code: errors[0].errorCode, userInfo: info)
    }
}

extension FontSummary {
    /// The errors in Apple's domain, one for each code, with the URLs of all files that failed for this reason.
    public var coreTextErrors: [NSError] {
        var groups: [[FontError]] = []
        for error in errors {
            if let place = groups.firstIndex(where: { $0[0].code == error.code }) {
                groups[place].append(error)
            } else {
                groups.append([error])
            }
        }
        return groups.map(FontError.coreTextError)
    }
}

extension FontError.Recovery {
    fileprivate var words: Message {
        switch self {
        case .unregister: "Unregister or disable the other font, then try again."
        case .replace: "Replace the other font."
        case .allowDowngrade: "Allow the newer font to be replaced by the older one."
        case .replaceFile: "Get another copy of the font."
        case .choosePath: "Choose a font file that you can read."
        case .chooseRegistered: "Choose one of the fonts that are registered."
        case .enable: "Ask the user to enable the font again."
        case .useLess: "Choose a smaller file, or unregister fonts that are not needed."
        case .askUser: "Ask the user for permission."
        case .freeSpace: "Free some space, then try again."
        case .tryAgain: "Try again."
        case .repairStore: "Have the font store repaired; the fonts are kept."
        case .makeStoreWritable: "Make the folder of the font store writable, then try again."
        case .exportAndImport: "Export the fonts with the software that wrote the font store, and import them."
        case .update: "Update the software."
        case .freeMemory: "Close some programs, then try again."
        case .reinstall: "Reinstall the font service."
        case .checkService: "Check that the font service is installed and the session bus is running."
        case .correctConfiguration: "Correct the configuration file."
        }
    }
}
