internal import FontModel
internal import FontRegistry
internal import FontsModel
internal import Gtk

/// What is selected in the list, and the commands on it.
struct SelectedFonts {
    var families: [FamilyRow]
    /// Files of styles whose families are not selected themselves.
    var files: [FileRow]

    var isEmpty: Bool { families.isEmpty && files.isEmpty }

    private var title: String {
        files.count == 1 && families.isEmpty
            ? files[0].switchedTitle
            : trn("{count} selected font", "{count} selected fonts", families.count + files.count)
    }

    func switching(isOn: Bool) -> LibraryCommand? {
        guard !isEmpty else { return nil }
        guard !files.isEmpty else { return .setFamilies(families.map(\.id), isOn: isOn) }
        let targets = families.map { FontTarget.family($0.id) } + files.flatMap(\.switchedTargets)
        return .setFiles(targets, title: title, isOn: isOn)
    }

    /// Whether something of it is installed: fonts of the system can only be turned off.
    var isRemovable: Bool { families.contains(where: \.isInstalled) || files.contains(where: \.isRemovable) }

    var removal: LibraryCommand? {
        guard isRemovable else { return nil }
        let installed = families.filter(\.isInstalled).map(\.id)
        guard files.contains(where: \.isRemovable) else { return .removeFamilies(installed) }
        let targets = installed.map { FontTarget.family($0) } + files.filter(\.isRemovable).map(\.target)
        return .removeFiles(targets, title: title)
    }
}
