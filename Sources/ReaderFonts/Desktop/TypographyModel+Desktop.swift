public import DesktopSettings
public import StyleSheets

extension TypographyModel {
    /// Takes over the desktop's text size, appearance and interface font, now and with each change, until the updates
    /// end or the task is cancelled.
    public func follow(_ updates: some AsyncSequence<DesktopAppearance, Never> & Sendable) async {
        for await appearance in updates { update { $0.apply(appearance) } }
    }
}

extension TypographyInputs {
    /// Takes over the desktop's settings.
    public mutating func apply(_ appearance: DesktopAppearance) {
        desktopTextScale = appearance.textScale
        desktopScheme = appearance.scheme.map(ColorScheme.init)
        interfaceFamily = appearance.interfaceFont?.family
    }
}

extension ColorScheme {
    /// Creates the appearance that the user prefers on the desktop.
    public init(_ scheme: DesktopAppearance.Scheme) { self = scheme == .dark ? .dark : .light }
}
