import FontModel
import Fontconfig
import Synchronization

/// Keeps fontconfig's parsed configuration: reading the XML costs more than all the rest of a registration.
final class FontConfigurationCache: Sendable {
    static let shared = FontConfigurationCache()

    private struct Entry {
        var configuration: FontConfiguration
        var files: [String: Fingerprint?]
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// Begins to read the configuration on another thread, for who will need it in a moment.
    func prefetch(_ file: String?) {
        guard entries.withLock({ $0[file ?? ""] == nil }) else { return }
        BlockingWork.start { _ = self.current(file) }
    }

    /// The configuration as it is now; nil if fontconfig cannot load one.
    ///
    /// - Parameter file: The configuration file; nil for the user's own.
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
