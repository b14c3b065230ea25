import FontFiles
import FontModel
import YAMLReading

/// A formula of fontist: where archives of fonts are, which fonts they have, and their licence.
struct FontistFormula {
    private let formula: YAMLNode
    private let file: String
    /// The greatest length of a formula in bytes.
    static let sizeLimit = 4 << 20

    /// - Returns: Nil if the document is something else.
    /// - Throws: `insufficientInfo` (303) if it is no YAML.
    init?(_ bytes: [UInt8], at file: String) throws(FontError) {
        let document: YAMLNode?
        do throws(YAMLDefect) {
            document = try YAMLNode.document(bytes)
        } catch {
            throw FontError(
                .insufficientInfo,
                "The formula cannot be read: \(DisplayText.clean(error.reason)) in line \(error.line). Correct the file.",
                file: file)
        }
        guard let document, let resources = document["resources"], !resources.members.isEmpty,
            document["fonts"] != nil || document["font_collections"] != nil
        else { return nil }
        formula = document
        self.file = file
    }

    /// A resource: a file on servers, mostly an archive.
    struct Resource {
        var names: [String]
        var sha256: [String]
        var size: Int64?
        var addresses: [String]
    }

    /// The resources in the order of their names.
    var resources: [Resource] {
        (formula["resources"]?.members ?? [:]).sorted { $0.key < $1.key }.map { name, resource in
            let stated = (resource["urls"]?.elements ?? []).compactMap { $0.text ?? $0["url"]?.text }
            let addresses = stated.compactMap(ClaimText.address).unique
            return Resource(
                names: ([name] + stated.map(ClaimText.fileName)).unique,
                sha256: Self.texts(resource["sha256"]).map { $0.lowercased() },
                // Some formulas write it as a text.
                size: resource["file_size"]?.integer, addresses: addresses)
        }
    }

    /// Returns what the formula says of its families.
    ///
    /// - Parameter folder: The folder, whose path ends with a slash.
    func claims(inFolder folder: String) -> [FamilyClaims] {
        var common = FamilyClaims(file: file, folder: folder)
        common.homepage = ClaimText.page(formula["homepage"]?.text)
        common.license = formula["spdx_license"]?.text
        // It is the text of the agreement, or a truth value with the text elsewhere.
        let agreement = formula["requires_license_agreement"]?.text
        let isText = agreement.map { $0 != "true" && $0 != "false" } ?? false
        common.requiresAgreement = agreement.map { $0 != "false" } ?? false
        let text = isText ? agreement : formula["open_license"]?.text
        if let text, text.utf8.count <= FontLimits.licenseTextSize {
            common.licenseText = LicenseText(Array(text.utf8), path: file + "/LICENSE.txt")
        }
        var fonts = (formula["fonts"]?.elements ?? []).map { (font: $0, file: nil as String?) }
        for collection in formula["font_collections"]?.elements ?? [] {
            fonts += (collection["fonts"]?.elements ?? []).map { ($0, collection["filename"]?.text) }
        }
        let resources = resources
        var families: [String: FamilyClaims] = [:]
        for (font, collection) in fonts {
            for style in font["styles"]?.elements ?? [] {
                guard
                    let family = style["preferred_family_name"]?.text ?? style["family_name"]?.text
                        ?? font["name"]?.text
                else { continue }
                families[family, default: common].family = family
                let names = [style["font"]?.text, style["source_font"]?.text, collection].compactMap(\.self)
                guard !names.isEmpty else { continue }
                var claimed = FamilyClaims.File(names: names.unique)
                claimed.postscriptName = style["post_script_name"]?.text
                claimed.fullName = style["full_name"]?.text
                claimed.version = style["version"]?.text
                claimed.copyright = (style["copyright"] ?? formula["copyright"])?.text
                // Some resources are the font itself.
                for resource in resources where resource.names.contains(where: names.contains) {
                    claimed.sha256 = resource.sha256.count == 1 ? resource.sha256[0] : nil
                    claimed.size = resource.size
                    claimed.addresses = resource.addresses.filter {
                        names.contains(ClaimText.fileName(ofAddress: $0))
                    }
                }
                families[family, default: common].files.append(claimed)
            }
        }
        return families.values.sorted { ($0.family ?? "") < ($1.family ?? "") }
    }

    /// The texts of a sequence, or a single one.
    private static func texts(_ node: YAMLNode?) -> [String] {
        node.map { $0.elements.isEmpty ? [$0.text].compactMap(\.self) : $0.elements.compactMap(\.text) } ?? []
    }
}
