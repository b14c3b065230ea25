import FontModel
public import FontResources
import Inspection

extension FontResourceTable {
    /// Registers the module's fonts for this process, on the calling thread.
    ///
    /// The registrations belong to the module: an app and its libraries may have the same files, and each unregisters its
    /// own. Files that the module has registered already are not read again, and other files in its bundle are not
    /// registered. No home, store or service is needed.
    ///
    /// - Parameter context: The context of which the fonts of a process are one set; nil for the user's, or for one
    ///   without a home if there is none.
    /// - Returns: One outcome for each file of the table: ``FontOutcome/Status/registered``,
    ///   ``FontOutcome/Status/alreadyRegistered``, or ``FontOutcome/Status/failed`` with the code
    ///   ``FontError/Code/fileNotFound`` (101), ``FontError/Code/insufficientPermissions`` (102),
    ///   ``FontError/Code/unrecognizedFormat`` (103), ``FontError/Code/invalidFontData`` (104),
    ///   ``FontError/Code/exceededResourceLimit`` (106), ``FontError/Code/registrationFailed`` (301),
    ///   ``FontError/Code/duplicatedName`` (305) or ``FontError/Code/invalidFilePath`` (306).
    ///   ``FontOutcome/isChangedSinceBuild`` marks a file with other content.
    @discardableResult
    public func register(in context: RegistryContext? = nil) -> FontSummary {
        let resources: [FontResource]
        do throws(FontError) {
            resources = try facts.get().resources
        } catch {
            return failed(error)
        }
        let scope = ProcessScope.beside((context ?? .ofProcess).paths)
        var outcomes = registered(resources, in: scope)
        let missing = resources.indices.filter { outcomes[$0] == nil }
        for (place, outcome) in register(missing.map { ($0, resources[$0]) }, in: scope) {
            outcomes[place] = outcome
        }
        return FontSummary(generation: 0, outcomes: outcomes.compactMap(\.self))
    }

    /// Unregisters the fonts that the module has registered for this process, on the calling thread.
    ///
    /// - Parameter context: The context that was used for the registration.
    /// - Returns: One outcome for each file of the table: ``FontOutcome/Status/unregistered``, or
    ///   ``FontOutcome/Status/failed`` with the code ``FontError/Code/notRegistered`` (201).
    @discardableResult
    public func unregister(in context: RegistryContext? = nil) -> FontSummary {
        let scope = ProcessScope.beside((context ?? .ofProcess).paths)
        let entries = present(in: scope)
        let found = resources.map { resource in entry(of: resource, among: entries) }
        let targets = found.compactMap { $0.map { FontTarget.id($0.registration.id) } }
        var changed = scope.change(RegistrationChange(.unregister, targets), caller: owner)[...]
        let outcomes = zip(resources, found).map { resource, entry in
            guard let entry, var outcome = changed.popFirst()?.first else {
                return notRegistered(resource, scope: .process)
            }
            outcome.item = file(of: resource, registeredAs: entry.registration)
            return outcome
        }
        return FontSummary(generation: 0, outcomes: outcomes)
    }

    /// The module as the owner of its registrations.
    private var owner: Caller { Caller(provider: module, authority: .provider, isThisProgram: true) }

    /// Returns the entries of the module.
    private func present(in scope: ProcessScope) -> [ProcessRegistrations.Entry] {
        scope.entries.filter { $0.registration.provider == module }
    }

    /// Returns the entry of a file: that of its content, else that of its path, which has other content.
    private func entry(
        of resource: FontResource, among entries: [ProcessRegistrations.Entry]
    ) -> ProcessRegistrations.Entry? {
        if let entry = entries.first(where: { $0.registration.sha256 == resource.sha256 }) { return entry }
        guard !entries.isEmpty, let path = try? path(of: resource) else { return nil }
        return entries.first { $0.registration.file == path }
    }

    /// Returns the outcomes of the files that the module has registered already, without reading them.
    private func registered(_ resources: [FontResource], in scope: ProcessScope) -> [FontOutcome?] {
        let entries = present(in: scope).filter(\.registration.isEnabled)
        return resources.map { resource in
            guard let entry = entry(of: resource, among: entries) else { return nil }
            let registration = entry.registration
            let file = file(of: resource, registeredAs: registration)
            var outcome = FontOutcome.alreadyRegistered(file, entry.known, registration)
            outcome.isChangedSinceBuild = registration.sha256 != resource.sha256
            return outcome
        }
    }

    /// Finds, reads and registers files, each with its place among the outcomes.
    private func register(
        _ missing: [(place: Int, resource: FontResource)], in scope: ProcessScope
    ) -> [(Int, FontOutcome)] {
        guard !missing.isEmpty else { return [] }
        let items = missing.map { item(of: $0.resource) }
        let intake: BatchIntake<PreparedProcessFont>
        do throws(FontError) {
            intake = try BatchIntake(items, isAtomic: false, watcher: BatchWatcher()) { item throws(FontError) in
                try PreparedProcessFont(item)
            }
        } catch {
            return zip(missing, items).map { ($0.place, .failed($1.name, error)) }
        }
        var outcomes = intake.outcomes
        var sound: [(index: Int, font: PreparedProcessFont, isChanged: Bool)] = []
        for (index, font) in intake.prepared {
            do throws(FontError) {
                let isChanged = try isChanged(
                    missing[index].resource, sha256: font.inspection.sha256, faces: font.inspection.faces,
                    at: font.file)
                sound.append((index, font, isChanged))
            } catch {
                outcomes[index] = .failed(font.file, error)
            }
        }
        for (entry, outcome) in zip(sound, scope.register(sound.map(\.font), caller: owner)) {
            outcomes[entry.index] = outcome
            outcomes[entry.index].isChangedSinceBuild = entry.isChanged && outcome.isSuccess
        }
        return zip(missing, outcomes).map { ($0.place, $1) }
    }

    private func item(of resource: FontResource) -> FontItem {
        do throws(FontError) { return .file(try path(of: resource)) } catch { return .failure(error) }
    }
}
