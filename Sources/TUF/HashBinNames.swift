/// The names of hash bins: roles that share all paths by the first bits of the SHA-256 of a path (TAP 15).
public struct HashBinNames: Sendable, Hashable {
    /// The number of bits, 1…32; there are 2^bits bins.
    public let bits: Int
    /// The beginning of each name.
    public let prefix: String

    public init(bits: Int, prefix: String) {
        self.bits = bits
        self.prefix = prefix
    }

    /// The number of digits of a bin in its name.
    private var digits: Int { (bits + 3) / 4 }

    /// The name of the bin of a path.
    public func name(for path: String) -> String {
        let first = Digest.sha256(Array(path.utf8)).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return name(of: first >> UInt32(32 - bits))
    }

    private func name(of bin: UInt32) -> String {
        let number = String(bin, radix: 16)
        return "\(prefix)-\(String(repeating: "0", count: max(0, digits - number.count)))\(number)"
    }

    /// The names of all bins; none if there are more than 65,536.
    public var names: [String] { bits <= 16 ? (0..<UInt32(1) << UInt32(bits)).map(name(of:)) : [] }

    /// Whether a name is that of a bin.
    public func contains(_ name: String) -> Bool {
        guard name.utf8.starts(with: (prefix + "-").utf8) else { return false }
        let number = name.utf8.dropFirst(prefix.utf8.count + 1)
        guard number.count == digits, let bin = UInt32(String(Substring(number)), radix: 16) else { return false }
        return (bits == 32 || bin < 1 << UInt32(bits)) && self.name(of: bin).utf8.elementsEqual(name.utf8)
    }
}
