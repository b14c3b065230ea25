public import FontModel

extension FontManager {
    /// Returns the user's collections in their order, with the favourites, which always exist.
    ///
    /// Collections that are kept come first, in the user's order; then those that are only tags of registrations, by name.
    /// Without the user's authority there are none: a provider sees the tags of its own registrations.
    ///
    /// A change of a collection is a ``FontChange`` of kind ``FontChange/Kind/collections``, besides one for the
    /// registrations whose tags changed; a change of tags alone is one of these only.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if the store cannot be read.
    public func collections() async throws(FontError) -> [FontCollection] { try await backend.collections() }

    /// Changes collections as one operation, which ``undo(_:isDryRun:)`` reverses, completely or not at all.
    ///
    /// Registrations in process scope are in no collection.
    /// - Parameters:
    ///   - changes: The changes, which are carried out in order.
    ///   - isDryRun: Whether nothing is changed: the outcomes are those that the operation would have now.
    /// - Returns: Outcomes with status ``FontOutcome/Status/tagged`` or ``FontOutcome/Status/unchanged``, whose items are
    ///   the names of collections, the families without registrations, and the files of registrations, which have
    ///   ``FontOutcome/registration``.
    /// - Throws: `FontError` with code ``FontError/Code/insufficientInfo`` (303) for a collection that does not exist, or a
    ///   new one that does; ``FontError/Code/notRegistered`` (201) for the id of no registration;
    ///   ``FontError/Code/exceededResourceLimit`` (106) for an invalid name (``FontLimits/tagLength``), too many collections
    ///   or families, or a font with too many tags; ``FontError/Code/missingEntitlement`` (302) without the user's
    ///   authority; ``FontError/Code/registrationFailed`` (301) if the store cannot be used. Nothing was changed then.
    @discardableResult
    public func changeCollections(
        _ changes: [CollectionChange], isDryRun: Bool = false
    ) async throws(FontError) -> FontSummary {
        try CallerText.check(changes)
        return try await backend.change(changes, isDryRun: isDryRun)
    }
}
