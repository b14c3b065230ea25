import FontBus
import FontModel
import FontRegistry

/// A file from a supplier, with the name that reports use for it.
typealias ProvidedFile = (name: String, file: OpenedFile)

/// The client of `org.fontd.FontProvider1`, which is documented in `data/org.fontd.FontProvider1.xml`.
///
/// It asks a supplier for a font and registers the files of its answer.
struct SupplierCalls: Sendable {
    let connection: BusConnection
    /// The timeout of a call.
    let timeout: Duration

    /// Asks a supplier, which the bus activates if it can.
    ///
    /// - Returns: The files, none if the supplier does not have the font, or `insufficientInfo` (303) if the call fails
    ///   or the answer is invalid.
    func provide(
        _ name: String, of supplier: Announcement, requester: String
    ) async -> Result<[ProvidedFile], FontError> {
        var files: [ProvidedFile] = []
        while true {
            var details: [String: BusValue] = ["requester": .string(requester)]
            if !files.isEmpty { details["offset"] = .uint32(UInt32(files.count)) }
            let answer: [BusValue]
            do throws(BusFailure) {
                answer = try await connection.call(
                    "Provide",
                    of: BusMethodAddress(
                        destination: supplier.busName, path: ProviderInterface.path,
                        interface: ProviderInterface.busName),
                    [.string(name), .dictionary(details)], timeout: timeout,
                    // One value for the array, and three for each file: a structure, its name and its descriptor.
                    valueLimit: 1 + 3 * ProviderInterface.mostFiles)
            } catch {
                let reason = DisplayText.sentence(DisplayText.clean(error.message))
                return Self.failure(name, "The supplier \(supplier.busName) failed: \(reason)")
            }
            guard let page = try? Arguments(answer).files(0), files.count + page.count <= ProviderInterface.mostFiles
            else {
                let most = ProviderInterface.mostFiles
                return Self.failure(
                    name, "The supplier \(supplier.busName) sent an invalid reply, or more than \(most) files.")
            }
            // A supplier that does not know the offset answers with the same files.
            let isNew = files.isEmpty || page.map(\.name) != files.prefix(page.count).map(\.name)
            if isNew { files += page }
            guard isNew, page.count == ProviderInterface.filesPerAnswer else { return .success(files) }
        }
    }

    /// - Parameter reason: The reason as a sentence.
    private static func failure(_ name: String, _ reason: Message) -> Result<[ProvidedFile], FontError> {
        .failure(
            FontError(
                .insufficientInfo,
                Message([reason, "It is called again after five minutes, or when it announces itself again."]),
                file: name))
    }

    /// Registers files for a requester, as if it had registered them itself, and checks that one has the name.
    ///
    /// - Returns: The result for the requester, or the error if the files are not what was requested, or not fonts.
    func register(
        _ files: [ProvidedFile], as name: String, from supplier: Announcement, for asker: FontManager
    ) async -> Result<FontRequests.Supply, FontError> {
        let sources = files.map { FontSource.opened($0.file, name: $0.name) }
        var options = RegistrationOptions(tag: "requested")
        options.unpacks = false
        do throws(FontError) {
            let summary = try await asker.register(sources, scope: .session, options: options).summary()
            let found = try await asker.resolve(name).match
            // Fonts of other families than the requested font's are unregistered again.
            let new = summary.outcomes.filter { outcome in
                outcome.status == .registered
                    && outcome.registration?.faces.contains { $0.family == found?.face.family } != true
            }.compactMap(\.registration?.id)
            if !new.isEmpty { try await asker.end(new, scope: .session) }
            if let found { return .success(.provided(found)) }
            if summary.outcomes.contains(where: { $0.registration?.isEnabled == false }) {
                return .success(
                    .declined(
                        FontError(
                            .missingEntitlement, "The user has disabled the font that its supplier sent.", file: name)))
            }
            guard var error = summary.errors.first(where: { !$0.isBenign }) else {
                return .failure(
                    FontError(
                        .insufficientInfo,
                        "The supplier \(supplier.busName) supplied fonts, but none has the requested name.",
                        file: name))
            }
            error.file = name
            return Self.codesOfFiles.contains(error.code) ? .failure(error) : .success(.declined(error))
        } catch {
            return .success(.declined(error))
        }
    }

    /// The errors that concern the file, and not the store or the requester.
    private static let codesOfFiles: Set<FontError.Code> = [
        .fileNotFound, .insufficientPermissions, .unrecognizedFormat, .invalidFontData, .invalidFilePath,
    ]
}
