/// The texts of an update in the list.
extension UpdateRow {
    /// The version and what the update changes, a sentence each.
    package var subtitle: String {
        var lines = changes
        if state == .current { lines = [tr("Version {installed} is the newest.").filled(["installed": installed])] }
        if state == .available || state == .pinned, size > 0 {
            lines.append(tr("The download takes {size}.").filled(["size": NumberText.bytes(size)]))
        }
        if isPinned { lines.append(tr("It stays at its version.")) }
        if let error { lines.append(error.title + ".") }
        if lines.isEmpty { lines = [tr("Nothing is known of it: the catalogue was removed.")] }
        return lines.joined(separator: "\n")
    }

    /// Whether it can be installed, also if it is pinned.
    package var canInstall: Bool { state == .available }

    /// Whether the user can keep it at its version or let it go on.
    package var canPin: Bool { state == .available || state == .pinned || state == .current }

    /// The greatest download over a metered connection for which nobody is asked, as for downloads.
    package var asksWhenMetered: Bool { size > 1 << 20 }

    /// The question about a metered connection.
    package var meteredQuestion: (title: String, body: String) { DownloadQuestions.text(family: title, size: size) }
}
