package import FontModel

/// A backend that gives a manager access to the fonts that all of the user's programs share.
///
/// It uses the store directly or the service.
package protocol RegistryBackend: FontBackend, ChangeHistory {
    /// The answers of the service; nil if the backend uses the store directly.
    var answers: (any ServiceAnswers)? { get }

    /// Returns the backend of another caller on the same registry.
    func acting(for caller: Caller) -> any RegistryBackend

    /// Returns a backend of the same caller that reads files in workers.
    ///
    /// - Throws: `unsupportedScope` (307) if the backend reads no files here; `registrationFailed` (301) if
    ///   `fontd-worker` is not installed.
    func isolated() throws(FontError) -> (backend: any RegistryBackend, inspector: FileInspector)

    /// Activates a font for a name that no usable font has; the caller looks up the font of the outcome.
    ///
    /// - Parameter timeout: The time after which the request fails.
    func activate(_ name: String, timeout: Duration) async throws(FontError) -> FontRequestOutcome

    /// Returns the enabled fonts with the facts of a menu, in any order; named instances are fonts of their own.
    ///
    /// - Parameter isLocalized: Whether the localised names are needed.
    func familyMembers(isLocalized: Bool) async throws(FontError) -> [FamilyMember]

    /// Returns the bytes of registrations, and perhaps of others, by their ids; none if the program does not see the store.
    ///
    /// - Parameter ids: The ids; nil for all.
    func storedContents(of ids: Set<String>?) async throws(FontError) -> [String: StoredContent]

    /// Returns those of registered fonts that programs see: not the disabled ones, nor those that fontconfig's
    /// configuration rejects.
    func shown(among fonts: [FontDescriptor]) async throws(FontError) -> [FontDescriptor]

    // MARK: Changes

    func generation() async throws(FontError) -> Int64

    /// Returns a value that differs after every change of the registry; nil if that is not known without asking.
    func stamp() -> StoreStamp?

    /// Requests the user's authority for the caller; returns if it is granted.
    func requestManagement() async throws(FontError)

    /// Returns the paths of the licences that came with the registered fonts of these hashes, as far as there are any.
    func keptLicenses(of hashes: Set<String>) async throws(FontError) -> [String: [String]]

    // MARK: Undo and redo

    /// Undoes an operation of the user, or redoes one that was undone; the last one if the number is nil.
    func reverse(_ number: Int64?, isUndone: Bool, isDryRun: Bool) async throws(FontError) -> FontSummary

    /// Returns the operations that can be undone, or those that were undone and can be redone, the last one first.
    func operations(isUndone: Bool) async throws(FontError) -> [FontOperation]

    /// Returns the fonts outside of fontd's folders that the user hides; none for a provider.
    func hiddenFonts() async throws(FontError) -> [FontDescriptor]

    // MARK: Collections

    /// Returns the user's collections in their order; none for a provider.
    func collections() async throws(FontError) -> [FontCollection]

    /// Changes collections as one operation of the user.
    func change(_ changes: [CollectionChange], isDryRun: Bool) async throws(FontError) -> FontSummary

    // MARK: Moving

    /// Writes the registrations in persistent scope to an open file; see ``FontManager/export(to:includesFonts:)``.
    ///
    /// - Parameter path: The path of the file for messages.
    func export(
        to file: OpenedFile, path: String, includesFonts: Bool
    ) async throws(FontError) -> ExportedFonts

    /// Registers the fonts of an export; see ``FontManager/importFonts(_:searching:isExact:isDryRun:)``.
    func importFonts(
        _ export: FontExport, searching folders: [String], isExact: Bool, isDryRun: Bool
    ) async throws(FontError) -> FontSummary

    // MARK: Adopting

    /// Adopts the fonts in folders of the user.
    func adopt(_ folders: [String], isDryRun: Bool) async throws(FontError) -> AdoptionReport

    // MARK: Duplicates

    /// Keeps one font of each choice; see `Registrar.resolve(_:isDryRun:)`.
    func resolve(_ choices: [DuplicateChoice], isDryRun: Bool) async throws(FontError) -> FontSummary

    // MARK: Upkeep

    func providers() async throws(FontError) -> [ProviderSummary]
    func prune(all: Bool, isDryRun: Bool) async throws(FontError) -> PruneReport
    func diagnose(repair: Bool) async throws(FontError) -> Diagnosis
}

extension RegistryBackend {
    package func storedContents(of ids: Set<String>?) async throws(FontError) -> [String: StoredContent] { [:] }

    package func shown(among fonts: [FontDescriptor]) async throws(FontError) -> [FontDescriptor] {
        fonts.filter(\.isEnabled)
    }

    /// Refuses: loose files and packages' fonts are those of the machine, which a program without the store does not see.
    package func resolve(_ choices: [DuplicateChoice], isDryRun: Bool) async throws(FontError) -> FontSummary {
        throw .duplicatesOfMachine
    }

    package func familyMembers(isLocalized: Bool) async throws(FontError) -> [FamilyMember] {
        try await fonts(matching: FontQuerySet(including: [FontQuery()], options: .namedInstances))
            .map(FamilyMember.init)
    }
}
