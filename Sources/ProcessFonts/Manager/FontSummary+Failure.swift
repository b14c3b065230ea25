package import FontModel

extension FontSummary {
    /// Returns the summary of an operation on one source or target if something reached the requested state.
    ///
    /// - Throws: The error of the first item otherwise; `cancelledByUser` (304) if the operation was stopped before.
    package func orFailure() throws(FontError) -> FontSummary {
        guard !outcomes.isEmpty, !outcomes.contains(where: \.isSuccess) else { return self }
        throw errors.first
            ?? FontError(
                .cancelledByUser, "The registration was cancelled before it began; nothing was registered.",
                file: outcomes[0].item)
    }
}
