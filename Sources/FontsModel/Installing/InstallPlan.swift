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
        /// The file to register: the font itself, or the archive that holds it.
        package var source: String

        package var id: String { item.id }

        /// Which of the fonts is older, as a sentence.
        package var sentence: String {
            guard let installed = conflict.installedRevision, let offered = conflict.offeredRevision else {
                return tr("Another font has this name.")
            }
            let text =
                conflict.isOlder
                ? tr("The file is older: version {offered}, installed is {installed}.")
                : offered == installed
                    ? tr("Both have version {installed}.")
                    : tr("The file is newer: version {offered}, installed is {installed}.")
            return text.filled([
                "offered": NumberText.decimal(offered, places: 3),
                "installed": NumberText.decimal(installed, places: 3),
            ])
        }
    }

    /// The new fonts of one family.
    package struct Family: Sendable, Hashable, Identifiable {
        package var id: String
        package var items: [ExaminedItem]

        /// The styles, each once.
        package var styles: [String] { items.flatMap(\.styles).unique }

        package var subtitle: String {
            trn("{count} style: {names}", "{count} styles: {names}", styles.count)
                .filled(["names": ListText.names(styles)])
        }

        package var findings: [FindingText] { FindingText.texts(of: items.flatMap(\.findings)) }

        /// The licence as the fonts state it; nil if they do not.
        package var license: String? { items.lazy.compactMap { $0.details?.text(.license) }.first }
    }

    /// What was dropped or chosen.
    package let sources: [URL]
    package private(set) var items: [ExaminedItem] = []
    package private(set) var conflicts: [ConflictRow] = []
    /// The number of files that were read, and of those that are known.
    package private(set) var completed = 0
    package private(set) var total = 0
    package private(set) var isExamined = false
    package private(set) var passedOver: [String: Int] = [:]
    package private(set) var unread: [FontError] = []
    /// The error that ended the examination.
    package private(set) var failure: FontError?
    /// Whether web fonts are unpacked and installed.
    package var installsWebFonts = false

    package init(_ sources: [URL]) { self.sources = sources }

    /// Takes a step of the examination.
    package mutating func add(_ event: ExaminationEvent) {
        switch event {
        case .progress(let completed, let total): (self.completed, self.total) = (completed, total)
        case .item(let item): add(item)
        case .ended(let passedOver, let unread):
            (self.passedOver, self.unread, isExamined) = (passedOver, unread, true)
        case .failed(let error): (failure, isExamined) = (error, true)
        }
    }

    private mutating func add(_ item: ExaminedItem) {
        items.append(item)
        guard case .conflict(let conflict) = item.outcome else { return }
        conflicts.append(ConflictRow(item: item, conflict: conflict, choice: .keep, source: Self.source(of: item)))
    }

    /// The file to register for an item: within an archive, the archive, whose path precedes that of the font in it.
    private static func source(of item: ExaminedItem) -> String {
        var path = item.id
        while !FileManager.default.fileExists(atPath: path) {
            let folder = (path as NSString).deletingLastPathComponent
            // What is gone is reported when it is installed.
            guard !folder.isEmpty, folder != path, folder != "/" else { return item.id }
            path = folder
        }
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        return isFolder.boolValue ? item.id : path
    }

    /// Decides about a conflict; fonts of one archive are decided together.
    package mutating func choose(_ choice: Choice, for id: ConflictRow.ID) {
        guard let source = conflicts.first(where: { $0.id == id })?.source else { return }
        for place in conflicts.indices where conflicts[place].source == source { conflicts[place].choice = choice }
    }

    package mutating func chooseForAll(_ choice: Choice) {
        for place in conflicts.indices { conflicts[place].choice = choice }
    }

    // MARK: What the sheet shows

    /// The families with new fonts, in order.
    package var families: [Family] {
        var families: [Family] = []
        for item in items where item.outcome == .new {
            if let place = families.firstIndex(where: { $0.id == item.title }) {
                families[place].items.append(item)
            } else {
                families.append(Family(id: item.title, items: [item]))
            }
        }
        return families
    }

    package var webFonts: [ExaminedItem] { items.filter { $0.outcome == .webFont } }

    /// The fonts that are installed and turned on already.
    package var present: [ExaminedItem] { items.filter { $0.outcome == .present(isOn: true) } }

    /// What cannot be installed, by reason.
    package var refused: [FailureGroup] {
        FailureGroup.groups(
            items.compactMap { item in
                if case .refused(let error) = item.outcome { (item.id, error) } else { nil }
            } + unread.map { ($0.file ?? "", $0) })
    }

    /// Whether installing would change anything.
    package var canInstall: Bool {
        isExamined && failure == nil
            && items.contains { item in
                switch item.outcome {
                case .new, .present(isOn: false): true
                case .webFont: installsWebFonts
                case .conflict: conflicts.contains { $0.id == item.id && $0.choice != .keep }
                case .present, .refused: false
                }
            }
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
