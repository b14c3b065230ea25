import FontRegistry
import Glibc
import Synchronization

/// A check of the registered fonts that a command reads, of which it leaves out the damaged ones.
final class StoredFileCheck: Sendable {
    private struct Found {
        var ids: Set<String> = []
        var failures: [FontError] = []
        var names: Set<String> = []
    }

    /// The store; nil over the bus, where this process may not see it.
    private let registry: RegistryContext?
    private let registered: [String: Registration]
    private let found = Mutex(Found())

    init(_ manager: FontManager, in context: FontctlContext) async {
        registry = context.service == nil ? try? context.readingRegistry() : nil
        let registrations = (try? await manager.registered()) ?? []
        registered = Dictionary(registrations.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The error of each registration with a fault, in the order of the checks.
    var failures: [FontError] { found.withLock(\.failures) }

    /// The names of which no font can be used because of that.
    var unusableNames: Set<String> { found.withLock(\.names) }

    /// Reads the files of fonts, and returns the paths of those that are missing or have other bytes.
    ///
    /// - Parameter name: The name that means the fonts.
    func unusable(_ name: String, _ fonts: [FontDescriptor]) async -> Set<String> {
        var paths: Set<String> = []
        for font in fonts {
            guard case .registered(let id, _, _, _, _) = font.origin, let registration = registered[id],
                let fault = await fault(of: registration)
            else { continue }
            found.withLock { found in
                if found.ids.insert(id).inserted { found.failures.append(.storedFile(of: registration, fault)) }
            }
            // The copy in the font folder may be intact.
            if let path = registration.path, ByteCopy.sha256(ofFile: path) != registration.sha256 { paths.insert(path) }
        }
        if !fonts.isEmpty, fonts.allSatisfy({ paths.contains($0.path ?? "") }) {
            _ = found.withLock { $0.names.insert(name) }
        }
        return paths
    }

    /// Adds the faults of all registered fonts that the presence and the sizes of their files show.
    func addEvidentFaults() {
        guard let registry, let faults = try? RegistrationFacts.evidentFaults(in: registry) else { return }
        let registrations = faults.keys.compactMap { registered[$0] }.sorted { ($0.file, $0.id) < ($1.file, $1.id) }
        found.withLock { found in
            for registration in registrations where found.ids.insert(registration.id).inserted {
                guard let fault = faults[registration.id] else { continue }
                found.failures.append(.storedFile(of: registration, fault))
            }
        }
    }

    private func fault(of registration: Registration) async -> StoredFileFault? {
        try? await BlockingWork.perform { [registry] () throws(FontError) in
            if let registry { return try RegistrationFacts.fault(of: registration, in: registry) }
            guard let path = registration.path, let hash = ByteCopy.sha256(ofFile: path) else { return nil }
            return hash == registration.sha256 ? nil : .damaged
        }
    }
}

extension FontctlContext {
    /// Returns an error of reading a font, as one of its stored file if that differs from the registered one.
    ///
    /// The reader of a damaged file reports a defect of its tables, for which it cannot know another cause.
    func explained(_ error: FontError) async -> FontError {
        guard error.code == .invalidFontData || error.code == .unrecognizedFormat, let file = error.file,
            let paths = try? readingRegistry().paths, paths.isAmongFonts(file) || file.hasPrefix(paths.objects + "/"),
            let registered = try? await readingManager().registered()
        else { return error }
        let owner = registered.first { $0.path == file || paths.object($0.sha256) == file }
        guard let owner, let found = ByteCopy.sha256(ofFile: file), found != owner.sha256 else { return error }
        return .storedFile(of: owner, .damaged, code: error.code, file: file)
    }
}

extension StoredFileFault {
    /// The fault in a column.
    var word: Message {
        switch self {
        case .missing: "missing"
        case .damaged: "damaged"
        case .notShown: "not shown"
        }
    }

    /// The fault of a number of fonts in a column.
    func word(for count: Int) -> Message {
        switch self {
        case .missing: "\(count) missing"
        case .damaged: "\(count) damaged"
        case .notShown: "\(count) not shown"
        }
    }
}

extension FontError {
    /// Returns the error for a registered font with a fault of its files, which names the command that repairs them.
    ///
    /// - Parameters:
    ///   - code: The code of a damaged file.
    ///   - file: The file with the fault; nil for the one that programs open.
    static func storedFile(
        of registration: Registration, _ fault: StoredFileFault, code: Code = .invalidFontData, file: String? = nil
    ) -> FontError {
        let name = registration.faces.first?.postscriptName ?? registration.file
        let repair: Message =
            switch (fault, access(registration.file, R_OK) == 0) {
            case (.notShown, _): "Run `fontctl doctor --repair`, which shows it again."
            case (_, true):
                "Run `fontctl doctor --repair`, which restores it from an intact copy, such as \(registration.file), or removes its registration if there is none."
            case (_, false):
                "Run `fontctl doctor --repair`, which restores it from an intact copy or removes its registration if there is none."
            }
        return FontError(
            fault == .damaged ? code : .fileNotFound, Message([fault.sentence(on: name), repair]),
            file: file ?? registration.path ?? registration.file)
    }
}

extension [FontError] {
    /// Returns the line for each error of ``FontError/storedFile(of:_:code:file:)`` or of a file.
    var failureLines: [String] { map { "\($0.file ?? ""): \($0.localizedMessage) (\($0.code.rawValue))" } }
}
