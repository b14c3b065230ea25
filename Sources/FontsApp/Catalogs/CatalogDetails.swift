internal import FontModel
internal import FontsModel
internal import Foundation
internal import Gtk

/// All that a catalogue says of a family, with its picture, and the button that downloads it.
@UI
final class CatalogDetails: Widget {
    nonisolated let reference: Reference
    private unowned let session: AppSession
    private let downloads: CatalogDownloads
    private let stack = Stack()
    private let title = Label(role: .heading)
    private let subtitle = Label()
    private let status = Label(role: .status)
    private let progress = ProgressBar()
    private let start = Button(tr("_Download"))
    private let stop = Button(tr("_Stop"))
    private let contents = Box(.vertical, spacing: 18)
    private let back = Button(icon: "go-previous-symbolic", hint: tr("Back to the list"))
    private var shown: CatalogItem?

    /// The ground of pictures, whose letters are dark whatever the desktop looks like.
    private static let paper = StyleSheet(".fontd-paper { background: white; padding: 12px; }")

    private enum Part: String {
        case none, family
    }

    init(_ session: AppSession, _ downloads: CatalogDownloads, onBack: @escaping @UI () -> Void) {
        self.session = session
        self.downloads = downloads
        reference = stack.reference
        stack.expandsHorizontally = true
        stack.add(
            StatusPage(
                icon: "folder-download-symbolic", title: tr("No Family Selected"),
                text: tr("Choose a family to see its picture, its size and its licence.")), name: Part.none.rawValue)
        title.addClass("title-1")
        title.wraps = true
        subtitle.addClass("dim-label")
        subtitle.wraps = true
        status.wraps = true
        start.addClass("suggested-action")
        back.isFlat = true
        let names = Box(.vertical, spacing: 4, [title, subtitle])
        names.expandsHorizontally = true
        let buttons = Box(.horizontal, spacing: 6, [start, stop])
        buttons.verticalAlign = .center
        let head = Box(.horizontal, spacing: 12, [back, names, buttons])
        back.verticalAlign = .start
        let column = Box(.vertical, spacing: 12, [head, progress, status, contents])
        let clamp = Clamp(column, width: 720)
        clamp.setMargins(top: 18, bottom: 18, start: 12, end: 12)
        stack.add(ScrolledWindow(clamp), name: Part.family.rawValue)
        back.onClick { onBack() }
        start.onClick { [weak self] in self?.download() }
        stop.onClick { [weak self] in self?.shown.map { self?.downloads.stop($0.id) } }
    }

    /// Whether a button leads back to the list, as in a narrow window.
    func set(isAlone: Bool) { back.isVisible = isAlone }

    func focus() { _ = start.isVisible ? start.grabFocus() : back.grabFocus() }

    /// Shows a family; nil shows that none is selected.
    func show(_ item: CatalogItem?) {
        let isOther = item?.id != shown?.id
        shown = item
        guard let item else { return stack.visible = Part.none.rawValue }
        stack.visible = Part.family.rawValue
        title.text = item.row.title
        subtitle.text = item.row.subtitle
        progress.isVisible = item.isRunning
        progress.fraction = item.fraction ?? 0
        progress.setAccessibleLabel(tr("Download of {name}", ["name": item.row.title]))
        status.text = item.statusSentence ?? ""
        status.isVisible = item.statusSentence != nil
        stop.isVisible = item.isRunning
        showStart(item)
        if isOther { load(item.row) }
    }

    private func showStart(_ item: CatalogItem) {
        start.isVisible = !item.isRunning
        switch item.status {
        case .present:
            start.label = tr("Installed")
            start.isSensitive = false
        case .withdrawn:
            start.label = tr("Withdrawn")
            start.isSensitive = false
        case .stopped:
            start.label = tr("_Resume")
            start.isSensitive = true
        default:
            start.label = tr("_Download")
            start.isSensitive = true
        }
    }

    private func download() {
        guard let row = shown?.row else { return }
        downloads.start(row)
        stop.grabFocus()
    }

    // MARK: Page

    private func load(_ row: CatalogRow) {
        contents.removeAll()
        guard let catalogs = session.catalogs else { return }
        let spinner = Spinner()
        spinner.isSpinning = true
        spinner.setAccessibleLabel(tr("Reading…"))
        contents.append(spinner)
        Task { @UI [weak self] in
            do throws(FontError) {
                let page = try await catalogs.page(of: row)
                guard let self, shown?.id == row.id else { return }
                contents.removeAll()
                if let page { fill(page, of: row) }
            } catch {
                guard let self, shown?.id == row.id else { return }
                contents.removeAll()
                let text = ErrorText(error)
                let label = Label(text.title + ". " + text.body)
                label.wraps = true
                contents.append(label)
            }
        }
    }

    private func fill(_ page: CatalogFamilyPage, of row: CatalogRow) {
        // The picture was drawn by the publisher, who signed it; of a font that is not here nothing is drawn.
        if let bytes = page.picture, let texture = Texture(bytes) {
            let picture = Picture(texture, description: tr("Sample of {name}", ["name": row.title]))
            picture.setLeastSize(height: min(200, max(48, texture.height / 2)))
            let card = Box(.vertical, [picture])
            card.addClass("card")
            _ = Self.paper
            card.addClass("fontd-paper")
            contents.append(card)
        } else {
            if !page.sample.isEmpty, page.sample != row.family, page.sample != row.title {
                contents.append(paragraph(page.sample, "title-3"))
            }
            let note = paragraph(tr("The preview comes with the download."), "dim-label")
            contents.append(note)
        }
        if !page.description.isEmpty { contents.append(paragraph(page.description, nil)) }
        let facts = PreferencesGroup()
        for (title, value) in page.facts(of: row) {
            let line = ActionRow(title, subtitle: value)
            line.setLines(title: nil, subtitle: nil)
            facts.add(line)
        }
        contents.append(facts)
        if let homepage = page.homepage {
            let link = LinkButton(tr("Page of the Family"), uri: homepage.absoluteString)
            link.horizontalAlign = .start
            contents.append(link)
        }
    }

    private func paragraph(_ text: String, _ style: String?) -> Label {
        let label = Label(text)
        label.wraps = true
        label.isSelectable = true
        if let style { label.addClass(style) }
        return label
    }
}
