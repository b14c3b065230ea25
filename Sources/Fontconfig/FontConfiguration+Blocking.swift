import CFontconfig
import FontModel
import Glibc

extension FontConfiguration {
    /// Whether configurations count as unreadable; see ``passingOver(_:_:)``.
    @TaskLocal package static var isPassedOver = false

    /// Calls a function for which no configuration can be loaded if `isPassedOver`, as fontconfig would not come to an end.
    package static func passingOver<Value>(_ isPassedOver: Bool, _ body: () -> Value) -> Value {
        $isPassedOver.withValue(isPassedOver) { body() }
    }

    /// Returns the configuration files that fontconfig would open and never finish reading: FIFOs, and devices other than
    /// `/dev/null`, with which people switch a file off.
    ///
    /// It follows the `<include>` elements as fontconfig does and opens regular files only.
    ///
    /// - Parameter file: A configuration file; nil for the user's configuration.
    package static func blockingFiles(of file: String?) -> [String] {
        guard let raw = FcConfigCreate() else { return [] }
        let handle = ConfigHandle(adopting: raw)
        var blocking: [String] = []
        var seen: Set<FileStamp> = []
        // fontconfig takes an empty name for that of the user's configuration.
        var names = [file ?? ""]
        while let name = names.popLast() {
            guard let path = handle.path(ofConfigurationFile: name) else { continue }
            var status = stat()
            guard stat(path, &status) == 0, let stamp = FileStamp(path: path) else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFREG where seen.insert(stamp).inserted: names += includes(of: contents(of: path) ?? "")
            case S_IFDIR where seen.insert(stamp).inserted: names += configurationFiles(in: path)
            // The pipe of a shell has a writer, so that reading it ends.
            case S_IFIFO where !path.hasPrefix("/dev/fd/") && !path.hasPrefix("/proc/"): blocking.append(path)
            case S_IFCHR where !isNull(status): blocking.append(path)
            default: continue
            }
        }
        return Array(Set(blocking)).sorted()
    }

    /// Returns the path of the file with which fontconfig begins; nil if there is none.
    ///
    /// - Parameter file: A configuration file; nil for the user's configuration.
    package static func rootFile(_ file: String?) -> String? {
        guard let raw = FcConfigCreate() else { return nil }
        return ConfigHandle(adopting: raw).path(ofConfigurationFile: file ?? "")
    }

    private static func isNull(_ device: stat) -> Bool {
        var null = stat()
        return stat("/dev/null", &null) == 0 && null.st_rdev == device.st_rdev
    }

    /// Returns the files that fontconfig reads in a folder: those whose names begin with a digit and end with ".conf".
    private static func configurationFiles(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var files: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard let first = name.utf8.first, 0x30...0x39 ~= first, name.hasSuffix(".conf") else { continue }
            files.append(folder + "/" + name)
        }
        return files
    }

    /// Returns the names in the `<include>` elements of a document, with the folder that `prefix="xdg"` means.
    private static func includes(of document: String) -> [String] {
        var names: [String] = []
        var rest = withoutComments(document)[...]
        while let start = rest.firstRange(of: "<include"), let tag = rest[start.upperBound...].firstIndex(of: ">") {
            let attributes = rest[start.upperBound..<tag]
            rest = rest[rest.index(after: tag)...]
            guard !attributes.hasSuffix("/"), let end = rest.firstRange(of: "</include") else { continue }
            let name = ConfigurationText.unescaped(String(rest[..<end.lowerBound]))
            if !attributes.contains("\"xdg\""), !attributes.contains("'xdg'") {
                names.append(name)
            } else if let home = FcConfigHome() {
                let folder = getenv("XDG_CONFIG_HOME").map { String(cString: $0) }
                names.append((folder ?? String(cString: home) + "/.config") + "/" + name)
            }
            rest = rest[end.upperBound...]
        }
        // An empty name would be that of the user's configuration.
        return names.filter { !$0.isEmpty }
    }
}

extension ConfigHandle {
    /// Returns the path at which fontconfig reads a configuration file or a folder of them; nil if nothing is there.
    fileprivate func path(ofConfigurationFile name: String) -> String? {
        guard let path = FcConfigGetFilename(raw, name) else { return nil }
        defer { FcStrFree(path) }
        return String(cString: path)
    }
}
