internal import FontCatalog
internal import FontModel
internal import FontRegistry
internal import FontsModel
internal import Foundation
internal import Gtk

/// What all views of the application share: the library and its state, the user's settings, and the ways to change the
/// library and to tell what happened.
@UI
final class AppSession {
    let application: Application
    /// The library; nil if not even its place is known, as with a variable that is not UTF-8 (``failure``).
    let library: (any FontLibrary)?
    let catalogs: (any CatalogLibrary)?
    let commands: LibraryCommands?
    let feed: LibraryFeed?
    /// The manager, for pictures and what no command of the model is for.
    let manager: FontManager?
    /// Why there is no library.
    let failure: FontError?

    /// What the library has; views get it by ``follow(_:)``.
    private(set) var state = LibraryState.loading
    /// The collections that have another name, which is their id, than in the state before: the old name and the new one.
    private(set) var renamedCollections: [String: String] = [:]
    /// The user's settings, written after each change.
    var settings: FontsSettings { didSet { save(settings, to: settingsFile) } }
    /// The main window's state, written when it closes.
    var windowState: WindowState

    weak var window: MainWindow?

    private var followers: [@UI (LibraryState) -> Bool] = []
    private var textFollowers: [@UI () -> Bool] = []
    private let settingsFile: DocumentFile
    private let stateFile: DocumentFile
    /// The files that could not be written, of which one toast tells.
    private var unwritten: Set<String> = []

    init(_ application: Application) {
        self.application = application
        let locale = FontsModel.Translation.locale
        settingsFile = DocumentFile(UserFolders.ofUser.configuration + "/" + FontsSettings.fileName)
        stateFile = DocumentFile(UserFolders.ofUser.state + "/" + WindowState.fileName)
        settings = FontsSettings(settingsFile)
        windowState = WindowState(stateFile)
        do throws(FontError) {
            var context = try RegistryContext.user(reading: .isolated)
            context.reportsUsers = true
            let manager = FontManager(provider: FontManager.userProvider, authority: .user, context: context)
            let catalogs = (try? FontCatalogs(manager)).map { ManagerCatalogs($0, locale: locale) }
            let library = ManagerLibrary(manager, in: context, locale: locale, catalogs: catalogs)
            self.manager = manager
            self.library = library
            self.catalogs = catalogs
            let feed = LibraryFeed(library, locale: locale)
            self.feed = feed
            // It is read beside the making of the window. Not earlier: a second instance, which only calls the first, would
            // end while fontconfig writes a cache, and leave its lock.
            Task(executorPreference: TaskExecution.executor) { await feed.start() }
            commands = LibraryCommands(library, shownBy: feed)
            failure = nil
        } catch {
            (library, catalogs, commands, feed, manager, failure) = (nil, nil, nil, nil, nil, error)
            state = .failed(error, last: nil)
        }
        start()
    }

    // MARK: State

    /// Gives a view the present state and each later one, as long as it lives.
    func follow<View: AnyObject>(_ view: View, _ handler: @escaping @UI (View, LibraryState) -> Void) {
        followers.append { [weak view] state in
            guard let view else { return false }
            handler(view, state)
            return true
        }
        handler(view, state)
    }

    /// Sets the user's sample text, and updates all views that show it.
    func use(sampleText text: String) {
        guard windowState.use(sampleText: text) else { return }
        textFollowers = textFollowers.filter { $0() }
    }

    /// Calls a function when the sample text changes, as long as the view exists.
    func followSampleText<View: AnyObject>(_ view: View, _ handler: @escaping @UI (View) -> Void) {
        textFollowers.append { [weak view] in
            guard let view else { return false }
            handler(view)
            return true
        }
    }

    private func start() {
        guard let feed else { return }
        Task { @UI [weak self] in
            for await state in feed.states {
                guard let self else { return }
                let before = self.state.snapshot
                self.state = state
                renamedCollections = before.flatMap { state.snapshot?.renamedCollections(since: $0) } ?? [:]
                if settings.mentions(renamedCollections) { settings.follow(renamedCollections) }
                followers = followers.filter { $0(state) }
            }
        }
    }

    func saveWindowState() {
        keep(stateFile) { file throws(FontError) in try windowState.write(to: file) }
    }

    private func save(_ settings: FontsSettings, to file: DocumentFile) {
        keep(file) { file throws(FontError) in try settings.write(to: file) }
    }

    /// Writes what is only remembered: that it cannot be kept interrupts no work.
    private func keep(_ file: DocumentFile, _ write: (DocumentFile) throws(FontError) -> Void) {
        do throws(FontError) {
            try write(file)
            unwritten.remove(file.path)
        } catch {
            guard unwritten.insert(file.path).inserted else { return }
            window?.show(Toast(file.unwrittenSentence))
        }
    }

    // MARK: Changing

    /// Runs a command and tells in a toast what happened, with a button that undoes it.
    func run(_ command: LibraryCommand) {
        guard let commands else { return }
        perform { () async throws(FontError) in try await commands.run(command) }
    }

    /// Undoes the last operation of this window.
    func undo() {
        guard let commands else { return }
        perform { () async throws(FontError) in try await commands.undoLast() }
    }

    func redo() {
        guard let commands else { return }
        perform { () async throws(FontError) in try await commands.redoLast() }
    }

    /// Starts an action of the application.
    func activate(_ action: String) { window?.window.activate(action: "app." + action) }

    /// Runs what has a result for a toast; nil tells nothing.
    func perform(_ body: @escaping @Sendable () async throws(FontError) -> CommandResult?) {
        Task { @UI in
            do throws(FontError) {
                if let result = try await body() { tell(result) }
            } catch {
                report(error)
            }
        }
    }

    // MARK: Telling

    /// Shows the result of a command in a toast, with a button to undo it or to show the failures.
    func tell(_ result: CommandResult) {
        let text = [result.sentence, result.restartSentence].compactMap(\.self).joined(separator: " ")
        let toast = Toast(text, seconds: result.operation == nil ? 5 : Toast.undoable)
        if let operation = result.operation, let commands {
            toast.set(button: tr("_Undo")) { [weak self] in
                self?.perform { () async throws(FontError) in try await commands.undo(operation) }
            }
        }
        // A toast has one button. What failed is a dialog if that is for undo, or if there is something to choose.
        let fitsToast = result.operation == nil && result.failures.allSatisfy(\.text.fitsToast)
        if fitsToast, !result.failures.isEmpty {
            toast.set(button: tr("_Details")) { [weak self] in
                if let self { ErrorDialog.present(result.failures, in: self) }
            }
        }
        window?.show(toast)
        if !fitsToast, !result.failures.isEmpty { ErrorDialog.present(result.failures, in: self) }
    }

    /// Shows an error: in a dialog if it has actions that help, else in a toast.
    func report(_ error: FontError) {
        let text = ErrorText(error)
        guard text.fitsToast, let window else { return ErrorDialog.present(error, in: self) }
        let toast = Toast(text.title, seconds: Toast.undoable)
        toast.set(button: tr("_Details")) { [weak self] in if let self { ErrorDialog.present(error, in: self) } }
        window.show(toast)
    }
}
