internal import Gtk

/// A card with a title, of which a part is shown on request.
///
/// Controls in an `ExpanderRow` would be two lists deep, where the keyboard hardly reaches them.
@UI
enum DisclosureCard {
    /// - Parameters:
    ///   - mark: A widget after the title, such as a warning.
    ///   - hidden: What is shown on request.
    ///   - shown: What is always shown, below it.
    static func make(
        _ title: String, subtitle: String, mark: (any Widget)? = nil, isOpen: Bool, hidden: [any Widget],
        shown: [any Widget] = []
    ) -> any Widget {
        let heading = Label(title, role: .heading)
        heading.addClass("heading")
        let text = Label(subtitle)
        text.addClass("dim-label")
        for label in [heading, text] {
            label.wraps = true
            label.expandsHorizontally = true
        }
        let revealer = Revealer(Box(.vertical, spacing: 12, hidden).with { $0.setMargins(top: 12) })
        let toggle = ToggleButton(icon: "pan-down-symbolic", hint: tr("Details of {name}", ["name": title]))
        toggle.verticalAlign = .start
        toggle.addClass("flat")
        toggle.isPressed = isOpen
        revealer.isRevealed = isOpen
        toggle.onToggle { [revealer] in revealer.isRevealed.toggle() }
        let line = Box(.horizontal, spacing: 6, [heading] + [mark].compactMap(\.self) + [toggle])
        let card = Box(.vertical, [line, text, revealer] + shown)
        card.setMargins(all: 12)
        card.setAccessibleLabel(title)
        return Bin(card).with { $0.addClass("card") }
    }
}
