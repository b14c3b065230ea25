public import FontRegistry
public import Testing

extension FontChanges.Iterator {
    /// Returns the next event, which must be a change.
    public mutating func nextChange(sourceLocation: SourceLocation = #_sourceLocation) async throws -> FontChange {
        let event = try #require(try await next(), sourceLocation: sourceLocation)
        guard case .change(let change) = event else {
            Issue.record("a snapshot came in place of a change", sourceLocation: sourceLocation)
            throw CancellationError()
        }
        return change
    }
}
