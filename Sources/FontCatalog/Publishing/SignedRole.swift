import TUF

/// A document of metadata in the folder of a publisher.
struct SignedRole {
    /// How long a role is valid after it is signed, and when before its end it is signed anew.
    struct Life {
        var days: Int64
        var renewedBefore: Int64

        /// Roots, targets and hash bins.
        static let long = Life(days: 400, renewedBefore: 60)
        static let snapshot = Life(days: 60, renewedBefore: 30)
        static let timestamp = Life(days: 14, renewedBefore: 7)
    }

    let version: Int64
    let bytes: [UInt8]
    /// The signed part without version and date of expiry.
    let content: JSONValue
    let expires: Timestamp
    /// The identifiers of the keys that signed it.
    let signers: [String]

    /// Reads a document that the publisher wrote before; nil if it is none.
    init?(_ bytes: [UInt8]) {
        guard let document = try? JSONValue(bytes), let signed = document["signed"]?.members,
            let version = document["signed"]?["version"]?.integer,
            let expires = document["signed"]?["expires"]?.text.flatMap(Timestamp.init),
            let signatures = document["signatures"]?.elements
        else { return nil }
        self.bytes = bytes
        self.version = version
        self.expires = expires
        signers = signatures.compactMap { $0["keyid"]?.text }
        content = .object(signed.filter { $0.key != "version" && $0.key != "expires" })
    }

    /// Signs a document.
    private init(_ content: JSONValue, version: Int64, expires: Timestamp, keys: [SigningKey]) {
        let dated =
            (content.members ?? []) + [
                .init("version", .integer(version)), .init("expires", .string(expires.description)),
            ]
        bytes = SignedMetadata.document(.object(dated), by: keys)
        self.version = version
        self.expires = expires
        self.content = content
        signers = keys.map(\.identifier)
    }

    /// Whether the document is valid for longer than the time in which it is signed anew.
    func isLasting(at now: Timestamp, for life: Life = .long) -> Bool {
        expires.seconds - now.seconds > life.renewedBefore * 86_400
    }

    /// Returns the former document if it has the content and the signers and is valid for long enough, else the next version.
    ///
    /// - Parameters:
    ///   - first: The version if there is no former document.
    ///   - end: The date of expiry; nil for that of the role's life.
    static func revised(
        _ type: String, _ members: [JSONValue.Member], former: SignedRole?, first: Int64 = 1, keys: [SigningKey],
        life: Life, now: Timestamp, until end: Timestamp? = nil
    ) -> SignedRole {
        let content = JSONValue.object(
            [.init("_type", .string(type)), .init("spec_version", .string(SignedMetadata.specification))] + members)
        if let former, former.content == content, former.signers == keys.map(\.identifier),
            former.isLasting(at: now, for: life)
        {
            return former
        }
        return SignedRole(
            content, version: former.map { $0.version + 1 } ?? first,
            expires: end ?? Timestamp(seconds: now.seconds + life.days * 86_400), keys: keys)
    }
}
