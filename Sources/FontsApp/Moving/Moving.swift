internal import FontModel
internal import FontsModel
internal import Foundation
internal import Gtk

/// Adoption of fonts in font folders, export and import.
@UI
enum Moving {
    static let actions = [
        AppAction(name: "adopt") { adopt(in: $0) },
        AppAction(name: "export", keys: ["<Control><Shift>e"]) { export(in: $0) },
        AppAction(name: "import", keys: ["<Control><Shift>i"]) { importFonts(in: $0) },
    ]

    // MARK: Adoption

    /// Asks before the files of font folders are moved.
    private static func adopt(in session: AppSession) {
        guard let library = session.library else { return }
        Task { @UI in
            do throws(FontError) {
                let plan = AdoptionPlan(try await library.adopt(isDryRun: true))
                guard plan.count > 0 else {
                    if plan.left.isEmpty { session.window?.show(Toast(plan.title)) }
                    if !plan.left.isEmpty { ErrorDialog.present(plan.left, in: session) }
                    return
                }
                let dialog = MessageDialog(parent: session.window?.window, heading: plan.title, body: plan.body)
                dialog.add(answer: "cancel", tr("_Cancel"))
                dialog.add(answer: "adopt", tr("_Manage"), look: .suggested)
                dialog.setDefault(answer: "adopt")
                dialog.setClosing(answer: "cancel")
                if !plan.left.isEmpty {
                    let list = FailureRows.make(plan.left, title: tr("Stay where they are"))
                    let scrolled = ScrolledWindow(list)
                    scrolled.setContentHeight(least: 120, most: 240)
                    scrolled.setPropagatesNaturalHeight(true)
                    dialog.set(content: scrolled)
                }
                if await dialog.answer() == "adopt" { session.run(.adopt) }
            } catch {
                session.report(error)
            }
        }
    }

    // MARK: Export

    private static func export(in session: AppSession) {
        guard let library = session.library else { return }
        let chooser = FileChooser(
            .save, title: tr("Export Fonts"), parent: session.window?.window, accept: tr("_Export"))
        chooser.set(name: tr("fonts") + ".tar")
        Task { @UI in
            guard let file = await chooser.files().first, let url = URL(string: file.uri) else { return }
            let running = Toast(tr("The fonts are being exported…"), seconds: 0)
            session.window?.show(running: running)
            do throws(FontError) {
                let exported = try await library.export(to: url)
                running.dismiss()
                let toast = Toast(MovingText.sentence(exported), seconds: 10)
                toast.set(button: tr("_Show in Folder")) {
                    Task { @UI in _ = await Launcher.showInFolder(file) }
                }
                session.window?.show(toast)
            } catch {
                running.dismiss()
                report(error, MovingText.failure(ofExport: error), in: session)
            }
        }
    }

    // MARK: Import

    private static func importFonts(in session: AppSession) {
        let chooser = FileChooser(
            .open, title: tr("Import Fonts"), parent: session.window?.window, accept: tr("_Import"))
        chooser.add(FileChooser.Filter(tr("Exported fonts"), suffixes: ["tar"]))
        chooser.add(FileChooser.Filter(tr("All files"), types: ["application/octet-stream"]))
        Task { @UI in
            guard let commands = session.commands, let file = await chooser.files().first,
                let url = URL(string: file.uri)
            else { return }
            do throws(FontError) {
                session.tell(try await commands.run(.importFonts(url)))
            } catch {
                report(error, MovingText.failure(ofImport: error), in: session)
            }
        }
    }

    /// Tells why a file was not written or read; other errors are those of the library.
    private static func report(_ error: FontError, _ text: MovingText?, in session: AppSession) {
        guard let text else { return session.report(error) }
        let dialog = MessageDialog(parent: session.window?.window, heading: text.title, body: text.body)
        dialog.add(answer: "close", tr("_Close"))
        dialog.present()
    }
}
