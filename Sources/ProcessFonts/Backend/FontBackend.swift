package import FontModel

/// The registered fonts of some scopes, for one caller.
///
/// A manager has one backend for process scope (``ProcessBackend``) and one for session and persistent scope
/// (`RegistryBackend`).
package protocol FontBackend: Sendable {
    /// Whether archives are unpacked before their fonts are registered, and not by the service.
    var areArchivesUnpackedHere: Bool { get }

    /// Registers items in one of the scopes, as one batch.
    func register(
        _ items: [FontItem], scope: FontScope, options: RegistrationOptions, watcher: BatchWatcher
    ) async throws(FontError) -> FontSummary

    /// Changes registrations as one batch.
    func change(_ change: RegistrationChange, watcher: BatchWatcher) async throws(FontError) -> FontSummary

    /// Returns the registrations that match the filters, oldest first.
    func registered(
        scope: FontScope?, state: RegistrationState, provider: String?
    ) async throws(FontError) -> [Registration]

    /// Returns the registrations that have a text as their id, their file, or a name of any kind, oldest first.
    ///
    /// Names are compared as ``LookupName`` has them.
    func registered(named text: String) async throws(FontError) -> [Registration]

    /// Returns the faces of these registrations, in the same order.
    func listedFaces(
        scope: FontScope?, state: RegistrationState, provider: String?
    ) async throws(FontError) -> [ListedFace]

    /// Returns the fonts that match, in any order.
    func fonts(matching set: FontQuerySet) async throws(FontError) -> [FontDescriptor]

    /// Returns the enabled font that a name means among these fonts alone; nil if there is none.
    ///
    /// An answer without a font says all about the fonts with the name that programs cannot use, without
    /// ``unusable(_:)``.
    func find(_ name: String) async throws(FontError) -> FontResolution?

    /// Returns the path of a file with the bytes of a registered font, also of a disabled one; nil if the program cannot
    /// read it.
    func storedFile(of font: FontDescriptor) async throws(FontError) -> String?

    /// Opens the bytes of a registration that the caller may see, in any state, also of one that is gone as long as its
    /// bytes are kept; nil if there are none.
    func openBytes(ofRegistration id: String) async throws(FontError) -> OpenedFile?

    /// Returns the characters of an enabled font; nil if it is gone.
    func coverage(of font: FontDescriptor) async throws(FontError) -> CharacterCoverage?

    /// Returns a font with a name that programs cannot use, if there is one that the caller may see.
    func unusable(_ name: String) async throws(FontError) -> UnusableFont?
}

extension FontBackend {
    package func listedFaces(
        scope: FontScope?, state: RegistrationState, provider: String?
    ) async throws(FontError) -> [ListedFace] {
        try await registered(scope: scope, state: state, provider: provider).flatMap(\.listedFaces)
    }
}
