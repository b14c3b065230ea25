internal import FontFiles
internal import FontModel
internal import FontSpecimens
internal import FontsModel
internal import Foundation
internal import Gtk

/// The menu of a family's page: what changes the family, and what leaves the application, as pictures, paper and style sheets.
@UI
final class FamilyOutputs {
    let menu = Menu()
    /// The entries that depend on the family.
    private let changes = Menu()
    private let state: FamilyState
    private let group = ActionGroup()
    /// Makes the captions of printed pages.
    private let area = DrawingArea()
    private weak var owner: Box?

    /// The actions with their keys; menus and keys start the same.
    private var actions: [(name: String, keys: String, run: @UI (FamilyOutputs) -> Void)] {
        [
            ("export-pdf", "<Control><Alt>p", { $0.export(.pdf) }),
            ("export-svg", "<Control><Alt>s", { $0.export(.svg) }),
            ("export-png", "<Control><Alt>g", { $0.export(.png) }), ("print", "<Control>p", { $0.print() }),
            ("copy-css", "<Control><Shift>c", { $0.copyCSS() }),
        ]
    }

    /// The keys as the window of shortcuts lists them.
    static var shortcuts: [(String, String)] {
        [
            ("<Control><Alt>p", tr("Export as PDF")), ("<Control><Alt>s", tr("Export as SVG")),
            ("<Control><Alt>g", tr("Export as PNG")), ("<Control>p", tr("Print")),
            ("<Control><Shift>c", tr("Copy CSS")),
        ]
    }

    init(_ state: FamilyState, in owner: Box) {
        self.state = state
        self.owner = owner
        menu.append(section: changes)
        let pictures = Menu()
        pictures.append(tr("Export as _PDF…"), action: "family.export-pdf")
        pictures.append(tr("Export as _SVG…"), action: "family.export-svg")
        pictures.append(tr("Export as P_NG…"), action: "family.export-png")
        menu.append(section: pictures)
        let others = Menu()
        others.append(tr("P_rint…"), action: "family.print")
        others.append(tr("Copy _CSS"), action: "family.copy-css")
        menu.append(section: others)
        for action in actions {
            group.add(SimpleAction(action.name) { [weak self] in self.map(action.run) })
            owner.add(
                Shortcut(keys: action.keys, scope: .global) { [weak self] in
                    guard let self, self.state.style != nil, self.owner?.isMapped == true else { return false }
                    action.run(self)
                    return true
                })
        }
        group.add(SimpleAction("favourite") { [weak self] in self?.toggleFavourite() })
        group.add(SimpleAction("remove") { [weak self] in self?.remove() })
        owner.add(group, prefix: "family")
        state.observe(self) { outputs, change in if case .style = change { outputs.showChanges() } }
        state.session.follow(self) { outputs, _ in outputs.showChanges() }
    }

    // MARK: Changes

    private var favourites: Set<String> {
        state.session.state.snapshot?.members[FontCollection.favourites] ?? []
    }

    /// Shows the changes that have an effect on the family.
    private func showChanges() {
        guard let family = state.family, let row = state.session.state.snapshot?.row(family.id) else { return }
        let choices = MenuChoices([row], favourites: favourites)
        guard choices != shownChoices else { return }
        shownChoices = choices
        changes.removeAll()
        changes.append(
            choices.areFavourites ? tr("Remove from Fa_vourites") : tr("Add to Fa_vourites"), action: "family.favourite"
        )
        if choices.removes { changes.append(tr("_Remove"), action: "family.remove") }
    }
    private var shownChoices: MenuChoices?

    private func toggleFavourite() {
        guard let family = state.family else { return }
        state.session.run(MenuChoices.favourite([family.id], in: favourites))
    }

    private func remove() {
        guard let family = state.family else { return }
        state.session.run(.removeFamilies([family.id]))
    }

    private var window: (any Window)? { state.session.window?.window }

    private var picture: StylePicture? {
        state.style.map { StylePicture($0, state.settings, sample: state.sample) }
    }

    // MARK: Files

    private func export(_ format: Specimen.Format) {
        guard let picture else { return }
        let chooser = FileChooser(.save, title: tr("Export the Specimen"), parent: window, accept: tr("_Export"))
        chooser.set(name: picture.fileName(format))
        let name = tr("{format} files", ["format": format.rawValue.uppercased()])
        chooser.add(FileChooser.Filter(name, suffixes: [format.rawValue]))
        Task { @UI [weak self, session = state.session, library = state.library] in
            guard let path = await chooser.files().first?.path, self != nil else { return }
            do throws(FontError) {
                let drawn = try await picture.drawn(format, from: library, isLabelled: true)
                try await BlockingWork.perform { () throws(FontError) in try ExportedPicture.write(drawn, to: path) }
                let toast = Toast(tr("The specimen was exported."))
                toast.set(button: tr("_Open")) {
                    Task { @UI in _ = await Launcher.open(uri: File(path: path).uri) }
                }
                session.window?.show(toast)
            } catch {
                ErrorDialog.present(.ofExport(error), in: session)
            }
        }
    }

    // MARK: Paper

    private func print() {
        guard let style = state.style, let family = state.family else { return }
        let title = "\(family.title) \(state.settings.title(of: style))"
        Task { @UI [weak self, settings = state.settings, sample = state.sample, session = state.session] in
            guard let self else { return }
            let page: SpecimenPaper
            let heading = StylePicture(style, settings, sample: sample).heading
            // The window's own layouts are in the font of interfaces.
            let captions = { @UI [area] (text: String) in area.text(text) }
            switch await state.fonts.drawing(of: style) {
            case .fonts(let map) where !settings.isVertical:
                page = SpecimenPaper(
                    style, map, settings, sample: sample, title: title, heading: captions(heading), captions: captions)
            case .fonts, .preview:
                do throws(FontError) {
                    let request = StylePicture(style, settings, sample: sample)
                    let drawn = try await request.drawn(.png, from: state.library, scale: SpecimenPaper.sharpness)
                    guard let texture = Texture(drawn.bytes) else { return }
                    page = SpecimenPaper(texture, title: title, heading: captions(heading))
                } catch {
                    return session.report(error)
                }
            case .failed(let error): return session.report(error)
            }
            if case .failed(let reason) = await page.print(parent: window) {
                session.window?.show(Toast(PrintFailure.text(title, reason: reason), seconds: Toast.undoable))
            }
        }
    }

    // MARK: Style sheets

    private func copyCSS() {
        guard let style = state.style else { return }
        Clipboard.copy(state.settings.css(of: style))
        state.session.window?.show(Toast(tr("The CSS of the style was copied."), seconds: 2))
    }
}
