import FontModel
import Synchronization

extension ApplicationFolders {
    /// Returns summaries of providers with the names and icons of their applications.
    package func naming(_ providers: [ProviderSummary]) -> [ProviderSummary] {
        // Reading all entries is needed for programs that are known by their files alone.
        var known: [String: DesktopEntry]?
        return providers.map { provider in
            var provider = provider
            let entry = entry(of: provider.id) {
                let entries = known ?? entriesByProgram()
                known = entries
                return entries
            }
            (provider.name, provider.icon) = (entry?.name, entry?.icon)
            return provider
        }
    }

    /// Returns the name and the icon of a provider, in display form; nil if it has no entry.
    ///
    /// A provider that named itself has those of the application with that name, which proves nothing.
    /// - Parameter programs: Returns the entries by the programs that they start; see ``entriesByProgram()``.
    private func entry(of provider: String, programs: () -> [String: DesktopEntry]) -> DesktopEntry? {
        func named(_ ids: [String], _ folders: [String]) -> DesktopEntry? {
            ids.lazy.compactMap { DesktopEntry.path(of: $0, in: folders) }
                .compactMap { DesktopEntry(contentsOf: $0, languages: languages) }.first { _ in true }
        }
        let plain = String(provider.drop { $0 != ":" }.dropFirst())
        switch ProviderID.kind(of: provider) {
        case .flatpak: return named([plain], flatpaks + folders)
        case .snap: return named(snapEntries(of: plain), [snaps])
        case .unit: return named(Self.applications(ofUnit: provider), folders + flatpaks)
        case .executable:
            guard !Interpreters.contains(provider) else { return nil }
            return programs()[provider]
        case nil: return ProviderID.canBeChosen(provider) ? named([provider], folders + flatpaks) : nil
        }
    }

    /// Returns the ids of a snap's entries, the one that is named as the snap first.
    private func snapEntries(of snap: String) -> [String] {
        let names = ((try? folderEntries(snaps)) ?? []).filter { $0.hasPrefix(snap + "_") && DesktopEntry.isEntry($0) }
        let ids = names.sorted().map { String($0.dropLast(".desktop".count)) }
        return ids.filter { $0 == "\(snap)_\(snap)" } + ids.filter { $0 != "\(snap)_\(snap)" }
    }

    /// Returns the ids that an application of a unit may have.
    ///
    /// The desktop names units `app[-LAUNCHER]-ID[@RANDOM].service`, with escapes
    /// (https://systemd.io/DESKTOP_ENVIRONMENTS).
    package static func applications(ofUnit unit: String) -> [String] {
        let name = unit.dropLast(".service".count).prefix { $0 != "@" }
        guard name.hasPrefix("app-") else { return [unescaped(name)] }
        let rest = name.dropFirst("app-".count)
        let launched = rest.firstIndex(of: "-").map { rest[rest.index(after: $0)...] }
        return [unescaped(rest)] + (launched.map { [unescaped($0)] } ?? [])
    }

    /// Returns the name of a unit without systemd's escapes, such as `\x2d`.
    private static func unescaped(_ name: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = name.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x"),
                let digits = String(rest.dropFirst().prefix(2)), digits.utf8.count == 2,
                let escaped = UInt8(digits, radix: 16)
            {
                bytes.append(escaped)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The maximum number of entries in a folder that are read.
    private static let mostEntries = 4_000
    /// The folders in which a program is looked for that an entry names without one.
    private static let programFolders = ["/usr/local/bin/", "/usr/bin/", "/bin/", "/usr/games/"]

    /// Returns the entries by the paths of the programs that they start, except interpreters; the first of several counts.
    ///
    /// They are kept as long as the folders are unchanged.
    func entriesByProgram() -> [String: DesktopEntry] {
        let state = folders.map { Fingerprint(of: $0) }
        if let known = Self.kept.withLock({ $0[self] }), known.state == state { return known.entries }
        let entries = readEntriesByProgram()
        // A folder that was changed just now may be changed again at the same time of the clock.
        let isSettled = state.allSatisfy { ($0?.seconds ?? 0) < Int(WallClock.now()) - 2 }
        Self.kept.withLock { kept in
            kept[self] = isSettled ? Kept(state: state, entries: entries) : nil
            if kept.count > Self.mostKept, let other = kept.keys.first(where: { $0 != self }) { kept[other] = nil }
        }
        return entries
    }

    /// What was read of folders.
    private struct Kept {
        let state: [Fingerprint?]
        let entries: [String: DesktopEntry]
    }

    private static let kept = Mutex<[ApplicationFolders: Kept]>([:])
    /// A process has one set of folders, and tests have several.
    private static let mostKept = 16

    private func readEntriesByProgram() -> [String: DesktopEntry] {
        var entries: [String: DesktopEntry] = [:]
        for folder in folders {
            let names = ((try? folderEntries(folder)) ?? []).filter(DesktopEntry.isEntry).sorted()
            for name in names.prefix(Self.mostEntries) {
                guard let entry = DesktopEntry(contentsOf: "\(folder)/\(name)", languages: languages),
                    let program = entry.program
                else { continue }
                for path in program.contains("/") ? [program] : Self.programFolders.map({ $0 + program }) {
                    if entries[path] == nil { entries[path] = entry }
                }
            }
        }
        return entries
    }
}
