package import FontModel
package import Inspection

/// Looks at files that others opened, for a service: none is registered, and none is read in this process but by whom the
/// context names.
package final class OpenedFileInspector: Sendable {
    private let context: RegistryContext
    private let room = CopyRoom(megabytes: 320)
    /// One copy at a time: who has many large files looked at leaves room for the others.
    private let turns = ProviderTurns(width: 1)
    private let reading = ReadingLimit(.seconds(30))

    package init(_ context: RegistryContext) { self.context = context }

    /// All facts of a file.
    ///
    /// - Parameters:
    ///   - name: For messages.
    ///   - provider: Who asks.
    /// - Throws: 103, 104, 106, 306; 301 if it cannot be read or inspected now.
    package func inspect(
        _ file: OpenedFile, name: String, for provider: String
    ) async throws(FontError) -> FontInspection {
        let inspector = FileInspector(context)
        return try await copied(file, name, for: provider) { memory throws(FontError) in
            try inspector.inspect(memory, given: name)
        }
    }

    /// Checks files deeply, one after another; see ``FontFile/validate(_:)``.
    ///
    /// - Returns: One for each, in order.
    /// - Throws: 301 if nothing can be checked: the installation is incomplete.
    package func validate(
        _ files: [(name: String, file: OpenedFile)], for provider: String
    ) async throws(FontError) -> [FontValidation] {
        if case .workers(let workers) = context.inspection { try workers.requireInstalled() }
        let inspector = FileInspector(context)
        var results: [FontValidation] = []
        for (name, file) in files {
            do throws(FontError) {
                let check = try await copied(file, name, for: provider) { memory throws(FontError) in
                    inspector.check(memory, given: name)
                }
                results.append(FontValidation(file: name, check))
            } catch {
                results.append(FontValidation(file: name, format: nil, findings: [FontFinding(error)]))
            }
        }
        return results
    }

    private func copied<Value: Sendable>(
        _ file: OpenedFile, _ name: String, for provider: String,
        _ body: @escaping @Sendable (SealedMemory) throws(FontError) -> Value
    ) async throws(FontError) -> Value {
        try await turns.with(provider) { [room, reading] () throws(FontError) in
            // Not on a thread of Swift's: a file system that does not answer holds up its own caller only, and not for ever.
            let size = try await reading.perform(for: provider, name) { () throws(FontError) in
                try SourceFile(opened: file, name: name).size
            }
            return try await room.with(size) { () throws(FontError) in
                let memory = try await reading.perform(for: provider, name) { () throws(FontError) in
                    try SealedMemory(copying: try SourceFile(opened: file, name: name))
                }
                return try await BlockingWork.perform { () throws(FontError) in try body(memory) }
            }
        }
    }
}
