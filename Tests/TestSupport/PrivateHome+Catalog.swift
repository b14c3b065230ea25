import Foundation

extension PrivateHome {
    /// The text of a licence that publishers use.
    public static let openLicense = Array(
        """
        Copyright 2026 The Project Authors

        SIL OPEN FONT LICENSE Version 1.1 - 26 February 2007
        PERMISSION & CONDITIONS
        No Modified Version of the Font Software may use the Reserved Font Name(s) unless …
        """.utf8)

    /// Publishes fonts in a catalogue of files with the installed fontctl, and adds it for the user.
    ///
    /// - Parameters:
    ///   - license: The text of the licence of each family.
    ///   - allowed: A closed licence that is published, which asks for agreement.
    /// - Returns: The identifier of the catalogue.
    @discardableResult
    public func offerInCatalog(
        _ fonts: [SyntheticFont], license: [UInt8] = openLicense, allowing allowed: String? = nil
    ) throws -> String {
        for font in fonts {
            try write(license, as: "offered/\(font.family)/LICENSE.txt")
            try write(font, as: "offered/\(font.family)/\(font.family)-\(font.style).ttf")
        }
        let folder = root + "/given"
        _ = try fontctl("catalog", "keygen", folder + "/keys")
        let built = try fontctl(
            ["catalog", "build", folder + "/offered", "--out", folder + "/site", "--keys", folder + "/keys", "--json"]
                + (allowed.map { ["--allow-license", $0] } ?? []))
        let document = try JSONSerialization.jsonObject(with: Data(built.output.utf8)) as? [String: Any]
        guard let address = document?["address"] as? String, let id = document?["catalog"] as? String,
            try fontctl("catalog", "add", address).status == 0
        else { throw CocoaError(.fileReadCorruptFile, userInfo: [NSDebugDescriptionErrorKey: "\(built)"]) }
        return id
    }

    private func fontctl(_ arguments: String...) throws -> Command.Result { try fontctl(arguments) }

    private func fontctl(_ arguments: [String]) throws -> Command.Result {
        try Command.run(Command.product("fontctl"), arguments, environment: environment)
    }
}
