import FontModel

extension LocalBackend {
    func familyMembers(isLocalized: Bool) async throws(FontError) -> [FamilyMember] {
        let shown = store.shown
        return try await queue.perform { () throws(FontError) in
            // The configuration is parsed while the database is read.
            BlockingWork.start { shown.prepare() }
            let found = try registrar.familyMembers(isLocalized: isLocalized)
            if shown.showsAll(in: found.folders) { return found.members }
            // Which fonts a rule hides is seen by their paths.
            let all = FontQuerySet(including: [FontQuery()], options: .namedInstances)
            return shown.filter(try registrar.fonts(matching: all, for: caller)).map(FamilyMember.init)
        }
    }

    /// Returns a registered font that matches a name but that programs cannot use, if the caller may see it.
    func unusable(_ name: String) async throws(FontError) -> UnusableFont? {
        let shown = store.shown
        return try await queue.perform { () throws(FontError) in
            for found in try registrar.answering(to: name) {
                guard let registration = caller.view(of: found.registration) else { continue }
                if !registration.isEnabled {
                    let isUsers = found.isDisabledByUser || registration.provider == Caller.userProvider
                    return UnusableFont(
                        reason: .disabled, registration: registration, disabledBy: isUsers ? .user : .provider)
                }
                if let reason = shown.concealment(of: registration) {
                    return UnusableFont(reason: reason, registration: registration)
                }
            }
            return nil
        }
    }

    func activate(_ name: String, timeout: Duration) async throws(FontError) -> FontRequestOutcome {
        var refusal: FontError?
        for id in try await disabled(answeringTo: name) {
            let summary = try await change(RegistrationChange(.enable, [.id(id)]), watcher: BatchWatcher())
            if summary.isSuccess { return FontRequestOutcome(query: name, status: .activated) }
            if refusal == nil, var error = summary.errors.first {
                // The error names the request, since the file may be another provider's.
                error.file = name
                refusal = error
            }
        }
        return FontRequestOutcome(query: name, status: refusal == nil ? .notFound : .declined, error: refusal)
    }

    /// Returns the ids of the caller's disabled registrations that match a name, best kind of name first.
    private func disabled(answeringTo name: String) async throws(FontError) -> [String] {
        let provider = caller.authority == .user ? nil : caller.provider
        let registrations = try await registered(scope: nil, state: .disabled, provider: provider)
        let ranked: [(kind: NameKind, id: String)] = registrations.compactMap { registration in
            LookupName.kind(of: registration.faces, for: name).map { ($0, registration.id) }
        }
        return ranked.sorted { $0.kind < $1.kind }.map(\.id)
    }

    func coverage(of font: FontDescriptor) async throws(FontError) -> CharacterCoverage? {
        try await queue.perform { () throws(FontError) in try registrar.coverage(of: font) }
    }

    func storedFile(of font: FontDescriptor) async throws(FontError) -> String? {
        guard case .registered(let id, _, let provider, _, _) = font.origin, caller.maySee(provider) else { return nil }
        return try await queue.perform { () throws(FontError) in try registrar.storedFile(ofRegistration: id) }
    }

    func keptLicenses(of hashes: Set<String>) async throws(FontError) -> [String: [String]] {
        let licenses = LicenseStore(registrar.paths)
        return try await queue.perform { () throws(FontError) in
            Dictionary(uniqueKeysWithValues: hashes.map { ($0, licenses.texts(of: $0)) }).filter { !$1.isEmpty }
        }
    }
}
