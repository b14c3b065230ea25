internal import FontFiles
internal import FontModel
internal import FontsModel
internal import Gtk

/// What the application does for the actions that errors propose.
@UI
enum ErrorActions {
    static func run(_ action: ErrorAction, in session: AppSession) {
        switch action {
        case .retry: Task { await session.feed?.retry() }
        case .repairStore: repair(in: session)
        case .chooseFile, .replace, .replaceByOlder: session.activate("install")
        case .showPermissions: session.window?.show(.programs)
        case .help: session.activate("help")
        case .turnOff(let id): session.run(.setFiles([.id(id)], title: tr("The font"), isOn: false))
        case .turnOn(let id): session.run(.setFiles([.id(id)], title: tr("The font"), isOn: true))
        case .showLargest: session.window?.show(.library)
        case .openStoreFolder: open(File(path: UserFolders.ofUser.data + "/fontd"))
        case .openFile(let path): open(File(path: path))
        case .freeSpace: open(File(path: "/"))
        case .update, .reinstall: start("org.gnome.Software.desktop")
        }
    }

    private static func open(_ file: File) { Task { @UI in _ = await Launcher.open(uri: file.uri) } }

    private static func start(_ program: String) {
        Task { @UI in _ = await Launcher.open(uri: "appstream://" + program) }
    }

    private static func repair(in session: AppSession) {
        guard let library = session.library else { return }
        Task { @UI in
            do throws(FontError) {
                _ = try await library.repairStore()
                await session.feed?.retry()
            } catch {
                session.report(error)
            }
        }
    }
}
