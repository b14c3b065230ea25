import FontFiles
import FontModel
import FontTransfer
import TUF

extension FontCatalogs {
    /// Returns the texts of a licence, verified.
    ///
    /// - Parameter texts: Those of the plan's texts that are read.
    func read(
        _ texts: [DownloadPlan.Form], of plan: DownloadPlan
    ) async throws(FontError) -> [FontLicenseRequest.Text] {
        var known: [FontLicenseRequest.Text] = []
        for text in texts {
            let bytes = try await read(text)
            let name = plan.family.license.texts.first { $0.sha256 == text.sha256 }?.name ?? text.sha256
            known.append(
                FontLicenseRequest.Text(
                    name: DisplayText.clean(name), sha256: text.sha256, text: String(decoding: bytes, as: UTF8.self)))
        }
        return known
    }

    private func read(_ text: DownloadPlan.Form) async throws(FontError) -> [UInt8] {
        var failure = FontError(
            .registrationFailed, "The text of the license has no address. Report this to the publisher.",
            cause: .catalog(.malformed, detail: text.sha256))
        var servers = text.addresses
        var rounds = RequestRounds()
        while true {
            var others: [String] = []
            var asked: Int?
            for address in servers {
                do throws(TransferFault) {
                    let answer = try await network.files.open(FileRequest(address, limit: text.size))
                    var bytes: [UInt8] = []
                    if !answer.head.isMissing { while let more = try await answer.next() { bytes += more } }
                    if Digest.hexadecimal(Digest.sha256(bytes)) == text.sha256 { return bytes }
                    failure = FontError(
                        .registrationFailed,
                        "The text of the license is not the one that the catalogue names. Report this to its publisher.",
                        file: address, cause: .download(.hash, detail: address))
                } catch {
                    failure = error.fontError(keepsPart: false)
                    if error.isPassing { others.append(address) }
                    asked = max(asked ?? 0, error.retryAfter ?? 0)
                }
            }
            servers = others
            guard !servers.isEmpty, !Task.isCancelled, let time = rounds.next(after: asked) else { throw failure }
            await environment.pause.wait(time)
            guard !Task.isCancelled else { throw .downloadCancelled }
        }
    }

    /// Asks a person to agree to texts.
    ///
    /// - Throws: `cancelledByUser` (304) if they do not.
    func agree(
        to texts: [DownloadPlan.Form], of plan: DownloadPlan, for name: String, _ agreeing: Agreement
    ) async throws(FontError) -> [DownloadOrigin.Consent] {
        let family = plan.family
        let request = FontLicenseRequest(
            name: name, catalog: plan.source.id, id: family.id, family: DisplayText.clean(family.family),
            license: DisplayText.clean(family.license.spdx), texts: try await read(texts, of: plan))
        guard await agreeing(request) else {
            throw FontError(
                .cancelledByUser,
                "The license of the family was not accepted, so nothing was downloaded. Accept it to download the family.",
                file: family.family)
        }
        let date = environment.now().seconds
        return texts.map { DownloadOrigin.Consent(text: $0.sha256, date: date) }
    }
}

extension DownloadPlan {
    /// The texts to which somebody must agree and has not yet.
    func missingAgreements(_ consents: [DownloadOrigin.Consent]) -> [Form] {
        let needed = Set(agreements).subtracting(consents.map(\.text))
        return texts.filter { needed.contains($0.sha256) }
    }

    /// The addresses that the download of files and texts asks first.
    var firstAddresses: [String] {
        isComplete ? [] : (missing.compactMap(\.forms.first) + texts).compactMap(\.addresses.first)
    }

    /// Whether a file comes over the network.
    var usesNetwork: Bool {
        if let package { return !package.isPresent }
        return missing.contains { $0.forms.first?.addresses.first.map { !$0.hasPrefix("file:") } ?? false }
    }
}

extension FontDownloadRequest {
    init(_ plan: DownloadPlan, for name: String) {
        let family = plan.family
        self.init(
            name: name, catalog: plan.source.id, id: family.id, family: DisplayText.clean(family.family),
            names: family.names.mapValues { DisplayText.clean($0) }, version: DisplayText.clean(family.version),
            faces: plan.files.flatMap(\.file.faces).map { DisplayText.clean($0.face.postscriptName) },
            files: plan.files.count, downloadSize: plan.downloadSize, license: DisplayText.clean(family.license.spdx),
            requiresAgreement: false, isMetered: false)
    }
}

extension DownloadSource {
    /// Whether a provider is a catalogue.
    package static func owns(_ provider: String) -> Bool { provider.hasPrefix(ProviderID.catalog("")) }
}
