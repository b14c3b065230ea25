internal import FontFiles
internal import FontModel
internal import FontPictures
internal import FontRegistry
internal import FontsModel
internal import Gtk

/// A font whose name is taken: both fonts side by side, and what becomes of them.
@UI
final class ConflictView: Widget {
    nonisolated let reference: Reference
    /// Called when a person decides.
    var onChoice: (@UI (InstallPlan.ConflictRow.ID, InstallPlan.Choice) -> Void)?

    private let id: InstallPlan.ConflictRow.ID
    private var choices: [(choice: InstallPlan.Choice, button: CheckButton, connection: Connection)] = []

    init(_ conflict: InstallPlan.ConflictRow, isExpanded: Bool, in session: AppSession) {
        id = conflict.id
        let older = Label(tr("Older"))
        older.addClass("warning")
        let pictures = FlowBox(columns: 1...2, spacing: 12)
        pictures.setHomogeneous(true)
        // Without a control in it, a flow box keeps the focus from what follows.
        pictures.canFocus = false
        // One text for both; the new font stands for the old one, whose characters are not known here.
        let text = conflict.item.coverage?.covers(conflict.offeredTitle) ?? false ? conflict.offeredTitle : nil
        pictures.append(Self.installed(conflict, text, in: session))
        pictures.append(
            Self.side(
                tr("New font"), conflict.offeredTitle, conflict.conflict.offeredRevision,
                FontPictureView.make(
                    tr("the new font"), text: text, axes: conflict.offered?.axes ?? [:], in: session
                ) { [path = conflict.id] in
                    [.path(path)]
                }))
        let buttons = Box(.vertical, spacing: 6, role: .radioGroup)
        buttons.setAccessibleLabel(conflict.offeredTitle)
        buttons.setMargins(top: 12)
        reference =
            DisclosureCard.make(
                conflict.offeredTitle, subtitle: conflict.sentence, mark: conflict.conflict.isOlder ? older : nil,
                isOpen: isExpanded, hidden: [pictures], shown: [buttons]
            ).reference
        for choice in InstallPlan.Choice.allCases {
            let button = CheckButton(choice.title)
            button.group(with: choices.first?.button)
            button.isChecked = choice == conflict.choice
            let connection = button.onToggle { [weak self] in self?.toggled(choice) }
            choices.append((choice, button, connection))
            buttons.append(button)
        }
    }

    func show(_ choice: InstallPlan.Choice) {
        // Checking one takes the check from another: none of the handlers may see it half done.
        silently(choices[...]) {
            for entry in self.choices where entry.choice == choice { entry.button.isChecked = true }
        }
    }

    private func silently(
        _ rest: ArraySlice<(choice: InstallPlan.Choice, button: CheckButton, connection: Connection)>,
        _ change: @UI () -> Void
    ) {
        guard let first = rest.first else { return change() }
        first.connection.silently { silently(rest.dropFirst(), change) }
    }

    private func toggled(_ choice: InstallPlan.Choice) {
        guard choices.contains(where: { $0.choice == choice && $0.button.isChecked }) else { return }
        onChoice?(id, choice)
    }

    private static func installed(_ row: InstallPlan.ConflictRow, _ text: String?, in session: AppSession) -> any Widget
    {
        let (manager, registration, file) = (session.manager, row.conflict.registration, row.conflict.file)
        let picture = FontPictureView.make(
            tr("the installed font"), text: text, axes: row.installed?.axes ?? [:], in: session
        ) {
            () async throws(FontError) -> [FontSource] in
            if let registration, let manager {
                return [.opened(try await manager.open(registration), name: registration.file)]
            }
            return file.map { [.path($0)] } ?? []
        }
        let title = registration == nil ? tr("Other file") : tr("Installed font")
        return side(title, row.installedTitle, row.conflict.installedRevision, picture)
    }

    private static func side(_ title: String, _ name: String, _ revision: Double?, _ picture: any Widget) -> any Widget
    {
        let heading = Label(title)
        heading.addClass("heading")
        let version = revision.map {
            tr("{name}, version {version}", ["name": name, "version": NumberText.version($0)])
        }
        let text = Label(version ?? name)
        text.wraps = true
        text.addClass("dim-label")
        return Box(.vertical, spacing: 6, [heading, picture, text])
    }
}
