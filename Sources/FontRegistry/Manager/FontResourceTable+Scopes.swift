import FontModel
public import FontResources

extension FontResourceTable {
    /// Registers the module's fonts in a scope, without blocking the task's thread.
    ///
    /// Process scope is that of `register(in:)`. The other scopes copy the files into the user's store. Files that the
    /// module has registered already are not read again.
    ///
    /// - Parameters:
    ///   - scope: The scope.
    ///   - context: The location of the store; nil for that of the user.
    /// - Returns: One outcome for each file of the table, as `register(in:)` returns them. If the store cannot be changed,
    ///   as in a test runner without a context of its own, all have the code
    ///   ``FontError/Code/registrationFailed`` (301); ``FontError/Code/unsupportedScope`` (307) if there is no session.
    @discardableResult
    public func register(scope: FontScope, in context: RegistryContext? = nil) async -> FontSummary {
        do throws(FontError) {
            if scope == .process {
                return try await BlockingWork.perform { () throws(FontError) in register(in: context) }
            }
            let resources = try facts.get().resources
            let fonts = try manager(context)
            let present = try await fonts.registered(scope: scope, state: .enabled, provider: module)
            let files = try await BlockingWork.perform { () throws(FontError) in
                resources.map { file(of: $0, among: present) }
            }
            let missing = files.indices.filter { files[$0].outcome == nil }
            var outcomes = files.map(\.outcome)
            var summary = FontSummary(generation: 0, outcomes: [])
            if missing.isEmpty {
                summary.generation = try await fonts.generation()
            } else {
                var options = RegistrationOptions()
                options.unpacks = false
                let sources = missing.map { FontSource.file(files[$0].path) }
                summary = try await fonts.register(sources, scope: scope, options: options).summary()
                for (place, outcome) in zip(missing, summary.outcomes) {
                    outcomes[place] = outcome
                    outcomes[place]?.isChangedSinceBuild = files[place].isChanged && outcome.isSuccess
                }
            }
            summary.outcomes = outcomes.compactMap(\.self)
            return summary
        } catch {
            return failed(error)
        }
    }

    /// Unregisters the fonts that the module has registered in a scope.
    ///
    /// - Returns: One outcome for each file of the table: ``FontOutcome/Status/unregistered``, or
    ///   ``FontOutcome/Status/failed`` with the code ``FontError/Code/notRegistered`` (201), or
    ///   ``FontError/Code/registrationFailed`` (301) if the store cannot be changed.
    @discardableResult
    public func unregister(scope: FontScope, in context: RegistryContext? = nil) async -> FontSummary {
        do throws(FontError) {
            if scope == .process {
                return try await BlockingWork.perform { () throws(FontError) in unregister(in: context) }
            }
            let fonts = try manager(context)
            let present = try await fonts.registered(scope: scope, provider: module)
            let found = resources.map { resource in registration(of: resource, among: present) }
            let targets = found.compactMap { $0.map(FontTarget.registration) }
            var summary = try await fonts.unregister(targets, scope: scope)
            var changed = summary.outcomes[...]
            summary.outcomes = zip(resources, found).map { resource, registration in
                guard let registration, var outcome = changed.popFirst() else {
                    return notRegistered(resource, scope: scope)
                }
                outcome.item = file(of: resource, registeredAs: registration)
                return outcome
            }
            return summary
        } catch {
            return failed(error)
        }
    }

    private func manager(_ context: RegistryContext?) throws(FontError) -> FontManager {
        if let context { return FontManager(provider: module, context: context) }
        return FontManager(provider: module, context: try .user())
    }

    /// A file of the table, before it is registered.
    private struct File: Sendable {
        /// The path; empty if it was not found.
        var path = ""
        var isChanged = false
        /// The outcome, if the file need not or cannot be registered.
        var outcome: FontOutcome?
    }

    private func registration(of resource: FontResource, among present: [Registration]) -> Registration? {
        if let same = present.first(where: { $0.sha256 == resource.sha256 }) { return same }
        guard !present.isEmpty, let path = try? path(of: resource) else { return nil }
        return present.first { $0.file.hasBytes(of: path) }
    }

    /// Finds a file and, if the module has not registered its content, compares it with the table.
    private func file(of resource: FontResource, among present: [Registration]) -> File {
        if let same = present.first(where: { $0.sha256 == resource.sha256 }) {
            let known = KnownRegistration(
                id: same.id, sha256: same.sha256, record: same.record,
                faces: same.faces.map(KnownRegistration.KnownFace.init))
            return File(outcome: .alreadyRegistered(file(of: resource, registeredAs: same), known, same))
        }
        var file = File()
        do throws(FontError) {
            file.path = try path(of: resource)
            if ByteCopy.sha256(ofFile: file.path) != resource.sha256 {
                let font = try FontFile(contentsOf: file.path)
                file.isChanged = try isChanged(resource, sha256: font.sha256, faces: font.faces, at: file.path)
            }
        } catch {
            file.outcome = .failed(error.file ?? file.path, error)
        }
        return file
    }
}
