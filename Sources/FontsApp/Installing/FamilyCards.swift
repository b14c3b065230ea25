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

    /// Returns the widgets for one family, or rows for several.
    static func make(_ families: [InstallPlan.Family], in session: AppSession) -> [any Widget] {
        if families.count == 1 { return [single(families[0], in: session)] }
        guard !families.isEmpty else { return [] }
        let group = PreferencesGroup()
        for family in families {
            let row = ExpanderRow(family.id, subtitle: family.subtitle)
            if family.findings.contains(where: \.isNotable) {
                row.append(end: Image(icon: "dialog-warning-symbolic"))
            }
            let contents = Box(.vertical, spacing: 12, facts(of: family, in: session))
            contents.setMargins(all: 12)
            let child = ListBoxRow(contents)
            child.set(isSelectable: false)
            child.set(isActivatable: false)
            row.add(child)
            row.isExpanded = families.count <= mostOpen
            group.add(row)
        }
        return [group]
    }

    private static func single(_ family: InstallPlan.Family, in session: AppSession) -> any Widget {
        let title = Label(family.id, role: .heading)
        title.addClass("title-1")
        let styles = Label(family.subtitle)
        for label in [title, styles] {
            label.wraps = true
            label.alignment = 0.5
            label.setJustification(centered: true)
        }
        return Box(.vertical, spacing: 12, [title, styles] + facts(of: family, in: session))
    }

    private static func facts(of family: InstallPlan.Family, in session: AppSession) -> [any Widget] {
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
        widgets.append(license(of: family))
        return widgets
    }

    private static func license(of family: InstallPlan.Family) -> any Widget {
        guard let license = family.license else {
            let text = Label(tr("The font does not state a licence."))
            text.wraps = true
            text.addClass("dim-label")
            return text
        }
        let text = Label(license)
        text.wraps = true
        text.isSelectable = true
        text.setMargins(all: 12)
        let child = ListBoxRow(text)
        child.set(isSelectable: false)
        child.set(isActivatable: false)
        let row = ExpanderRow(tr("Licence"))
        row.add(child)
        let list = ListBox(.nothing)
        list.addClass("boxed-list")
        list.setAccessibleLabel(tr("Licence"))
        list.append(row)
        return list
    }
}
