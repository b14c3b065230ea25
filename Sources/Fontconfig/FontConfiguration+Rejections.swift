import CFontconfig
import FontModel
import Glibc
import SystemPackage

extension FontConfiguration {
    /// The size above which a configuration file is not searched for rules.
    private static let largestFile = 1 << 20

    /// Returns the configuration files with a `<rejectfont>` rule that hides a face of a file.
    ///
    /// fontconfig does not record which file has a rule. The rules of each file are therefore applied alone, without those
    /// of the files that it includes.
    package func filesRejecting(_ path: String, face: Int) -> [String] {
        guard let slash = path.lastIndex(of: "/") else { return [] }
        let folder = String(path[..<slash])
        let files = configurationFiles.compactMap { file in Self.selections(in: file).map { (file: file, rules: $0) } }
        let rejecting = files.filter { !shows(path, face, withRules: $0.rules, from: [folder]) }
        if !rejecting.isEmpty { return rejecting.map(\.file) }
        // A rule for a folder has no effect on that folder alone.
        let roots = fontDirectories.filter(folder.isFolder)
        return roots.isEmpty ? [] : files.filter { !shows(path, face, withRules: $0.rules, from: roots) }.map(\.file)
    }

    /// Whether programs find a face in folders if they obey these rules alone.
    private func shows(_ path: String, _ face: Int, withRules rules: String, from folders: [String]) -> Bool {
        guard let handle = alone(rules) else { return true }
        for folder in folders { _ = FontconfigCalls.shared.during { FcConfigAppFontAddDir(handle.raw, folder) } }
        var isShown = false
        handle.forEachPattern(in: FcSetApplication) { pattern in
            if pattern.path.hasBytes(of: path), pattern.faceIndex == face { isShown = true }
        }
        return isShown
    }

    /// Returns a configuration of these rules alone that reads this one's caches; nil if fontconfig does not accept them.
    private func alone(_ rules: String) -> ConfigHandle? {
        guard let raw = FcConfigCreate() else { return nil }
        let handle = ConfigHandle(adopting: raw)
        let caches = cacheDirectories.map { "<cachedir>\(ConfigurationText.escaped($0))</cachedir>" }
        // Without a folder for caches fontconfig prints an error.
        let document = "<fontconfig>\(caches.joined())\(rules)</fontconfig>"
        return FcConfigParseAndLoadFromMemory(handle.raw, document, FcFalse) == FcTrue ? handle : nil
    }

    /// Returns the `<selectfont>` elements of a configuration file; nil if it rejects no font.
    private static func selections(in file: String) -> String? {
        guard let document = contents(of: file), document.contains("<rejectfont") else { return nil }
        let text = withoutComments(document)
        var selections = ""
        var left = text[...]
        while let start = left.firstRange(of: "<selectfont"),
            let end = left[start.upperBound...].firstRange(of: "</selectfont")
        {
            let close = left[end.upperBound...].firstIndex(of: ">").map(left.index(after:)) ?? left.endIndex
            selections += left[start.lowerBound..<close]
            left = left[close...]
        }
        return selections.contains("<rejectfont") ? selections : nil
    }

    /// Returns a document of XML without its comments.
    static func withoutComments(_ document: String) -> String {
        var text = ""
        var rest = document[...]
        while let comment = rest.firstRange(of: "<!--") {
            text += rest[..<comment.lowerBound]
            rest = rest[comment.upperBound...]
            rest = rest.firstRange(of: "-->").map { rest[$0.upperBound...] } ?? ""
        }
        return text + rest
    }

    /// Returns the configuration files that name a family, other than a language's or a generic one's.
    package func filesNaming(family: String) -> [String] {
        let wanted = ">\(family.lowercased())<"
        return configurationFiles.filter { Self.contents(of: $0)?.lowercased().contains(wanted) ?? false }
    }

    /// Returns the text of a configuration file; nil for a folder and for a file that cannot be read.
    static func contents(of file: String) -> String? {
        guard let descriptor = try? FileDescriptor.open(FilePath(file), .readOnly),
            let bytes = try? descriptor.closeAfter({
                var buffer = [UInt8](repeating: 0, count: largestFile)
                let count = try buffer.withUnsafeMutableBytes { try descriptor.read(into: $0) }
                return Array(buffer[..<count])
            })
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
