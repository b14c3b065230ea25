public import FontModel
import FontTransfer

/// The reason that a remote document cannot be loaded.
///
/// Addresses are without user names and passwords.
public enum RemoteDocumentError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The address is neither of the web nor of a local file.
    case invalidAddress(String)
    /// A name for the folder or the file of the cached copy that would be elsewhere.
    case invalidName(String)
    /// A redirection to a local file, to another protocol, or from HTTPS to HTTP.
    case refusedRedirection(from: String, to: String)
    /// More than five redirections.
    case tooManyRedirections(String)
    /// The document is larger than ``RemoteLimits/size``.
    case tooLarge(limit: Int)
    /// The server took longer than ``RemoteLimits/time``.
    case timedOut(String)
    /// The server's status is none of a document.
    case status(Int, String)
    /// The server cannot be reached, or its answer cannot be read.
    case unreachable(String, reason: String)
    /// The file cannot be read.
    case unreadableFile(String)
    /// The server's document cannot be used.
    case invalidDocument(String, reason: Message)
    /// The environment names no folder for cached copies.
    case noFolder
    /// libcurl is missing or older than 7.85.
    case noClient

    /// The reason and the remedy, in English.
    public var description: String { text.description }

    /// The ``description`` in the language of this process, for people; see `Message.localized`.
    public var localizedMessage: String { text.localized }

    /// The reason and the remedy, which can be translated.
    package var text: Message {
        switch self {
        case .invalidAddress(let address):
            "“\(address)” is not an address with http:, https: or file:. Correct the address."
        case .invalidName(let name):
            "“\(name)” cannot name a folder or file. Use up to 100 letters, digits, dots, hyphens and underscores, not beginning with a dot."
        case .refusedRedirection(let from, let to):
            "The redirect from \(from) to \(to) was not followed. Only http and https addresses may redirect, and https addresses only to https addresses."
        case .tooManyRedirections(let address):
            "\(address) redirects more than \(TransferLimits.redirections) times. Use the last address."
        case .tooLarge(let limit): "The document has more than \(limit) bytes. Make it smaller."
        case .timedOut(let address): "\(address) did not answer in time. Try again later."
        case .status(let status, let address): "\(address) returned the status \(status). Check the address."
        case .unreachable(let address, let reason):
            "\(address) cannot be read: \(reason). Check the address and the connection."
        case .unreadableFile(let path): "\(path) is not a readable file. Check its path."
        case .invalidDocument(let address, let reason): "\(address) cannot be used: \(reason)"
        case .noFolder: "There is no folder for cached copies. Set XDG_CACHE_HOME or HOME."
        case .noClient: "libcurl 7.85 or newer is missing. Install the package libcurl4."
        }
    }
}

extension RemoteDocumentError {
    init(_ fault: RedirectFault) {
        self =
            switch fault {
            case .refused(let from, let to): .refusedRedirection(from: from, to: to)
            case .tooMany(let address): .tooManyRedirections(address)
            }
    }
}
