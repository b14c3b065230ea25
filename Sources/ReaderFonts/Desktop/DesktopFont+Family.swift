public import DesktopSettings

extension FamilyKey.DesktopFont {
    /// Returns the family of the font in the desktop's settings; nil if these do not state it.
    public func family(in appearance: DesktopAppearance) -> String? {
        switch self {
        case .interface: appearance.interfaceFont?.family
        case .document: appearance.documentFont?.family
        case .monospace: appearance.monospaceFont?.family
        }
    }
}
