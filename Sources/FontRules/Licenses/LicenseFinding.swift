/// The licence of a font, and the evidence for it.
public struct LicenseFinding: Sendable, Hashable, Codable {
    /// The kinds of evidence, strongest first.
    public enum Evidence: String, Sendable, Hashable, Codable, CaseIterable {
        /// A licence's text in a file beside the font.
        case file
        /// The licence's address in the font (name 14).
        case address
        /// The licence's description in the font (name 13).
        case description
        /// The font's copyright (name 0), which may name the licence.
        case copyright
    }

    /// The SPDX identifier, such as `OFL-1.1`; nil if the licence is unknown, which does not mean that it is free.
    public var identifier: String?
    /// The evidence; nil if the licence is unknown.
    public var evidence: Evidence?
    /// The names that the licence reserves; see ``ReservedNames``.
    public var reservedNames: [String]

    /// Finds the licence of a font.
    ///
    /// - Parameters:
    ///   - copyright: The font's copyright (name 0).
    ///   - description: The licence's description (name 13).
    ///   - address: The licence's address (name 14).
    ///   - notices: Other texts of the font that may reserve names: its trademark and its description (names 7 and 10).
    ///   - files: The texts of the files beside the font.
    ///   - fonts: The paths of the font's files, to which one of the texts may assign licences.
    public init(
        copyright: String?, description: String?, address: String?, notices: [String] = [], files: [String] = [],
        fonts: [String] = []
    ) {
        let candidates: [(Evidence, String?)] =
            [(.file, files.lazy.compactMap { KnownLicense.identifier(ofText: $0, fonts: fonts) }.first)] + [
                (.address, address.flatMap(KnownLicense.identifier(ofAddress:))),
                (.description, description.flatMap(LicenseStatement.identifier)),
                (.copyright, copyright.flatMap(LicenseStatement.identifier)),
                // An address that does not say which version holds, and text in its place.
                (.address, address.flatMap(LicenseStatement.identifier)),
            ]
        var found = candidates.first { $0.1 != nil }
        // One address may serve all versions of a licence; then the version is in a sentence.
        if found?.0 == .address, let kind = found?.1.map(KnownLicense.kind),
            let stated = candidates.dropFirst(2).first(where: { $0.1.map(KnownLicense.kind) == kind }),
            stated.1 != found?.1
        {
            found = stated
        }
        let reserved = ReservedNames.names(in: files + [copyright, description].compactMap(\.self) + notices)
        reservedNames = found?.1?.hasPrefix("OFL-") == true ? reserved : []
        evidence = found?.0
        identifier = found?.1
    }

    /// The SPDX identifier that distinguishes whether names are reserved: `OFL-1.1-RFN` or `OFL-1.1-no-RFN`.
    public var preciseIdentifier: String? {
        guard let identifier, identifier.hasPrefix("OFL-") else { return identifier }
        return identifier + (reservedNames.isEmpty ? "-no-RFN" : "-RFN")
    }

    /// Whether the licence lets the font be distributed with programs and documents.
    public var isOpen: Bool { identifier.map(KnownLicense.isOpen) ?? false }
}

/// The licences that fonts have.
package enum KnownLicense {
    /// Those that permit distribution, apart from Creative Commons.
    package static let open: Set<String> = [
        "OFL-1.1", "OFL-1.0", "Apache-2.0", "MIT", "Ubuntu-font-1.0", "Bitstream-Vera", "CC0-1.0", "GUST-Font-License",
        "LPPL-1.3c", "LPPL-1.3a", "LPPL-1.2", "LPPL-1.1", "LPPL-1.0", "IPA", "Arphic-1999", "mplus", "Unlicense",
        "BSD-2-Clause", "BSD-3-Clause", "BSD-4-Clause", "WTFPL",
    ]

    /// Whether the licence of an SPDX identifier permits distribution.
    package static func isOpen(_ identifier: String) -> Bool {
        let isShared = identifier.hasPrefix("CC-BY-") && !identifier.contains("-NC") && !identifier.contains("-ND")
        return open.contains(identifier) || isShared || identifier.hasSuffix(" WITH Font-exception-2.0")
    }

    /// The licence without its version, which descriptions often omit; those of Creative Commons have different terms.
    package static func kind(_ identifier: String) -> Substring {
        identifier.hasPrefix("CC") ? identifier[...] : identifier.prefix { $0 != "-" }
    }

    /// Those that the list of SPDX does not contain.
    package static let unlisted: Set<String> = ["GUST-Font-License"]

    private static let redistribution =
        "redistribution and use in source and binary forms with or without modification are permitted"

    /// Words that occur in the text of a licence and in no other one, all of which must be there.
    private static let texts: [(String, [String])] = [
        ("OFL-1.1", ["sil open font license version 1.1", "permission conditions", "reserved font name"]),
        ("OFL-1.0", ["sil open font license version 1.0", "permission conditions"]),
        ("Apache-2.0", ["apache license version 2.0", "grant of copyright license"]),
        ("Ubuntu-font-1.0", ["ubuntu font licence version 1.0"]),
        ("Bitstream-Vera", ["bitstream vera", "the font software may be modified"]),
        ("CC0-1.0", ["cc0 1.0 universal"]), ("CC-BY-4.0", ["creative commons attribution 4.0 international"]),
        ("CC-BY-3.0", ["creative commons legal code attribution 3.0"]),
        ("CC-BY-SA-4.0", ["creative commons attribution sharealike 4.0 international", "licensed rights"]),
        ("CC-BY-SA-3.0", ["creative commons legal code attribution sharealike 3.0"]),
        ("GPL-3.0-or-later WITH Font-exception-2.0", ["gnu general public license version 3", "embed this font"]),
        ("GPL-2.0-or-later WITH Font-exception-2.0", ["gnu general public license", "embed this font"]),
        (
            "AGPL-3.0-only WITH PS-or-PDF-font-exception-20170817",
            ["gnu affero general public license version 3", GNULicense.postScriptException]
        ),
        ("GUST-Font-License", ["gust font license"]),
        ("LPPL-1.3c", ["lppl version 1.3c", "conditions on distribution and modification"]),
        ("IPA", ["ipa font license agreement v1.0"]), ("Arphic-1999", ["arphic public license", "reconstruct"]),
        ("MIT", ["permission is hereby granted free of charge", "the software is provided as is"]),
        ("Unlicense", ["free and unencumbered software released into the public domain"]),
        // It names those of GNU.
        ("MPL-2.0", ["mozilla public license version 2.0", "secondary license"]),
        ("WTFPL", ["do what the fuck you want to public license"]),
        ("mplus", ["unlimited permission is granted to use copy and distribute", "with or without modification"]),
        ("Apache-1.1", [redistribution, "apache software foundation"]),
        ("BSD-4-Clause", [redistribution, "all advertising materials"]),
        ("BSD-3-Clause", [redistribution, "endorse or promote"]), ("BSD-2-Clause", [redistribution]),
    ]

    private static let addresses: [(String, [String])] = [
        ("OFL-1.1", ["openfontlicense.org", "opensource.org/licenses/ofl", "opensource.org/license/ofl"]),
        ("OFL-1.1", ["spdx.org/licenses/ofl-1.1"]), ("Apache-2.0", ["apache.org/licenses/license-2.0"]),
        ("Ubuntu-font-1.0", ["ubuntu.com/legal/font-licence", "font.ubuntu.com/licence", "font.ubuntu.com/ufl"]),
        ("CC0-1.0", ["creativecommons.org/publicdomain/zero/1.0"]),
        ("LPPL-1.3c", ["latex-project.org/lppl/lppl-1-3c", "latex-project.org/lppl.txt"]),
        ("MIT", ["opensource.org/licenses/mit", "opensource.org/license/mit"]),
    ]

    /// - Parameter fonts: The paths of the fonts whose licence is looked for; empty for all that a text speaks of.
    package static func identifier(ofText text: String, fonts: [String] = []) -> String? {
        let text = normalized(PackageCopyright.licenses(of: text, fonts: fonts) ?? text)
        return texts.first { $0.1.allSatisfy(text.contains) }?.0
    }

    package static func identifier(ofAddress text: String) -> String? {
        text.lowercased().split { $0.isWhitespace || "<>()[]\"'“”".contains($0) }.lazy
            .compactMap { identifier(host: LicenseAddress($0)) }.first
    }

    private static func identifier(host address: LicenseAddress) -> String? {
        if let found = addresses.first(where: { $0.1.contains(where: address.begins) }) { return found.0 }
        // SIL has moved the page several times: /OFL, /cms/scripts/page.php?item_id=OFL_web and ?site_id=nrsi&id=OFL.
        if address.begins("sil.org/"), address.path.split(whereSeparator: { !$0.isLetter }).contains("ofl") {
            return "OFL-1.1"
        }
        guard address.begins("creativecommons.org/"),
            let terms = address.path.prefixMatch(of: #/licenses/(by(?:-nc)?(?:-nd|-sa)?)/(\d\.\d)/#)
        else { return nil }
        return "CC-\(terms.1.uppercased())-\(terms.2)"
    }

    /// Returns the words in lower case with one blank between them; points remain within numbers only.
    package static func normalized(_ text: String) -> String {
        text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "." }
            .map { $0.hasSuffix(".") ? $0.dropLast() : $0 }
            .filter { !$0.isEmpty }
            .joined(separator: " ")
    }
}
