import FontRegistry

/// The fonts in an archive or a folder that `register` reads.
struct ArchiveContents {
    /// The path, as it was typed.
    var path: String
    /// Whether it is a folder.
    var isFolder: Bool
    /// The number of fonts; nil if the archive cannot be unpacked now.
    var fonts: Int?
    /// The number of other files that `register` tries.
    var others: Int
    /// The number of registered fonts.
    var registered: Int
    /// The number of files that are other forms of the same fonts.
    var otherForms: Int

    /// The contents as sentences.
    var text: String {
        var sentences = [kind]
        if others > 0 { sentences.append("\(counted(others, "file")) cannot be registered.") }
        switch registered {
        case 0: break
        case 1: sentences.append("1 of its fonts is registered.")
        default: sentences.append("\(registered) of its fonts are registered.")
        }
        if otherForms > 0 {
            sentences.append("Not needed: \(counted(otherForms, "other form")) of the same fonts.")
        }
        return sentences.joined(separator: " ")
    }

    private var kind: String {
        switch (isFolder, fonts) {
        case (false, nil): "\(path) is an archive."
        case (true, nil): "\(path) is a folder."
        case (false, let fonts?) where others == 0: "\(path) is an archive with \(counted(fonts, "font"))."
        case (true, let fonts?) where others == 0: "\(path) is a folder with \(counted(fonts, "font"))."
        case (false, let fonts?): "\(path) is an archive with \(counted(fonts + others, "file"))."
        case (true, let fonts?): "\(path) is a folder with \(counted(fonts + others, "file"))."
        }
    }
}
