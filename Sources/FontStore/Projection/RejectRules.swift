import CLinux
import FontModel
import Fontconfig
import Glibc

/// fontd's rules in fontconfig's configuration: the fonts that programs do not see, although their files exist.
///
/// The file is a projection of the database, as the font folders are: it is written as a whole, and can be rebuilt at
/// any time. It does not exist while there are no rules. Programs in a Flatpak do not read it.
struct RejectRules: Sendable, Hashable {
    /// One rule of `<rejectfont>`.
    enum Rule: Sendable, Hashable {
        /// All faces of fontd's file with this absolute path, which is removed at the next login; see ``loginDocument``.
        case file(String)
        /// All faces of the files in a folder of fontd, all of which are hidden so.
        case folder(String, files: [String])
        /// All faces that have each of these properties; fontconfig compares texts without regard to case.
        case pattern([Property])
    }

    /// A property of a face in a pattern.
    enum Property: Sendable, Hashable {
        case family(String)
        case postscriptName(String)
        /// The absolute path of the file.
        case file(String)

        fileprivate var element: (name: String, text: String) {
            switch self {
            case .family(let text): ("family", text)
            case .postscriptName(let text): ("postscriptname", text)
            case .file(let text): ("file", text)
            }
        }
    }

    /// The rules, in the order in which they are written.
    var rules: [Rule]

    init(_ rules: [Rule]) { self.rules = rules }

    /// The number of files that may be hidden by rules of their own.
    ///
    /// Every program compares every font with every rule when it starts: with 1,000 fonts and fontconfig 2.14 that takes
    /// 4 ms without rules, 9 ms with 64, 20 ms with 200 and 82 ms with 2,000.
    static let mostFiles = 64

    /// Creates the rules for files that are hidden instead of removed, and for fonts that the user hides.
    ///
    /// The font folders must be up to date: a folder that contains something else, such as files of the user, has no
    /// rule as a whole.
    init(hiding files: [HiddenFile], fonts: HiddenFonts, _ paths: FontPaths) {
        var rules: [Rule] = []
        for (group, isFolder) in Self.groups(files) {
            let hidden = group.compactMap { $0.path(paths) }
            let folder = hidden.first.map(PathText.folder(of:))
            if isFolder, let folder, Self.contains(folder, only: hidden) {
                rules.append(.folder(folder, files: hidden))
            } else {
                rules += hidden.map(Rule.file)
            }
        }
        self.init(rules + fonts.rules)
    }

    /// Returns files by folder, and whether the folder can have one rule.
    private static func groups(_ files: [HiddenFile]) -> [(files: [HiddenFile], isFolder: Bool)] {
        var groups: [[HiddenFile]] = []
        for file in files {
            if let last = groups.last?.last, last.isBeside(file) {
                groups[groups.count - 1].append(file)
            } else {
                groups.append([file])
            }
        }
        return groups.map { group in
            (group, group.count >= HiddenFile.leastOfFolder && !group.contains(where: \.isAmongShown))
        }
    }

    /// Returns the files beyond ``mostFiles``, the last hidden first.
    static func surplus(_ files: [HiddenFile]) -> ArraySlice<HiddenFile> {
        let single = groups(files).filter { !$0.isFolder }.flatMap(\.files)
        return single.sorted { $0.since.seconds > $1.since.seconds }.prefix(max(0, single.count - mostFiles))
    }

    /// Whether fontconfig finds nothing in a folder but some files.
    private static func contains(_ folder: String, only files: [String]) -> Bool {
        let known = Set(files.map { $0.dropFirst(folder.utf8.count + 1) })
        guard let present = try? folderEntries(folder) else { return false }
        return present.allSatisfy { $0.hasPrefix(".") || known.contains($0[...]) }
    }

    /// Whether rules can be written and programs read them: the configuration includes the folder of the file, which is
    /// created if necessary.
    static func canHide(in context: RegistryContext) -> Bool {
        let folder = PathText.folder(of: context.paths.rejectRules)
        guard (try? RuleFile.makeFolder(of: context.paths.rejectRules, context.paths)) != nil,
            access(folder, W_OK | X_OK) == 0, !RuleFile.isForeign(context.paths.rejectRules),
            let wanted = Fingerprint.Identity(of: folder)
        else { return false }
        func isIncluded() -> Bool {
            context.fontConfiguration?.configurationFiles.contains {
                Fingerprint.Identity(of: $0) == wanted
            } ?? false
        }
        if isIncluded() { return true }
        // fontconfig does not name a folder that was created later.
        FontConfigurationCache.shared.forget(context.fontconfigFile)
        return isIncluded()
    }

    /// The beginning of the file, by which it is known as fontd's.
    static let header = """
        <?xml version="1.0"?>
        <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
        <!-- Written by fontd
        """

    /// The contents of the file, with elements that every fontconfig since 2.14 knows; nil if there are no rules.
    var document: String? {
        if rules.isEmpty { return nil }
        return """
            \(Self.header), which replaces this file with every change: the fonts that it hides from programs. -->
            <fontconfig>
              <selectfont>
                <rejectfont>
            \(rules.map { "      " + Self.element($0) + "\n" }.joined())    </rejectfont>
              </selectfont>
            </fontconfig>

            """
    }

    private static func element(_ rule: Rule) -> String {
        switch rule {
        case .file(let path):
            // Absolute globs have no effect in fontconfig 2.16.0 to 2.18.3 if the program's working folder is above the
            // file. A glob that begins with an asterisk works everywhere, also if the home has another path.
            return "<glob>*\(globText(path))</glob>"
        case .folder(let path, _): return "<glob>*\(globText(path))/*</glob>"
        case .pattern(let properties):
            let elements = properties.map { property in
                let (name, text) = property.element
                return "<patelt name=\"\(name)\"><string>\(ConfigurationText.escaped(text))</string></patelt>"
            }
            return "<pattern>\(elements.joined())</pattern>"
        }
    }

    /// Returns a path as a glob, in which a question mark stands for each byte that XML or a reader of globs might not
    /// take literally.
    private static func globText(_ path: String) -> String {
        path.unicodeScalars.map { scalar in
            let isPlain =
                scalar.value >= 0xA0 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
                || scalar.value > 0x20 && scalar.value < 0x7F && !"&<>\"'~\\".unicodeScalars.contains(scalar)
            return isPlain ? String(scalar) : String(repeating: "?", count: UTF8.width(scalar))
        }.joined()
    }

    /// Writes the file by rename, or removes it if there are no rules; does nothing if it has these rules already,
    /// or if it is not fontd's.
    ///
    /// - Returns: Whether the file was written or removed.
    /// - Throws: `FontError` with code `registrationFailed` (301) if it cannot be written.
    @discardableResult
    func write(_ paths: FontPaths) throws(FontError) -> Bool {
        try RuleFile.write(document, to: paths.rejectRules, paths)
    }
}
