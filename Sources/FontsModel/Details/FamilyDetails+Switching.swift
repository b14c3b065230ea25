package import FontRegistry

extension FamilyDetails {
    /// The command that turns a font of the family on so that programs show it.
    ///
    /// A family that was turned off as a whole comes back as a whole, unless it has two files of one style, of which
    /// programs get one: the other was turned off for that.
    ///
    /// - Parameters:
    ///   - target: The font that solves it for one style; see ``WhyText/Solution``.
    ///   - style: The style that is shown.
    package func turningOn(_ target: FontTarget, of style: StyleRow?) -> LibraryCommand {
        let titles = files.flatMap(\.styles)
        if !files.contains(where: \.isOn), Set(titles).count == titles.count { return .setFamilies([id], isOn: true) }
        let title = style.map { tr("{family} {style}").filled(["family": self.title, "style": $0.title]) }
        return .setFiles([target], title: title ?? self.title, isOn: true)
    }
}

extension FileRow {
    /// The command of the switch of one of its styles, which turns on or off what is in the file.
    package func switching(isOn: Bool) -> LibraryCommand {
        .setFiles(switchedTargets, title: switchedTitle, isOn: isOn)
    }
}
