public import FontRegistry
public import Testing

extension FontChanges.Iterator {
    /// Returns the next event but those of the policy and of announcements, which must be a change.
    public mutating func nextChange(sourceLocation: SourceLocation = #_sourceLocation) async throws -> FontChange {
        while true {
            switch try #require(try await next(), sourceLocation: sourceLocation) {
            case .change(let change): return change
            case .policy, .announcements: continue
            case .snapshot, .system:
                Issue.record("another event came in place of a change", sourceLocation: sourceLocation)
                throw CancellationError()
            }
        }
    }
}
