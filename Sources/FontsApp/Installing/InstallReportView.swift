internal import FontsModel
internal import Gtk

/// What became of an installation, grouped by reason.
@UI
enum InstallReportView {
    /// - Parameter undo: Takes the installation back.
    static func make(_ report: InstallReport, undo: @escaping @UI () -> Void) -> any Widget {
        let title = text(report.sentence, role: .heading)
        title.addClass("title-2")
        let contents = Box(.vertical, spacing: 12, [title])
        contents.setMargins(top: 24, bottom: 24, start: 12, end: 12)
        let restart = CommandResult(sentence: "", toRestart: report.toRestart).restartSentence
        let failure = report.failure.map { ErrorText($0).body }
        // The list below has the reasons.
        for text in report.lines.dropLast(report.failures.count) + [failure, restart].compactMap(\.self) {
            contents.append(self.text(text))
        }
        contents.append(buttons(report, undo))
        if !report.failures.isEmpty {
            contents.append(FailureRows.make(report.failures, title: tr("Not installed")))
        }
        return ScrolledWindow(Clamp(contents))
    }

    private static func text(_ text: String, role: Role = .label) -> Label {
        Label(text, role: role).with { $0.wraps = true }
    }

    private static func buttons(_ report: InstallReport, _ undo: @escaping @UI () -> Void) -> any Widget {
        let copied = Label("", role: .status)
        copied.addClass("dim-label")
        let copy = Button(tr("_Copy Report"))
        copy.onClick {
            Clipboard.copy(report.text)
            copied.text = tr("The report was copied.")
        }
        let buttons = FlowBox(columns: 1...2)
        buttons.append(copy)
        if !report.operations.isEmpty {
            let button = Button(tr("_Undo"))
            button.onClick(undo)
            buttons.append(button)
        }
        return Box(.vertical, spacing: 6, [buttons, copied])
    }
}
