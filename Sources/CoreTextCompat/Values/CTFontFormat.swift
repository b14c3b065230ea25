/// The format of a font.
public enum CTFontFormat: UInt32, Sendable {
    /// None of the other formats.
    case unrecognized = 0
    /// OpenType with PostScript outlines.
    case openTypePostScript = 1
    /// OpenType with TrueType outlines; every font with such outlines has this format.
    case openTypeTrueType = 2
    /// TrueType without OpenType, which does not occur.
    case trueType = 3
    /// PostScript Type 1, which does not occur, since such fonts cannot be registered.
    case postScript = 4
    /// Bitmaps only.
    case bitmap = 5
}

/// The priority of a font among those of one name; the higher value wins.
public typealias CTFontPriority = UInt32

/// The priority of fonts of the operating system.
public var kCTFontPrioritySystem: Int { 10_000 }
/// The priority of fonts of the network, which does not occur.
public var kCTFontPriorityNetwork: Int { 20_000 }
/// The priority of fonts that were installed for all users.
public var kCTFontPriorityComputer: Int { 30_000 }
/// The priority of fonts in persistent scope and in the user's font folders.
public var kCTFontPriorityUser: Int { 40_000 }
/// The priority of fonts in session scope.
public var kCTFontPriorityDynamic: Int { 50_000 }
/// The priority of fonts in process scope.
public var kCTFontPriorityProcess: Int { 60_000 }
