package import FontModel
import FontRegistry
package import Foundation

/// What a sheet shows before installing, and what the user decides there.
package struct InstallPlan: Sendable, Hashable {
    /// What becomes of a font whose name is taken.
    package enum Choice: String, Sendable, Hashable, CaseIterable {
        case keep, replace
        case installOff = "install-off"

        package var title: String {
            switch self {
            case .keep: tr("Keep Installed Font")
            case .replace: tr("Replace")
            case .installOff: tr("Install Turned Off")
            }
        }
    }

    /// A font whose name is taken.
    package struct ConflictRow: Sendable, Hashable, Identifiable {
        package var item: ExaminedItem
        package var conflict: ExaminedItem.Conflict
        package var choice: Choice

        package var id: String { item.id }

        /// Which of the fonts is older, as a sentence.
        package var sentence: String {
            guard let installed = conflict.installedRevision, let offered = conflict.offeredRevision else {
                return conflict.registration == nil
                    ? tr("Another of the files has this name.") : tr("Another font has this name.")
            }
            let text =
                conflict.isOlder
                ? tr("The file is older: version {offered}, installed is {installed}.")
                : offered == installed
                    ? tr("Both have version {installed}.")
                    : tr("The file is newer: version {offered}, installed is {installed}.")
            return text.filled([
                "offered": NumberText.version(offered),
                "installed": NumberText.version(installed),
            ])
        }
    }

    /// The new fonts of one family.
    package struct Family: Sendable, Hashable, Identifiable {
        package var id: String
        package var items: [ExaminedItem]

        /// The styles, each once, the regular one first.
        package var styles: [String] {
            let styles = items.flatMap(\.styles).unique
            return styles.filter { $0 == "Regular" } + styles.filter { $0 != "Regular" }
        }

        package var subtitle: String {
            trn("{count} style: {names}", "{count} styles: {names}", styles.count)
                .filled(["names": ListText.names(styles)])
        }

        package var findings: [FindingText] { FindingText.texts(of: items.flatMap(\.findings)) }

        /// The licence as the fonts state it; nil if they do not.
        package var license: String? {
            items.lazy.compactMap { $0.details?.text(.license) }.first.map(DisplayText.harmless)
        }

        /// Version and designer, as far as the fonts state them, and the size.
        package var facts: [String] {
            let face = items.first?.faces.first
            let designer = items.lazy.compactMap { $0.details?.text(.designer) }.first
            let size = items.compactMap(\.size).reduce(0, +)
            return [
                face.map { tr("Version {number}").filled(["number": NumberText.version($0.revision)]) },
                designer.map { DisplayText.clean($0) }, size > 0 ? NumberText.bytes(Int64(size)) : nil,
            ].compactMap(\.self)
        }
    }

    /// What was dropped or chosen.
    package let sources: [URL]
    package private(set) var items: [ExaminedItem] = []
    private var allConflicts: [ConflictRow] = []
    /// The number of files that were read, and of those that are known.
    package private(set) var completed = 0
    package private(set) var total = 0
    package private(set) var isExamined = false
    /// The error that ended the examination.
    package private(set) var failure: FontError?
    /// Whether web fonts are unpacked and installed.
    package var installsWebFonts = false

    /// Whether the fonts stay, or go with the login session.
    package let scope: FontScope

    package init(_ sources: [URL], scope: FontScope = .persistent) { (self.sources, self.scope) = (sources, scope) }

    /// Takes a step of the examination.
    package mutating func add(_ event: ExaminationEvent) {
        switch event {
        case .progress(let completed, let total): (self.completed, self.total) = (completed, total)
        case .item(let item): add(item)
        case .ended: isExamined = true
        case .failed(let error): (failure, isExamined) = (error, true)
        }
    }

    private mutating func add(_ item: ExaminedItem) {
        items.append(item)
        guard case .conflict(let conflict) = item.outcome else { return }
        allConflicts.append(ConflictRow(item: item, conflict: conflict, choice: .keep))
    }

    /// The conflicts of the fonts that are to be installed.
    package var conflicts: [ConflictRow] { allConflicts.filter { isWanted($0.item) } }

    /// Whether a font is among those to install, which web fonts are on request.
    private func isWanted(_ item: ExaminedItem) -> Bool { installsWebFonts || !item.isWebFont }

    /// Decides about a conflict; fonts of one archive are decided together.
    package mutating func choose(_ choice: Choice, for id: ConflictRow.ID) {
        guard let source = allConflicts.first(where: { $0.id == id })?.item.source else { return }
        for place in allConflicts.indices where allConflicts[place].item.source == source {
            allConflicts[place].choice = choice
        }
    }

    package mutating func chooseForAll(_ choice: Choice) {
        for place in allConflicts.indices { allConflicts[place].choice = choice }
    }

    /// What is registered: all that was given, without single web fonts that are not wanted.
    package var givenFiles: [URL] {
        let unwanted = Set(items.filter { !isWanted($0) }.map(\.id))
        return sources.filter { !unwanted.contains($0.path(percentEncoded: false)) }
    }

    // MARK: What the sheet shows

    /// The families with fonts that are new, or that are turned on again, in order.
    package var families: [Family] {
        var families: [Family] = []
        var places: [String: Int] = [:]
        for item in items where isWanted(item) && (item.outcome == .new || item.outcome == .present(isOn: false)) {
            if let place = places[item.title] {
                families[place].items.append(item)
            } else {
                places[item.title] = families.count
                families.append(Family(id: item.title, items: [item]))
            }
        }
        return families
    }

    package var webFonts: [ExaminedItem] {
        items.filter { item in
            if case .refused = item.outcome { return false }
            return item.isWebFont
        }
    }

    /// The fonts that are installed and turned on already.
    package var present: [ExaminedItem] { items.filter { isWanted($0) && $0.outcome == .present(isOn: true) } }

    /// What is installed already, as a sentence; nil if nothing is.
    package var presentSentence: String? {
        guard !present.isEmpty else { return nil }
        let names = present.map(\.title).unique
        let fonts = trn("{count} font is installed already", "{count} fonts are installed already", present.count)
        return tr("{fonts}: {names}.").filled(["fonts": fonts, "names": ListText.names(names)])
    }

    /// What is left out since another form of it is installed, as a sentence; nil if nothing is.
    package var skippedSentence: String? {
        let skipped = items.filter { isWanted($0) && $0.outcome == .skipped }
        guard !skipped.isEmpty else { return nil }
        return trn(
            "{count} file is left out, as another file has its styles: {names}.",
            "{count} files are left out, as other files, such as a variable font, have their styles: {names}.",
            skipped.count
        ).filled(["names": ListText.names(skipped.map(\.fileName))])
    }

    /// What cannot be installed, by reason.
    package var refused: [FailureGroup] {
        FailureGroup.groups(
            items.compactMap { item in if case .refused(let error) = item.outcome { (item.id, error) } else { nil } })
    }

    /// Whether installing would change anything.
    package var canInstall: Bool {
        isExamined && failure == nil
            && (!families.isEmpty || conflicts.contains { $0.choice != .keep })
    }

    /// What the sheet is about, as one line.
    package var title: String {
        if let failure { return ErrorText(failure).title }
        guard isExamined else { return tr("Reading Fonts…") }
        let families = families
        if families.count == 1 { return families[0].id }
        guard families.isEmpty else {
            return trn("{count} Family", "{count} Families", families.count)
        }
        if !conflicts.isEmpty { return tr("Another Font Has This Name") }
        if !webFonts.isEmpty { return tr("Web Fonts") }
        return present.isEmpty ? tr("Nothing to Install") : tr("Already Installed")
    }
}
