import CLinux
import FontModel
import Fontconfig
import Glibc

extension Doctor {
    /// Reads the policy as the service does.
    mutating func examinePolicy() {
        do throws(FontError) {
            _ = try PolicyFile(paths).read()
        } catch {
            note(
                "policy-invalid", .error, "The policy cannot be used, so providers have no permissions.",
                error.text)
        }
    }

    /// Reports errors in the files of fontconfig's configuration, which are not changed: they are the user's.
    ///
    /// Damage of fontd's own file is reported with its rules.
    private mutating func examineConfigurationFiles() {
        let context = registrar.context
        let faults = context.fontConfiguration?.knownFaults ?? FontConfiguration.faults(in: context.fontconfigFile)
        for fault in faults where fault.file != paths.rejectRules {
            note(
                "fontconfig-invalid", fault.isOfWholeFile ? .error : .warning,
                fault.isOfWholeFile
                    ? "fontconfig cannot read \(fault.file), line \(fault.line): \(fault.reason). Programs ignore this file with all its rules."
                    : "fontconfig reports an error in \(fault.file), line \(fault.line): \(fault.reason). Programs ignore the rule there.",
                "Correct the file at that line, or move it out of the configuration, then run the check again. fontd does not change it."
            )
        }
    }

    /// Reports the configuration files at which every program that uses fontconfig would wait.
    mutating func examineBlockingConfiguration() {
        guard mayBlock else { return }
        let files = FontConfiguration.blockingFiles(of: registrar.context.fontconfigFile)
        isConfigurationBlocked = !files.isEmpty
        for message in files.compactMap(Self.sentence(onConfiguration:)) {
            note(
                "fontconfig-blocked", .error, message,
                "Move it elsewhere, then run the check again: the fonts that programs see were not checked.")
        }
    }

    /// Whether something in the usual folders of configuration files is neither a file nor a folder; then the files are read
    /// once more, as fontconfig does.
    private var mayBlock: Bool {
        let user = PathText.folder(of: paths.rejectRules)
        let first = FontConfiguration.rootFile(registrar.context.fontconfigFile)
        let root = PathText.folder(of: first ?? "/etc/fonts/fonts.conf")
        return [root, root + "/conf.d", PathText.folder(of: user), user].contains { folder in
            ((try? folderEntries(folder)) ?? []).contains { name in
                var status = stat()
                return stat("\(folder)/\(name)", &status) == 0
                    && ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
            }
        }
    }

    /// Returns the sentence on what blocks in place of a configuration file; nil if it is gone.
    private static func sentence(onConfiguration file: String) -> Message? {
        guard case .notFolder(let kind)? = FolderFault(of: file)?.reason else { return nil }
        return "\(file) is \(kind): programs that read fontconfig's configuration block there."
    }

    /// Returns the error on the file at which fontconfig waits, for a command to which it does not return; nil if there is
    /// no such file.
    ///
    /// It walks through the configuration and the font folders.
    package static func blockage(_ context: RegistryContext) -> FontError? {
        for file in FontConfiguration.blockingFiles(of: context.fontconfigFile) {
            guard let sentence = sentence(onConfiguration: file) else { continue }
            return FontError(
                .registrationFailed, Message([sentence, "Move it elsewhere."]),
                cause: .configuration(.fontconfig, path: file))
        }
        let folders = context.fontConfiguration?.fontDirectories ?? []
        if let folder = folders.first(where: { StorePlace($0, .folder).isBlocking }) {
            return FontError(
                .registrationFailed, Message([sentence(onFolder: folder), "Move it elsewhere."]),
                cause: .configuration(.fontconfig, path: folder))
        }
        return fifos(in: folders).first.map {
            FontError(
                .registrationFailed, Message([sentence(onFIFO: $0), adviceOnFIFO]),
                cause: .configuration(.fontconfig, path: $0))
        }
    }

    mutating func examineEnvironment() throws(FontError) {
        examinePolicy()
        examineConfigurationFiles()
        guard let configuration = registrar.context.fontConfiguration else {
            if isConfigurationBlocked { return }
            return note(
                "fontconfig-absent", .error, "fontconfig cannot load its configuration.",
                "Install fontconfig, and check FONTCONFIG_FILE and FONTCONFIG_PATH.")
        }
        let folders = configuration.fontDirectories
        // The same folder may have another path, as with a home behind a link.
        let places = FolderFault.folders(above: paths.persistentProjection) + [paths.persistentProjection]
        let identities = Set(folders.compactMap(Fingerprint.Identity.init(of:)))
        if !folders.contains(where: places.contains),
            !places.compactMap(Fingerprint.Identity.init(of:)).contains(where: identities.contains)
        {
            note(
                "folder-not-configured", .error,
                "fontconfig does not search \(paths.userFonts): programs do not see registered fonts.",
                paths.isOfAllUsers
                    ? "Add <dir>\(paths.userFonts)</dir> to /etc/fonts/local.conf."
                    : "Add <dir prefix=\"xdg\">fonts</dir> to fontconfig's configuration.")
        }
        let variables = FontPaths.variables.compactMap { name in getenv(name).map { (name, String(cString: $0)) } }
        for message in FontPaths.ignoredVariables(in: Dictionary(variables) { first, _ in first }) {
            note("relative-variable", .warning, message, "")
        }
        if areFoldersSound { try examineDates(configuration) }
        if getenv("SOURCE_DATE_EPOCH") != nil {
            note(
                "source-date-epoch", .warning,
                "SOURCE_DATE_EPOCH is set: fontconfig considers every cache outdated and scans all fonts at each start.",
                "Unset it outside of package builds.")
        }
        if paths.runtimeDirectory == nil, !paths.isOfAllUsers {
            note(
                "no-runtime-directory", .note, "There is no runtime directory: the session scope is not available.",
                "Set XDG_RUNTIME_DIR, as a login session does.")
        }
    }

    private mutating func examineDates(_ configuration: FontConfiguration) throws(FontError) {
        // The dates of subfolders and of the configuration files count too.
        let fonts = try? fonts()
        let all = Set((fonts?.fontDirectories ?? configuration.fontDirectories) + configuration.configurationFiles)
            .union(FutureDates.touchable(paths))
        var ahead = all.filter(FutureDates.isAhead)
        guard let first = ahead.min() else { return }
        let count = ahead.count
        if repair, ahead.contains(where: { FutureDates.isOurs($0, paths) }),
            try registrar.read({ database, _ in database != nil })
        {
            try registrar.projectAll()
            ahead = ahead.filter(FutureDates.isAhead)
        }
        note(
            "folder-in-future", .error,
            count == 1
                ? "\(first) is dated in the future: running programs do not notice new fonts in any folder."
                : "\(count) font folders and configuration files, such as \(first), are dated in the future: running programs do not notice new fonts in any folder.",
            ahead.allSatisfy { FutureDates.isOurs($0, paths) }
                ? "Check the clock, and run `fontctl doctor --repair`."
                : "Check the clock, and run `touch` on \(ahead.filter { !FutureDates.isOurs($0, paths) }.min() ?? first).",
            isRepaired: ahead.isEmpty)
    }
}
