internal import FontModel
internal import FontsModel
internal import Gtk

/// The styles below a family of the list.
@UI
final class ExpandedFamily {
    let list: ListStore<ListItem>
    /// The revision of the row when the styles were read; nil before.
    var revision: Int?
    var details: FamilyDetails?

    init(_ family: String) { list = ListStore([.loading(family)]) }
}

extension FamilyListView {
    /// The list below an element; nil if it has none.
    func children(of item: ListItem) -> ListStore<ListItem>? {
        guard case .family(let family) = item, family.row.styleCount > 1 else { return nil }
        if let known = styles[family.row.id] { return known.list }
        let made = ExpandedFamily(family.row.id)
        styles[family.row.id] = made
        return made.list
    }

    /// Reads the styles of a family that is expanded.
    func load(stylesOf family: String) {
        guard let expanded = styles[family], let library = session.library,
            let row = session.state.snapshot?.row(family), expanded.revision != row.revision
        else { return }
        expanded.revision = row.revision
        Task { @UI [weak self] in
            do throws(FontError) {
                let details = try await DetailsReader(library).family(family)
                guard let self, expanded.revision == row.revision else { return }
                expanded.details = details
                show(stylesOf: row, expanded)
            } catch {
                expanded.revision = nil
                self?.session.report(error)
            }
        }
    }

    /// Follows changes of families that are expanded, and of the sample text.
    func updateStyles() {
        for (family, expanded) in styles {
            guard let row = session.state.snapshot?.row(family) else {
                styles[family] = nil
                continue
            }
            if expanded.revision != nil, expanded.revision != row.revision {
                load(stylesOf: family)
            } else {
                show(stylesOf: row, expanded)
            }
        }
    }

    private func show(stylesOf row: FamilyRow, _ expanded: ExpandedFamily) {
        guard let details = expanded.details else { return }
        let text = visible.text(of: row, sample: session.windowState.sampleText).text
        let size = session.windowState.sampleSize
        // Two files may have one style.
        var known: Set<String> = []
        isChanging = true
        expanded.list.set(
            details.styles.filter { known.insert($0.id).inserted }.map { style in
                .style(
                    StyleItem(
                        family: row.id, style: style, file: details.files[style.file], revision: row.revision,
                        text: text, size: size))
            })
        isChanging = false
    }

    /// Turns the file of a style on or off; the row shows the former state again if that fails.
    func turn(_ item: StyleItem, isOn: Bool, failed: @escaping @UI () -> Void) {
        guard let commands = session.commands else { return failed() }
        let command = item.file.switching(isOn: isOn)
        Task { @UI [session] in
            do throws(FontError) {
                let result = try await commands.run(command)
                session.tell(result)
                if result.operation == nil { failed() }
            } catch {
                session.report(error)
                failed()
            }
        }
    }
}
