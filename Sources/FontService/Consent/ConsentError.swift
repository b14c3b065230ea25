import FontModel
import SystemPackage

/// A reason for which a request does not have the user's consent.
enum MissingConsent: Sendable, Hashable {
    /// The request waited for another one of the provider, which was denied.
    case denied
    /// No program is configured that asks the user.
    case noHook
    /// The program that asks the user could not be started.
    case notStarted(command: String, Errno)
    /// The provider disconnected before the question.
    case notAsked
    /// The provider disconnected before the answer.
    case disconnected
    /// fontd ended before the answer.
    case ended
    /// The user did not answer in time.
    case tooLate
    /// The user did not agree.
    case refused

    /// Returns the reason as a sentence.
    func sentence(for question: ConsentQuestion) -> Message {
        let provider = question.provider
        return switch (self, question.operation) {
        case (.denied, _): "A recent request of \(provider) was denied."
        case (.noHook, .register):
            "\(provider) may register fonts only with the user's consent, and no consent hook is configured."
        case (.noHook, .download):
            "\(provider) may download fonts only with the user's consent, and no consent hook is configured."
        case (.noHook, .manage):
            "\(provider) may manage fonts only with the user's consent, and no consent hook is configured."
        case (.notStarted(let command, let error), _):
            "The program that asks the user, \(command), could not be started: \(error)."
        case (.notAsked, _): "\(provider) disconnected before the user was asked."
        case (.disconnected, _): "\(provider) disconnected before the user answered."
        case (.ended, .register):
            "fontd ended before the user answered whether \(provider) may register fonts. Try again."
        case (.ended, .download):
            "fontd ended before the user answered whether \(provider) may download fonts. Try again."
        case (.ended, .manage):
            "fontd ended before the user answered whether \(provider) may manage fonts. Try again."
        case (.tooLate, .register): "The user did not answer whether \(provider) may register fonts."
        case (.tooLate, .download): "The user did not answer whether \(provider) may download fonts."
        case (.tooLate, .manage): "The user did not answer whether \(provider) may manage fonts."
        case (.refused, .register): "The user did not allow \(provider) to register fonts."
        case (.refused, .download): "The user did not allow \(provider) to download fonts."
        case (.refused, .manage): "The user did not allow \(provider) to manage fonts."
        }
    }
}

/// An operation that the user's policy denies to a provider.
enum DeniedOperation: Sendable, Hashable {
    /// To look fonts up and to receive changes.
    case use
    case register
    /// To enable earlier registrations.
    case show
    case download
    case manage
}

extension FontError {
    /// Returns the `missingEntitlement` error (302) for an operation that the policy forbids, with the command by which
    /// the user permits it for good.
    static func denied(_ provider: String, _ operation: DeniedOperation) -> FontError {
        let (sentence, member): (Message, PolicyMember) =
            switch operation {
            case .use: ("The user's policy does not allow \(provider) to use fontd.", .use)
            case .register: ("The user's policy does not allow \(provider) to register fonts.", .install)
            case .show: ("The user's policy does not allow \(provider) to show fonts.", .install)
            case .download: ("The user's policy does not allow \(provider) to download fonts.", .download)
            case .manage: ("The user's policy does not allow \(provider) to manage fonts.", .manage)
            }
        return policy(.missingEntitlement, sentence, provider, member)
    }

    /// Returns the error for a request without the user's consent, with the command by which the user permits it without
    /// a question.
    ///
    /// - Returns: `cancelledByUser` (304), or `missingEntitlement` (302) if management or a download cannot be asked for:
    ///   this is the policy's decision and not the user's answer.
    static func noConsent(_ question: ConsentQuestion, _ reason: MissingConsent) -> FontError {
        policy(
            reason == .noHook && question.operation != .register ? .missingEntitlement : .cancelledByUser,
            reason.sentence(for: question), question.provider, question.operation.member)
    }

    private static func policy(
        _ code: Code, _ sentence: Message, _ provider: String, _ member: PolicyMember
    ) -> FontError {
        let cause = Cause.policy(provider: provider, member: member)
        return FontError(code, Message([sentence, cause.permission].compactMap(\.self)), cause: cause)
    }
}

extension ConsentQuestion.Operation {
    /// The member of the policy by which the user permits the operation without a question.
    fileprivate var member: FontError.PolicyMember {
        switch self {
        case .register: .install
        case .download: .download
        case .manage: .manage
        }
    }
}
