import FontModel
import Inspection

/// A font file that passed inspection.
struct PreparedFont: Sendable {
    /// The path as given.
    var file: String
    /// The tag given with the item.
    var tag: String?
    /// The copy in the staging area; nil in a dry run.
    var staged: StagedFile?
    var inspection: FontInspection
    /// The texts of the licences that come with the font in an archive or a folder.
    var licenses: [LicenseText] = []

    /// Returns the tags of a registration of the same content that had some.
    ///
    /// - Throws: `FontError` with code `exceededResourceLimit` (106) if there are too many.
    func tags(after earlier: [String], _ options: RegistrationOptions) throws(FontError) -> [String] {
        let given = tags(options)
        guard !given.isEmpty else { return earlier }
        return options.replaces ? given : try earlier.tags(adding: given)
    }

    /// Returns the facts of a new registration.
    func record(
        _ scope: FontScope, provider: String, _ options: RegistrationOptions, at time: Double
    ) -> RegistrationRecord {
        RegistrationRecord(
            file: file, scope: scope, provider: provider, isEnabled: options.isEnabled, tags: tags(options),
            registeredAt: time)
    }

    private func tags(_ options: RegistrationOptions) -> [String] {
        [tag ?? options.tag].compactMap(\.self).filter { !$0.isEmpty }
    }
}
