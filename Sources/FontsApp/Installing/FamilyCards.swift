internal import FontFiles
internal import FontModel
internal import FontRegistry
internal import FontsModel
internal import Gtk

/// The families that are about to be installed: each with its picture, its styles, its findings and its licence.
@UI
enum FamilyCards {
    /// The most families that are shown with their pictures at once.
    private static let mostOpen = 6

    /// Returns the widgets for one family, or cards for several.
    static func make(_ families: [InstallPlan.Family], in session: AppSession, above window: any Window) -> [any Widget]
    {
        if families.count == 1 { return [single(families[0], in: session, above: window)] }
        guard !families.isEmpty else { return [] }
        return families.map { family in
            let isNotable = family.findings.contains(where: \.isNotable)
            return DisclosureCard.make(
                family.id, subtitle: family.subtitle, mark: isNotable ? Image(icon: "dialog-warning-symbolic") : nil,
                isOpen: families.count <= mostOpen, hidden: facts(of: family, in: session, above: window))
        }
    }

    private static func single(_ family: InstallPlan.Family, in session: AppSession, above window: any Window)
        -> any Widget
    {
        let title = Label(family.id, role: .heading)
        title.addClass("title-1")
        let styles = Label(family.subtitle)
        for label in [title, styles] {
            label.wraps = true
            label.alignment = 0.5
            label.setJustification(centered: true)
        }
        var widgets: [any Widget] = [title, styles]
        // Its own name is the headline, if the font has the letters.
        if let item = family.shown, item.coverage?.covers(family.id) ?? false {
            widgets.append(
                FontPictureView.make(family.id, text: family.id, size: 44, in: session) { [.path(item.id)] })
        }
        return Box(.vertical, spacing: 12, widgets + facts(of: family, in: session, above: window))
    }

    private static func facts(of family: InstallPlan.Family, in session: AppSession, above window: any Window)
        -> [any Widget]
    {
        var widgets: [any Widget] = []
        if let item = family.shown {
            widgets.append(FontPictureView.make(family.id, in: session) { [.path(item.id)] })
        }
        let facts = Label(family.facts.joined(separator: tr(" · ")))
        facts.wraps = true
        facts.addClass("dim-label")
        widgets.append(facts)
        for finding in family.findings {
            let text = Label(finding.text)
            text.wraps = true
            text.expandsHorizontally = true
            let icon = Image(icon: finding.isNotable ? "dialog-warning-symbolic" : "dialog-information-symbolic")
            icon.verticalAlign = .start
            widgets.append(Box(.horizontal, spacing: 6, [icon, text]))
        }
        widgets.append(license(of: family, above: window))
        return widgets
    }

    private static func license(of family: InstallPlan.Family, above window: any Window) -> any Widget {
        guard let license = family.license else {
            let text = Label(tr("The font does not state a licence."))
            text.wraps = true
            text.addClass("dim-label")
            return text
        }
        let button = Button(tr("_Licence…"))
        button.setAccessibleLabel(tr("Licence of {name}", ["name": family.id]))
        button.horizontalAlign = .start
        button.onClick { [weak window] in LicenseWindow.present(license, of: family.id, above: window) }
        return button
    }
}

/// The text of a licence, which may be long.
@UI
private enum LicenseWindow {
    static func present(_ license: String, of family: String, above parent: (any Window)?) {
        let window = SheetWindow(
            parent: parent, title: tr("Licence of {name}", ["name": family]))
        let text = TextView(license, isEditable: false)
        text.setPadding(18)
        text.setAccessibleLabel(tr("Licence"))
        let scrolled = ScrolledWindow(text)
        scrolled.expandsVertically = true
        window.set(content: Box(.vertical, [HeaderBar(title: WindowTitle(tr("Licence"), subtitle: family)), scrolled]))
        window.defaultSize = (440, 480)
        window.closesWithEscape()
        window.keep(window)
        window.present()
    }
}
