import FontModel

extension FontconfigBridge {
    /// Creates a bridge that shows the present process fonts and applies later changes.
    ///
    /// - Parameters:
    ///   - manager: The manager whose process scope is shown.
    ///   - perform: Runs work on the thread that uses fontconfig.
    ///   - didChange: Called on that thread after each change, including the initial one, to notify the toolkit.
    public convenience init(
        for manager: FontManager,
        perform: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() },
        didChange: @escaping @Sendable (Change) -> Void = { _ in }
    ) {
        self.init(
            for: manager.processState.process,
            changes: { manager.changes(since: nil, includesSystemFonts: false) },
            isOfSharedFonts: { event in
                guard case .change(let change) = event else { return true }
                return change.scope != .process
            }, perform: perform, didChange: didChange)
    }
}
