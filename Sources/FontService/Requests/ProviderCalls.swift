import FontBus
import FontModel
import FontRegistry

/// A file that a provider gave, and what reports call it.
typealias ProvidedFile = (name: String, file: OpenedFile)

/// `org.fontd.FontProvider1`, as `data/org.fontd.FontProvider1.xml` documents it: asks a provider, and registers its answer.
struct ProviderCalls: Sendable {
    static let path = "/org/fontd/FontProvider1"
    static let interface = "org.fontd.FontProvider1"
    /// Files in an answer.
    static let mostFiles = 64

    let connection: BusConnection
    /// How long an answer counts.
    let timeout: Duration

    /// Asks a provider, which is started if the bus can.
    ///
    /// - Returns: Files; none if it does not have the font. 303 if it fails or its answer is none.
    func provide(
        _ name: String, of provider: Announcement, requester: String
    ) async -> Result<[ProvidedFile], FontError> {
        let answer: [BusValue]
        do throws(BusFailure) {
            answer = try await connection.call(
                "Provide",
                of: BusMethodAddress(destination: provider.busName, path: Self.path, interface: Self.interface),
                [.string(name), .dictionary(["requester": .string(requester)])], timeout: timeout,
                // The array, and of each file a structure, its name and the file itself.
                valueLimit: 1 + 3 * Self.mostFiles)
        } catch {
            return .failure(Self.failure(provider, name, "failed: \(DisplayText.clean(error.message))"))
        }
        guard let files = try? Arguments(answer).files(0) else {
            return .failure(Self.failure(provider, name, "did not answer with at most \(Self.mostFiles) files"))
        }
        return .success(files)
    }

    private static func failure(_ provider: Announcement, _ name: String, _ reason: String) -> FontError {
        let end = reason.hasSuffix(".") ? "" : "."
        return FontError(
            .insufficientInfo,
            "The provider \(provider.busName) was asked and \(reason)\(end) It is asked again after five minutes, or when it announces itself anew.",
            file: name)
    }

    /// What became of files that a provider gave.
    enum Registration: Sendable {
        case registered(FontDescriptor)
        /// Whoever asks cannot have them.
        case refused(FontError)
        /// They are not what was asked for, or no fonts.
        case unfit(FontError)
    }

    /// Registers files for one who asks, as if it had brought them itself, and looks whether they have the name.
    func register(
        _ files: [ProvidedFile], as name: String, from provider: Announcement, for asker: FontManager
    ) async -> Registration {
        let sources = files.map { FontSource.opened($0.file, name: $0.name) }
        do throws(FontError) {
            let summary = try await asker.register(
                sources, scope: .session, options: RegistrationOptions(tag: "requested")
            ).summary()
            let found = try await asker.resolve(name).match
            // What nobody asked for does not stay: of another family than the font that was.
            let new = summary.outcomes.filter { outcome in
                outcome.status == .registered
                    && outcome.registration?.faces.contains { $0.family == found?.face.family } != true
            }.compactMap(\.registration?.id)
            if let found {
                if !new.isEmpty { _ = try await asker.unregister(new.map(FontTarget.id), scope: .session) }
                return .registered(found)
            }
            if !new.isEmpty { _ = try await asker.unregister(new.map(FontTarget.id), scope: .session) }
            if summary.outcomes.contains(where: { $0.registration?.isEnabled == false }) {
                return .refused(
                    FontError(
                        .missingEntitlement, "The user has disabled the font that the provider supplied.", file: name))
            }
            guard var error = summary.errors.first(where: { !$0.isBenign }) else {
                return .unfit(
                    FontError(
                        .insufficientInfo,
                        "The provider \(provider.busName) supplied fonts of which none has the name that was asked for.",
                        file: name))
            }
            error.file = name
            return Self.isOfFile(error) ? .unfit(error) : .refused(error)
        } catch {
            return .refused(error)
        }
    }

    /// Whether an error says something of the file, and not of the store or of whoever asks.
    private static func isOfFile(_ error: FontError) -> Bool {
        [.fileNotFound, .insufficientPermissions, .unrecognizedFormat, .invalidFontData, .invalidFilePath]
            .contains(error.code)
    }
}
