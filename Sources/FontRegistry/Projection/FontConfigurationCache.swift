import FontModel
import Fontconfig
import Synchronization

/// A cache of fontconfig's parsed configuration, because parsing the XML is the most expensive part of a registration.
final class FontConfigurationCache: Sendable {
    static let shared = FontConfigurationCache()

    private struct Entry {
        var configuration: FontConfiguration
        var files: [String: Fingerprint?]
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// Starts to load the configuration on another thread, for a caller that will need it soon.
    func prefetch(_ file: String?) {
        guard entries.withLock({ $0[file ?? ""] == nil }) else { return }
        BlockingWork.start { _ = self.current(file) }
    }

    /// Drops a configuration, which is then loaded again.
    func forget(_ file: String?) { entries.withLock { $0[file ?? ""] = nil } }

    /// Returns the current configuration; `nil` if fontconfig cannot load it.
    ///
    /// - Parameter file: The configuration file; `nil` for the user's own.
    func current(_ file: String?) -> FontConfiguration? {
        entries.withLock { entries in
            let key = file ?? ""
            if let entry = entries[key], entry.files.allSatisfy({ Fingerprint(of: $0.key) == $0.value }) {
                return entry.configuration
            }
            guard
                let configuration = file.map({ try? FontConfiguration.load(file: $0) })
                    ?? (try? FontConfiguration.load())
            else { return nil }
            var files: [String: Fingerprint?] = [:]
            for path in configuration.configurationFiles { files[path] = Fingerprint(of: path) }
            entries[key] = Entry(configuration: configuration, files: files)
            return configuration
        }
    }
}
