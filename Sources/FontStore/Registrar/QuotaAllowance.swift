import FontModel
import GRDB
import Inspection

/// The remaining quota of a provider during one operation.
struct QuotaAllowance {
    let quota: FontQuota
    let provider: String
    var used: ProviderUsage

    /// Charges the quota for one file.
    ///
    /// A provider that exceeds its quota, because the user has lowered it, may still replace its registrations by fonts
    /// that are not larger.
    ///
    /// - Parameters:
    ///   - giveWay: The registrations to be replaced, including those of other providers.
    ///   - same: The existing registration of the same content.
    /// - Returns: The error `exceededResourceLimit` (106) if the quota does not allow the change.
    mutating func charge(
        _ font: PreparedFont, for decision: RegistrationDecision, giveWay: [RegistrationRow], same: RegistrationRow?,
        _ database: Database
    ) throws -> FontError? {
        switch decision {
        case .register, .replace: break
        case .refuse, .keep, .enable: return nil
        }
        let own = giveWay.filter { $0.provider == provider }
        var after = used
        after.fonts += 1 - own.count - (same == nil ? 0 : 1)
        let known = try database.content(sha256: font.inspection.sha256)
        if try known.map({ try database.registrationIDs(contentID: $0.id, provider: provider) })?.isEmpty ?? true {
            after.bytes += font.inspection.size
        }
        let ids = Set(own.map(\.id))
        for contentID in Set(own.map(\.contentID))
        where try database.registrationIDs(contentID: contentID, provider: provider).isSubset(of: ids) {
            after.bytes -= try database.size(contentID: contentID)
        }
        func refusal(_ message: Message, member: FontError.PolicyMember) -> FontError {
            FontError(
                .exceededResourceLimit, message, file: font.file, cause: .policy(provider: provider, member: member))
        }
        if let limit = quota.fonts, after.fonts > limit, after.fonts > used.fonts {
            return refusal(
                "\(provider) has \(used.fonts) of the \(limit) fonts that it may register. Unregister some, or have the user raise the limit in the policy.",
                member: .maxFonts)
        }
        if let limit = quota.bytes, after.bytes > limit, after.bytes > used.bytes {
            return refusal(
                "\(provider) would have \(after.bytes) bytes with this font, more than the \(limit) that it may register. Unregister some fonts, or have the user raise the limit in the policy.",
                member: .maxBytes)
        }
        used = after
        return nil
    }
}
