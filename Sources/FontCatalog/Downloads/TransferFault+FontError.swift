import FontModel
import FontTransfer

extension TransferFault {
    /// Whether the same server may deliver the file later.
    var isPassing: Bool {
        guard case .network(let fault) = kind else { return false }
        switch fault {
        case .timedOut, .stalled, .cut: return true
        case .status: return status.map { $0 == 408 || $0 == 429 || $0 >= 500 } ?? false
        case .unreachable, .tls, .proxy, .redirect, .missing, .notStarted: return false
        }
    }

    /// The error for people.
    ///
    /// - Parameter keepsPart: Whether the next transfer continues this one.
    func fontError(keepsPart: Bool) -> FontError {
        switch kind {
        case .cancelled: .downloadCancelled
        case .tooLong: .refused(.tooLong, at: address)
        case .network(let fault):
            FontError(
                .registrationFailed, message(fault, keepsPart), file: address,
                cause: .network(fault, detail: detail))
        }
    }

    private var detail: String {
        let reason = DisplayText.clean(reason)
        let words = [status.map { "status \($0)" }, reason.isEmpty ? nil : reason].compactMap(\.self)
        return words.isEmpty ? address : "\(address): \(words.joined(separator: ", "))"
    }

    private func message(_ fault: FontError.NetworkFault, _ keepsPart: Bool) -> Message {
        switch fault {
        case .unreachable where address.lowercased().hasPrefix("file:"):
            "The file cannot be read. Check its permissions, then try again."
        case .unreachable: "The server cannot be reached. Check the network connection, then try again."
        case .tls:
            address.lowercased().hasPrefix("http:")
                ? "The address is one of HTTP, without encryption. Use an address with https:, or --insecure-http if you trust the connection."
                : "The server does not prove its identity. Check the date of this computer, then try again."
        case .proxy: "The proxy cannot be used. Check the settings of the network."
        case .status:
            if let status {
                status == 404 || status == 410
                    ? "The server does not have the file. Refresh the catalogue, then try again."
                    : "The server refused the request (status \(status)). Try again later."
            } else {
                "The server refused the request. Try again later."
            }
        case .redirect: "The server redirects to an address that is not followed. Report this to its publisher."
        case .timedOut:
            keepsPart
                ? "The transfer took too long. Try again; it continues where it ended."
                : "The transfer took too long. Try again later."
        case .stalled:
            keepsPart
                ? "The server stopped sending. Try again; the download continues where it ended."
                : "The server stopped sending. Try again later."
        case .cut:
            keepsPart
                ? "The connection ended before the end of the file. Try again; the download continues where it ended."
                : "The connection ended before the end of the file. Try again later."
        case .missing: "The program that fetches files is missing. Reinstall fontd."
        case .notStarted:
            "The program that fetches files could not be started. Try again; if that does not help, check that the session bus runs, and log in again."
        }
    }
}

extension FontError {
    /// The error for a body that is not the one that the catalogue names.
    static func refused(_ fault: DownloadFault, at address: String) -> FontError {
        let address = RemoteAddress.shown(address)
        let event: Message =
            switch fault {
            case .tooLong: "The file on the server is longer than the catalogue says, so it was deleted."
            case .tooShort: "The file on the server is shorter than the catalogue says, so it was deleted."
            case .hash: "The file on the server is not the one that the catalogue names, so it was deleted."
            case .unpacking:
                "The compressed file on the server does not contain the font that the catalogue names, so it was deleted."
            }
        return FontError(
            .registrationFailed,
            Message([event, "Try again later, or report this to the publisher of the catalogue."]),
            file: address, cause: .download(fault, detail: address))
    }

    /// Whether a server has another file, or none, than the catalogue says.
    var isOfServersFile: Bool {
        switch cause {
        case .download: true
        case .network(.status, _): true
        default: false
        }
    }
}
