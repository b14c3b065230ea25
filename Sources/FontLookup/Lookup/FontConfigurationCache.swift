import FontModel
package import Fontconfig
import Synchronization

/// A cache of fontconfig's parsed configuration, because parsing the XML is the most expensive part of a registration.
package final class FontConfigurationCache: Sendable {
    package static let shared = FontConfigurationCache()

    /// Locked while a configuration is loaded, so that it is loaded once.
    private let configurations = SleepingLock<[String: FontConfiguration]>([:])
    /// The files whose configurations were asked for; those who only ask ahead do not wait for them.
    private let requested = Mutex<Set<String>>([])

    /// Starts to load the configuration on another thread, for a caller that will need it soon.
    package func prefetch(_ file: String?) {
        guard requested.withLock({ $0.insert(file ?? "").inserted }) else { return }
        BlockingWork.start { _ = self.current(file) }
    }

    /// Drops a configuration, which is then loaded again.
    package func forget(_ file: String?) {
        configurations.withLock { $0[file ?? ""] = nil }
        requested.withLock { _ = $0.remove(file ?? "") }
    }

    /// Returns the current configuration; `nil` if fontconfig cannot load it.
    ///
    /// - Parameter file: The configuration file; `nil` for the user's own.
    package func current(_ file: String?) -> FontConfiguration? {
        // Another thread may wait for fontconfig with the lock.
        guard !FontConfiguration.isPassedOver else { return nil }
        return configurations.withLock { configurations in
            let key = file ?? ""
            if let known = configurations[key], known.isCurrent { return known }
            configurations[key] = try? FontConfiguration(file: file)
            return configurations[key]
        }
    }
}

extension RegistryContext {
    /// The parsed configuration, which the process shares; nil if fontconfig cannot load it.
    package var fontConfiguration: FontConfiguration? { FontConfigurationCache.shared.current(fontconfigFile) }

    /// Loads the fonts of the configuration; see ``SystemFonts/load(configurationFile:awaiting:excludingDirectories:loadsExcluded:)``.
    ///
    /// In a command they belong to ``fontConfiguration``, since parsing the files again takes longer than to load fonts that
    /// are not needed. A long-running process has a configuration without fonts, which take 1 kB of memory each.
    package func loadFonts(
        excluding folders: [String] = [], loadsExcluded: Bool = true
    ) throws(FontError) -> SystemFonts {
        if isOfCommand, let fontConfiguration, let fonts = SystemFonts(in: fontConfiguration, excluding: folders) {
            return fonts
        }
        return try SystemFonts.load(
            configurationFile: fontconfigFile, awaiting: paths.fontconfigPlaces, excludingDirectories: folders,
            loadsExcluded: loadsExcluded)
    }
}
