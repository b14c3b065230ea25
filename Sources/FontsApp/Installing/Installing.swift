internal import FontsModel
internal import Foundation
internal import Gtk

/// Installing of files, folders and archives.
@UI
enum Installing {
    static let actions = [
        AppAction(name: "install", keys: ["<Control>o"]) { choose(.open, in: $0) },
        AppAction(name: "install-folder", keys: ["<Control><Shift>o"]) { choose(.folder, in: $0) },
    ]

    /// Opens the sheet for files that were given.
    static func open(_ files: [File], in session: AppSession) {
        // An address keeps all bytes of a path, and says of a file of another computer that it is one.
        let sources = files.compactMap { URL(string: $0.uri) }
        guard !sources.isEmpty else { return }
        guard let library = session.library else {
            if let failure = session.failure { session.report(failure) }
            return
        }
        let sheet = InstallSheet(sources, library, in: session)
        sheet.present()
    }

    /// Takes drops of files on a widget.
    static func acceptDrops(on widget: any Widget, in session: AppSession) {
        widget.onDrop { [weak session] files in
            guard let session, !files.isEmpty else { return false }
            // The drag ends before a window covers the place of the drop.
            UI.whenIdle { open(files, in: session) }
            return true
        }
    }

    private static func choose(_ purpose: FileChooser.Purpose, in session: AppSession) {
        let isFolder = purpose == .folder
        let chooser = FileChooser(
            purpose, title: isFolder ? tr("Install the Fonts of Folders") : tr("Install Fonts"),
            parent: session.window?.window, accept: tr("_Open"))
        chooser.selectsSeveral = true
        chooser.set(
            folder: session.windowState.installFolder(downloads: UserDirectory.downloads, home: UserDirectory.home) {
                URL(filePath: $0).isFolder
            })
        if !isFolder {
            chooser.add(
                FileChooser.Filter(
                    tr("Fonts and archives"),
                    suffixes: [
                        "ttf", "otf", "ttc", "otc", "woff", "woff2", "zip", "7z", "tar", "gz", "tgz", "xz", "txz",
                        "bz2",
                        "zst", "deb",
                    ]))
            chooser.add(FileChooser.Filter(tr("All files"), types: ["application/octet-stream"]))
        }
        Task { @UI in
            let files = await chooser.files()
            if let path = files.first?.path {
                session.windowState.installFolder = URL(filePath: path).deletingLastPathComponent().path
            }
            open(files, in: session)
        }
    }
}

extension URL {
    fileprivate var isFolder: Bool { (try? resourceValues(forKeys: [.isDirectoryKey]).isDirectory) ?? false }
}
