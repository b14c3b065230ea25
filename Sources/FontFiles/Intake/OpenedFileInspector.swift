package import FontModel
import Glibc
package import Inspection

/// Inspects files that other processes opened, on behalf of a service.
///
/// No file is registered, and the bytes are parsed only by the process that the context names.
package final class OpenedFileInspector: Sendable {
    private enum Resource { case memory }

    private let context: RegistryContext
    /// The memory of all copies, in MiB.
    private let memory = KeyedQueue<Resource>(capacity: 320)
    /// The copies of each provider: a caller with many large files leaves room for others.
    private let copies = KeyedQueue<String>(capacity: 1)
    /// The copies that callers have open.
    private let sealed = SealedCopies()
    private let reading = ReadingLimit(.seconds(30))

    package init(_ context: RegistryContext) { self.context = context }

    /// Returns what a person is told of files before they are accepted.
    ///
    /// - Parameters:
    ///   - most: The number of files whose fonts are inspected; of further ones only the size is read.
    ///   - provider: The calling provider.
    /// - Returns: The families in the order of the files, without those of files that are not fonts, such as archives;
    ///   the total size in bytes, nil if that of a file cannot be read; and the bytes of each file to which that applies.
    package func survey(
        _ files: [(name: String, file: OpenedFile)], inspecting most: Int, for provider: String
    ) async -> (families: [String], bytes: Int?, agreed: [AgreedBytes]) {
        var (families, bytes, agreed): ([String], Int?, [AgreedBytes]) = ([], 0, [])
        var known: Set<String> = []
        let inspector = FileInspector(context)
        for (place, (name, file)) in files.enumerated() {
            let found = try? await reading.perform(for: provider, name) { () throws(FontError) in
                (size: try SourceFile(opened: file, name: name).size, state: AgreedBytes(unread: file, name: name))
            }
            bytes = bytes.flatMap { bytes in found.map { bytes + $0.size } }
            guard place < most else {
                agreed.append(found?.state ?? .unknown)
                continue
            }
            let read = try? await copied(file, name, for: provider) { memory throws(FontError) in
                (sha256: memory.sha256, faces: (try? inspector.inspect(memory, given: name))?.faces ?? [])
            }
            agreed.append(read.map { AgreedBytes(sha256: $0.sha256) } ?? .unknown)
            families += (read?.faces ?? []).map(\.family).filter { known.insert($0).inserted }
        }
        return (families, bytes, agreed)
    }

    /// Inspects a file.
    ///
    /// - Parameters:
    ///   - name: The name for messages.
    ///   - provider: The calling provider.
    /// - Throws: `unrecognizedFormat` (103), `invalidFontData` (104), `exceededResourceLimit` (106) or
    ///   `invalidFilePath` (306); `registrationFailed` (301) if the file cannot be read or inspected now.
    package func inspect(
        _ file: OpenedFile, name: String, for provider: String
    ) async throws(FontError) -> FontInspection {
        try await inspectedCopy(of: file, name: name, for: provider).inspection
    }

    /// Inspects a file as ``inspect(_:name:for:)`` does, and keeps the inspected bytes in memory, for a process that
    /// draws them.
    package func inspectedCopy(
        of file: OpenedFile, name: String, for provider: String
    ) async throws(FontError) -> (inspection: FontInspection, file: OpenedFile) {
        let inspector = FileInspector(context)
        return try await copied(file, name, for: provider) { memory throws(FontError) in
            (try inspector.inspect(memory, given: name), memory.file)
        }
    }

    /// Returns a copy of a file in memory that nobody can change, for a caller that must not change the file; all callers
    /// share the copy of a content.
    ///
    /// - Throws: The errors of ``inspect(_:name:for:)``; `exceededResourceLimit` (106) if callers have too many others open.
    package func sealedCopy(
        of file: OpenedFile, name: String, for provider: String
    ) async throws(FontError) -> OpenedFile {
        if let known = try file.sha256.flatMap({ sha256 throws(FontError) in try sealed.open(sha256) }) { return known }
        return try await copied(file, name, for: provider) { [sealed] memory throws(FontError) in
            try sealed.add(memory, name: name)
        }
    }

    /// Checks files deeply, one after another.
    ///
    /// - Returns: One result for each file, in order.
    /// - Throws: `registrationFailed` (301) if the installation is incomplete, so that no file can be checked.
    package func check<Check: DeepChecking>(
        _ files: [(name: String, file: OpenedFile)], as _: Check.Type, for provider: String
    ) async throws(FontError) -> [Check] {
        if let workers = context.workers, access(workers.program, X_OK) != 0 {
            throw .noWorkerInstalled(workers.program)
        }
        let inspector = FileInspector(context)
        var results: [Check] = []
        for (name, file) in files {
            do throws(FontError) {
                let check = try await copied(file, name, for: provider) { memory throws(FontError) -> Check in
                    inspector.check(memory, given: name)
                }
                results.append(check)
            } catch {
                results.append(Check(file: name, error))
            }
        }
        return results
    }

    private func copied<Value: Sendable>(
        _ file: OpenedFile, _ name: String, for provider: String,
        _ body: @escaping @Sendable (SealedMemory) throws(FontError) -> Value
    ) async throws(FontError) -> Value {
        try await copies.with(provider) { [memory, reading] () throws(FontError) in
            // This avoids Swift's threads and has a time limit, so that an unresponsive file system delays only its own
            // caller.
            let size = try await reading.perform(for: provider, name) { () throws(FontError) in
                try SourceFile(opened: file, name: name).size
            }
            // An inspection needs more memory than the copy.
            return try await memory.with(.memory, weight: max(32, (size + 0xF_FFFF) >> 20)) { () throws(FontError) in
                let memory = try await reading.perform(for: provider, name) { () throws(FontError) in
                    try SealedMemory(copying: try SourceFile(opened: file, name: name))
                }
                return try await BlockingWork.perform { () throws(FontError) in try body(memory) }
            }
        }
    }
}
