package import FontAdvice
package import FontModel
package import FontRegistry
package import Foundation
package import ReaderFonts

/// All that the application asks of the library and does with it.
///
/// One type implements it for a `FontManager` (``ManagerLibrary``), so that what the library learns is connected at one
/// place. No call is made on the interface's thread, and each may take long.
package protocol FontLibrary: Sendable {
    // MARK: Reading

    /// Returns the families with all their fonts, also those that are turned off, in no particular order.
    ///
    /// - Parameter names: The families by name; nil for all. A family that is gone is not in the answer.
    func families(_ names: Set<String>?) async throws(FontError) -> [LibraryFamily]

    /// Returns when registrations were made, by id.
    func registrationDates() async throws(FontError) -> [String: Date]

    /// Returns the families of which a face maps all characters of a text.
    func familyNames(covering text: String) async throws(FontError) -> Set<String>

    /// Returns the families of which a face has a layout feature (OpenType tag).
    func familyNames(withFeature tag: String) async throws(FontError) -> Set<String>

    /// Returns the families by designers whose names have the words of a search.
    func familyNames(designedBy search: FamilySearch) async throws(FontError) -> Set<String>

    /// Returns the collections in their order; Favourites is always there.
    func collections() async throws(FontError) -> [FontCollection]

    /// Returns the programs that registered fonts or have settings.
    func providers() async throws(FontError) -> [ProviderFacts]

    /// Returns what changes from the call on.
    func changes() -> AsyncStream<Result<LibraryChange, FontError>>

    // MARK: One family

    func details(of font: FontDescriptor) async throws(FontError) -> FontDetails
    func coverage(of font: FontDescriptor) async throws(FontError) -> CharacterCoverage
    func features(of font: FontDescriptor) async throws(FontError) -> [FontFeature]
    func share(of language: String, in font: FontDescriptor) async throws(FontError) -> LanguageShare?
    func attribution(of family: String) async throws(FontError) -> Attribution?
    func explanation(of name: String) async throws(FontError) -> ExplainedFont
    func explanation(ofPath path: URL) async throws(FontError) -> ExplainedPath

    /// Returns the package of a file; nil if it belongs to none.
    func package(of path: String) async -> String?

    /// Opens the bytes of a font, also of one that is turned off.
    func open(_ font: FontDescriptor) async throws(FontError) -> OpenedFile

    /// Returns the fonts for captions in pictures: that of interfaces, and others for the characters that it lacks.
    func captionFonts(for text: String) async throws(FontError) -> [CaptionFont]

    // MARK: Changing

    func setEnabled(_ isEnabled: Bool, _ targets: [FontTarget]) async throws(FontError) -> LibrarySummary
    func remove(_ targets: [FontTarget]) async throws(FontError) -> LibrarySummary
    /// Undoes an operation; the answer has the number by which that is redone.
    func undo(_ number: Int64) async throws(FontError) -> LibrarySummary
    /// Redoes what was undone, by the number of the undo; the answer has the number by which that is undone.
    func redo(_ number: Int64) async throws(FontError) -> LibrarySummary
    func undoableOperations() async throws(FontError) -> [FontOperation]
    func redoableOperations() async throws(FontError) -> [FontOperation]

    func change(_ change: CollectionEdit) async throws(FontError) -> LibrarySummary

    func duplicates() async throws(FontError) -> [DuplicateGroup]
    func resolve(_ choices: [DuplicateGroup.Choice]) async throws(FontError) -> LibrarySummary

    func adopt(isDryRun: Bool) async throws(FontError) -> AdoptionReport
    func export(to file: URL) async throws(FontError) -> ExportedFonts
    func importFonts(from file: URL) async throws(FontError) -> LibrarySummary

    // MARK: Installing

    /// Examines files, folders and archives without keeping anything.
    func examine(_ sources: [URL], scope: FontScope) -> AsyncStream<ExaminationEvent>

    func register(_ files: [URL], scope: FontScope, options: RegistrationOptions) -> LibraryBatch

    // MARK: Upkeep

    func policy() async throws(FontError) -> FontPolicy
    func changePolicy(_ change: @escaping @Sendable (inout FontPolicy) -> Void) async throws(FontError)
    func repairStore() async throws(FontError) -> Diagnosis
    /// Tries whether the store answers, for pages about a store that cannot be used.
    func checkStore() async throws(FontError)
}
