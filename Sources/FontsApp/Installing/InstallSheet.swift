internal import FontModel
internal import FontsModel
internal import Foundation
internal import Gtk

/// The sheet of an installation: what is about to be installed, its progress, and what became of it.
@UI
final class InstallSheet {
    private enum Page: String {
        case progress, plan, failure, report
    }

    private let session: AppSession
    private let library: any FontLibrary
    private let window: SheetWindow
    private let title = WindowTitle("")
    private let cancel = Button(tr("_Cancel"))
    private let install = Button(tr("_Install"))
    private let pages = Stack()
    private let progress = InstallProgressView()
    private let planPage = Bin()
    private let failurePage = Bin()
    private let reportPage = Bin()
    private var planView: InstallPlanView?
    private var plan: InstallPlan
    private var examination: Task<Void, Never>?
    private var run: InstallRun?

    init(_ sources: [URL], _ library: any FontLibrary, in session: AppSession) {
        self.session = session
        self.library = library
        plan = InstallPlan(sources)
        window = SheetWindow(parent: session.window?.window, title: tr("Install Fonts"))
        window.defaultSize = (480, 600)
        install.addClass("suggested-action")
        let bar = HeaderBar(title: title, start: [cancel], end: [install])
        bar.setWindowButtons(start: false, end: false)
        pages.add(progress, name: Page.progress.rawValue)
        pages.add(planPage, name: Page.plan.rawValue)
        pages.add(failurePage, name: Page.failure.rawValue)
        pages.add(reportPage, name: Page.report.rawValue)
        pages.expandsVertically = true
        window.set(content: Box(.vertical, [bar, pages]))
        window.closesWithEscape()
        window.setDefault(install)
        window.keep(self)
        cancel.onClick { [weak self] in self?.window.close() }
        install.onClick { [weak self] in self?.begin() }
        window.onClose { [weak self] in self?.mayClose() ?? true }
    }

    func present() {
        examine()
        window.present()
    }

    /// What is installed stays, and the report says so: the sheet closes after it.
    private func mayClose() -> Bool {
        guard let run else {
            examination?.cancel()
            return true
        }
        run.stop()
        cancel.isSensitive = false
        progress.show(tr("Stopping…"))
        return false
    }

    private func show(_ page: Page, title text: String) {
        pages.visible = page.rawValue
        title.title = text
        install.isVisible = page == .plan
    }

    // MARK: Before

    private func examine(for scope: FontScope = .persistent) {
        examination?.cancel()
        let installsWebFonts = plan.installsWebFonts
        plan = InstallPlan(plan.sources, scope: scope)
        plan.installsWebFonts = installsWebFonts
        show(.progress, title: plan.title)
        progress.show(tr("Reading the fonts…"))
        let events = library.examine(plan.sources, scope: scope)
        examination = Task { @UI [weak self] in
            for await event in events {
                guard let self, !Task.isCancelled else { return }
                plan.add(event)
                progress.show(completed: plan.completed, of: plan.total)
            }
            guard let self, !Task.isCancelled else { return }
            showPlan()
        }
    }

    private func showPlan() {
        if let failure = plan.failure { return show(failure) }
        let view = InstallPlanView(plan, in: session, of: window)
        view.onChange = { [weak self] plan in self?.update(plan) }
        view.onScope = { [weak self] scope in self?.examine(for: scope) }
        planView = view
        planPage.set(child: view)
        show(.plan, title: plan.title)
        update(plan)
        if plan.canInstall { install.grabFocus() } else { cancel.grabFocus() }
    }

    private func update(_ changed: InstallPlan) {
        plan = changed
        title.title = plan.title
        install.isSensitive = plan.canInstall
        let mayBecomePossible = !plan.conflicts.isEmpty || !plan.webFonts.isEmpty
        cancel.label = plan.canInstall || mayBecomePossible ? tr("_Cancel") : tr("_Close")
    }

    private func show(_ failure: FontError) {
        let text = ErrorText(failure)
        let actions = Box(.vertical, spacing: 6)
        actions.horizontalAlign = .center
        for action in text.actions {
            let button = Button(action.title)
            button.addClass("pill")
            button.onClick { [weak self] in self?.perform(action) }
            actions.append(button)
        }
        failurePage.set(
            child: StatusPage(icon: "dialog-warning-symbolic", title: text.title, text: text.body, child: actions))
        show(.failure, title: tr("Install Fonts"))
        cancel.label = tr("_Close")
    }

    private func perform(_ action: ErrorAction) {
        if case .retry = action { return examine(for: plan.scope) }
        window.close()
        ErrorActions.run(action, in: session)
    }

    // MARK: Installing

    private func begin() {
        guard plan.canInstall, run == nil else { return }
        let run = InstallRun(plan, in: library)
        self.run = run
        show(.progress, title: tr("Installing…"))
        progress.show(tr("Installing…"))
        cancel.label = tr("_Stop")
        cancel.grabFocus()
        // The task keeps the sheet, which closes after the report only.
        Task { @UI in
            for await event in run.events {
                switch event {
                case .progress(let completed, let total): progress.show(completed: completed, of: total)
                case .finished(let report): finish(report)
                }
            }
        }
    }

    private func finish(_ report: InstallReport) {
        run = nil
        let result = InstallResult(report, in: session)
        result.note()
        result.reveal()
        guard report.isWorthPage else {
            window.destroy()
            return result.tell()
        }
        let view = InstallReportView.make(report) { [weak self] in
            self?.window.destroy()
            result.undo()
        }
        reportPage.set(child: view)
        show(.report, title: tr("Report"))
        cancel.isSensitive = true
        cancel.label = tr("_Close")
        cancel.grabFocus()
    }
}

/// What an installation changed, for the toast and for undo.
@UI
struct InstallResult {
    private let report: InstallReport
    private weak var session: AppSession?

    init(_ report: InstallReport, in session: AppSession) { (self.report, self.session) = (report, session) }

    /// Puts the operations among those that Ctrl+Z takes back.
    func note() {
        guard let commands = session?.commands else { return }
        let operations = report.operations.reversed()
        Task { for operation in operations { await commands.note(operation) } }
    }

    /// Selects what was installed.
    func reveal() {
        if !report.families.isEmpty { session?.window?.reveal(report.families) }
    }

    func tell() {
        let restart = CommandResult(sentence: "", toRestart: report.toRestart).restartSentence
        let text = [report.sentence, restart].compactMap(\.self).joined(separator: " ")
        let toast = Toast(text, seconds: report.operations.isEmpty ? 5 : Toast.undoable)
        if !report.operations.isEmpty { toast.set(button: tr("_Undo")) { undo() } }
        session?.window?.show(toast)
    }

    /// Takes all operations of the installation back, the last one first.
    func undo() {
        guard let session, let commands = session.commands else { return }
        let operations = report.operations
        session.perform { () async throws(FontError) in
            var result: CommandResult?
            for operation in operations { result = try await commands.undo(operation) }
            return result
        }
    }
}
