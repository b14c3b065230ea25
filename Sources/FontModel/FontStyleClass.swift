/// The class of a font's design (`OS/2.sFamilyClass`, upper byte; Apple's style class among the symbolic traits).
public enum FontStyleClass: UInt8, Sendable, Hashable, Codable, CaseIterable {
    case oldStyleSerifs = 1
    case transitionalSerifs = 2
    case modernSerifs = 3
    case clarendonSerifs = 4
    case slabSerifs = 5
    case freeformSerifs = 7
    case sansSerif = 8
    case ornamentals = 9
    case scripts = 10
    case symbols = 12

    /// Creates the class of the table `OS/2`, or nil if it gives none that is defined.
    package init?(familyClass: Int) { self.init(rawValue: UInt8(truncatingIfNeeded: familyClass >> 8)) }

    /// The word for the class in lists of traits.
    public var name: String {
        switch self {
        case .oldStyleSerifs: "old-style-serifs"
        case .transitionalSerifs: "transitional-serifs"
        case .modernSerifs: "modern-serifs"
        case .clarendonSerifs: "clarendon-serifs"
        case .slabSerifs: "slab-serifs"
        case .freeformSerifs: "freeform-serifs"
        case .sansSerif: "sans-serif"
        case .ornamentals: "ornamentals"
        case .scripts: "scripts"
        case .symbols: "symbols"
        }
    }
}
