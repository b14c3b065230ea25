/// A family of a catalogue in the list, with what is going on with it.
package struct CatalogItem: Sendable, Hashable, Identifiable {
    /// What is known of a family on this machine.
    package enum Status: Sendable, Hashable {
        case offered
        /// Programs have it, from wherever it came.
        case present
        /// It is not offered any more, for a reason.
        case withdrawn(String)
        case preparing
        case downloading(received: Int64, total: Int64)
        /// The server sends nothing at present.
        case stalled(received: Int64, total: Int64)
        /// The user stopped it; what arrived is kept.
        case stopped
    }

    package var row: CatalogRow
    package var status: Status

    package init(row: CatalogRow, status: Status) {
        self.row = row
        self.status = status
    }

    /// - Parameters:
    ///   - isPresent: Whether a family of this name is there.
    ///   - download: The status of a download of it; nil if there is none.
    package init(_ row: CatalogRow, isPresent: Bool, download: Status?) {
        let known: Status = isPresent ? .present : row.withdrawal.map { .withdrawn($0) } ?? .offered
        self.init(row: row, status: download ?? known)
    }

    package var id: String { row.id }

    /// The styles, the category and what is going on, for a screen reader with the name.
    package var spoken: String {
        [row.title, row.subtitle, statusText].compactMap(\.self).joined(separator: ", ")
    }

    /// The status in a word; nil if there is nothing to say.
    package var statusText: String? {
        switch status {
        case .offered: nil
        case .present: tr("Installed")
        case .withdrawn: tr("Withdrawn")
        case .preparing: tr("Preparing…")
        case .downloading, .stalled: fraction.map(NumberText.percent)
        case .stopped: tr("Stopped")
        }
    }

    /// What happens in a sentence; nil if there is nothing to say.
    package var statusSentence: String? {
        switch status {
        case .offered, .present: nil
        case .withdrawn(let reason): reason
        case .preparing: tr("The download is being prepared.")
        case .downloading(let received, let total):
            tr("{received} of {total}").filled([
                "received": NumberText.bytes(received), "total": NumberText.bytes(total),
            ])
        case .stalled: tr("The server sends nothing now. The download goes on when it does.")
        case .stopped: tr("What arrived is kept, and the download continues there.")
        }
    }

    /// The share that has arrived, from 0 to 1; nil unless it is downloaded.
    package var fraction: Double? {
        switch status {
        case .downloading(let received, let total), .stalled(let received, let total):
            total > 0 ? min(1, Double(received) / Double(total)) : 0
        case .preparing: 0
        default: nil
        }
    }

    /// Whether a download runs.
    package var isRunning: Bool { fraction != nil }
}

extension CatalogItem.Status {
    /// The status of a download; nil at its end.
    package init?(_ state: FontDownload.State) {
        switch state {
        case .preparing: self = .preparing
        case .downloading(let received, let total): self = .downloading(received: received, total: total)
        case .stalled(let received, let total): self = .stalled(received: received, total: total)
        case .finished: return nil
        }
    }
}

extension CatalogFamilyPage {
    /// The facts of the page as titles and values.
    package func facts(of row: CatalogRow) -> [(title: String, value: String)] {
        var facts: [(String, String)] = []
        if !designers.isEmpty { facts.append((tr("Designers"), designers.joined(separator: ", "))) }
        if !styles.isEmpty { facts.append((tr("Styles"), styles.joined(separator: ", "))) }
        if let category = row.category { facts.append((tr("Category"), category.title)) }
        let languages = row.languages.map { LanguageName.text($0) }.sorted()
        if !languages.isEmpty {
            let named = languages.prefix(12).joined(separator: ", ")
            let others = languages.count - 12
            facts.append(
                (
                    tr("Languages"),
                    others > 0
                        ? trn("{names} and {count} more", "{names} and {count} more", others).filled(["names": named])
                        : named
                ))
        }
        if row.isVariable { facts.append((tr("Axes"), row.axes.joined(separator: ", "))) }
        facts.append((tr("Version"), row.version))
        facts.append((tr("Download"), NumberText.bytes(row.size)))
        let license = LicenseName.text(license)
        let licence =
            requiresAgreement ? tr("{license}, to which you must agree").filled(["license": license]) : license
        facts.append((tr("Licence"), licence))
        return facts
    }
}
