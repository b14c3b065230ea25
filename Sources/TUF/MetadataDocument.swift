import FontModel

/// A signed document of metadata, before anybody trusts it.
struct MetadataDocument: Sendable {
    /// The name for messages, such as `snapshot.json`.
    let name: String
    /// The part that the signatures cover.
    let signed: JSONValue
    /// The canonical form of that part.
    let signedBytes: [UInt8]
    /// The signatures, by the identifiers of keys.
    let signatures: [ExactText: [UInt8]]
    /// The version, from 1.
    let version: Int64
    /// When the document expires.
    let expires: Timestamp

    /// Reads a document of a type.
    init(_ bytes: [UInt8], type: String, name: String) throws(TrustError) {
        func malformed(_ reason: String) -> TrustError { .malformed(name: name, reason: reason) }
        var parser = JSONParser(bytes)
        let document: JSONValue
        do { document = try parser.document() } catch { throw malformed(error.description) }
        guard let signed = document["signed"], signed.members != nil else { throw malformed("It has no signed part") }
        guard let found = signed["_type"]?.text else { throw malformed("It has no type") }
        guard found.utf8.elementsEqual(type.utf8) else { throw .wrongType(name: name, found: found) }
        guard let given = document["signatures"]?.elements else { throw malformed("It has no signatures") }
        var signatures: [ExactText: [UInt8]] = [:]
        for signature in given {
            guard let key = signature["keyid"]?.text, let digits = signature["sig"]?.text else {
                throw malformed("A signature is incomplete")
            }
            // An invalid signature beside enough valid ones is of no consequence.
            guard signatures.updateValue(Digest.bytes(hexadecimal: digits) ?? [], forKey: ExactText(key)) == nil else {
                throw malformed("A key signs it twice")
            }
        }
        guard let specification = signed["spec_version"]?.text, Self.isSupported(specification) else {
            throw malformed("It follows another version of the specification")
        }
        guard let version = signed["version"]?.integer, version > 0 else { throw malformed("It has no version") }
        guard let expires = signed["expires"]?.text.flatMap(Timestamp.init) else {
            throw malformed("It has no date of expiry")
        }
        self.name = name
        self.signed = signed
        signedBytes = parser.canonicalMembers["signed"].map { Array(bytes[$0]) } ?? signed.canonical
        self.signatures = signatures
        self.version = version
        self.expires = expires
    }

    /// Whether a version of the specification is 1.x or 1.x.y.
    private static func isSupported(_ version: String) -> Bool {
        let numbers = version.split(separator: ".", omittingEmptySubsequences: false)
        return (2...3).contains(numbers.count) && numbers[0] == "1"
            && numbers.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    }

    func malformed(_ reason: String) -> TrustError { .malformed(name: name, reason: reason) }

    /// Checks that enough keys of a role signed the document.
    func requireSignatures(of role: Role, keys: [ExactText: PublicKey]) throws(TrustError) {
        var valid = 0
        for identifier in role.keys {
            guard let key = keys[identifier], let signature = signatures[identifier] else { continue }
            if key.verifies(signature, of: signedBytes) { valid += 1 }
        }
        guard valid >= role.threshold else {
            throw .signatures(name: name, valid: valid, threshold: role.threshold)
        }
    }

    /// Checks that the document has not expired.
    func requireValidity(at now: Timestamp) throws(TrustError) {
        guard now < expires else { throw .expired(name: name, date: expires.description) }
    }
}

/// The keys that sign for a role, and how many must.
struct Role: Sendable {
    var keys: [ExactText]
    var threshold: Int

    /// Reads the members `keyids` and `threshold`.
    init(_ value: JSONValue, in document: MetadataDocument) throws(TrustError) {
        guard let keys = value["keyids"]?.elements, let threshold = value["threshold"]?.integer, threshold > 0,
            threshold <= Int64(Int32.max)
        else { throw document.malformed("A role is incomplete") }
        self.keys = []
        for key in keys {
            guard let key = key.text.map(ExactText.init) else { throw document.malformed("A role is incomplete") }
            guard !self.keys.contains(key) else { throw document.malformed("A role has a key twice") }
            self.keys.append(key)
        }
        self.threshold = Int(threshold)
    }

    /// Reads keys by their identifiers.
    static func keys(_ value: JSONValue?, in document: MetadataDocument) throws(TrustError) -> [ExactText: PublicKey] {
        guard let members = value?.members else { throw document.malformed("It has no keys") }
        var keys: [ExactText: PublicKey] = [:]
        for member in members {
            guard let type = member.value["keytype"]?.text, let scheme = member.value["scheme"]?.text,
                let value = member.value["keyval"]?["public"]?.text
            else { throw document.malformed("A key is incomplete") }
            keys[ExactText(member.key)] = PublicKey(type: type, scheme: scheme, value: value)
        }
        return keys
    }
}
