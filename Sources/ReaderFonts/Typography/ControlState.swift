/// A state of a button, for which its title may have a colour of its own.
public enum ControlState: String, Sendable, Hashable, Codable, CaseIterable, CodingKeyRepresentable {
    case normal
    /// The pointer is over it (`:hover`).
    case hover
    /// It is pressed (`:active`).
    case active
    /// It cannot be used (`:disabled`).
    case disabled
    /// It has the keyboard focus (`:focus`).
    case focus
    /// It is switched on (`:checked`).
    case checked
}

extension TitleColorApplyMode {
    /// Returns the colours of a button's title after a style with a colour was applied.
    ///
    /// - Parameters:
    ///   - color: The style's colour.
    ///   - own: The colours that the button has itself; a state without one has the colour of the toolkit.
    public func applied<Value>(_ color: Value, to own: [ControlState: Value]) -> [ControlState: Value] {
        var colors = own
        for state in ControlState.allCases {
            let isApplied =
                switch self {
                case .all: true
                case .none: false
                case .normal: state == .normal
                case .whereUnspecified: own[state] == nil
                }
            if isApplied { colors[state] = color }
        }
        return colors
    }
}
