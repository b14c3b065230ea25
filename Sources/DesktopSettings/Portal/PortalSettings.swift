import DBus

/// The settings of the desktop portal, by namespace and key.
struct PortalSettings: Sendable, Hashable {
    /// The namespaces to read, with the portal's globs.
    static let namespaces = [
        "org.freedesktop.appearance", "org.gnome.desktop.interface", "org.gnome.desktop.a11y.interface",
        "org.kde.kdeglobals.General",
    ]

    private var values: [String: [String: BusValue]]

    /// Reads the answer of `ReadAll`, of type `a{sa{sv}}`; nil for another type.
    init?(_ answer: BusValue?) {
        guard let entries = answer?.elements else { return nil }
        values = [:]
        for entry in entries {
            guard let pair = entry.structure, pair.count == 2, let name = pair[0].string,
                let members = pair[1].dictionary
            else { return nil }
            values[name] = members.mapValues(\.unwrapped)
        }
    }

    private subscript(namespace: String, key: String) -> BusValue? { values[namespace]?[key] }

    /// The settings that the portal states.
    ///
    /// - Parameter isKDE: Whether KDE's fonts have precedence over those of GNOME's settings, which have defaults there.
    func appearance(isKDE: Bool) -> DesktopAppearance {
        let kde = DesktopAppearance { self["org.kde.kdeglobals.General", $0]?.string }
        return isKDE ? standard.over(kde).over(gnome) : standard.over(gnome).over(kde)
    }

    /// The settings of all desktops.
    private var standard: DesktopAppearance {
        let space = "org.freedesktop.appearance"
        var appearance = DesktopAppearance()
        switch self[space, "color-scheme"]?.integer {
        case 1: appearance.scheme = .dark
        case 2: appearance.scheme = .light
        default: break
        }
        // 0 stands for no preference.
        appearance.prefersHighContrast = self[space, "contrast"]?.integer == 1 ? true : nil
        appearance.prefersReducedMotion = self[space, "reduced-motion"]?.integer == 1 ? true : nil
        if let parts = self[space, "accent-color"]?.structure?.compactMap(\.number), parts.count == 3 {
            appearance.accent = DesktopAppearance.Accent(red: parts[0], green: parts[1], blue: parts[2])
        }
        return appearance
    }

    private var gnome: DesktopAppearance {
        let space = "org.gnome.desktop.interface"
        var appearance = DesktopAppearance()
        appearance.setTextScale(self[space, "text-scaling-factor"]?.number)
        appearance.interfaceFont = self[space, "font-name"]?.string.flatMap(FontSetting.init(pango:))
        appearance.documentFont = self[space, "document-font-name"]?.string.flatMap(FontSetting.init(pango:))
        appearance.monospaceFont = self[space, "monospace-font-name"]?.string.flatMap(FontSetting.init(pango:))
        switch self[space, "color-scheme"]?.string {
        case "prefer-dark": appearance.scheme = .dark
        case "prefer-light": appearance.scheme = .light
        default: break
        }
        appearance.prefersHighContrast = self["org.gnome.desktop.a11y.interface", "high-contrast"]?.boolean
        appearance.prefersReducedMotion = self[space, "enable-animations"]?.boolean.map { !$0 }
        return appearance
    }
}

extension BusValue {
    /// The value without its variants, of which portals put one or two around it.
    fileprivate var unwrapped: BusValue {
        var value = self
        while case .variant(let inner) = value { value = inner }
        return value
    }
}
