import FontModel
import TUF

extension TrustError {
    /// The error for people: what was found, and what they can do.
    func fontError(about address: String) -> FontError {
        FontError(
            .registrationFailed, Message([text, advice]), file: address, cause: .catalog(fault, detail: description))
    }

    private var fault: FontError.CatalogFault {
        switch self {
        case .tooLong, .targetLength: .tooLong
        case .malformed: .malformed
        case .wrongType: .wrongType
        case .signatures: .signature
        case .expired: .expired
        case .rollback: .rollback
        case .mixed, .targetHash: .mixed
        case .missing, .unknownTarget: .missing
        }
    }

    private var advice: Message {
        switch self {
        case .expired: "What is known of the catalogue stays usable; its publisher must renew it."
        case .unknownTarget: "Search the catalogue with `fontctl catalog search`."
        default: "The copy on this machine stays as it was; try again later, or ask the publisher of the catalogue."
        }
    }
}
