import CLinux
import Glibc

/// One address of a bus, in the format of "Server Addresses" in the D-Bus specification.
struct ServerAddress {
    /// The unparsed address.
    let text: String
    private let transport: Substring
    /// The unescaped values by key; nil for an invalid value.
    private let values: [Substring: [UInt8]?]

    private init(_ text: Substring) {
        self.text = String(text)
        let colon = text.firstIndex(of: ":") ?? text.endIndex
        transport = text[..<colon]
        let pairs = text[colon...].dropFirst().split(separator: ",").map { pair in
            let equals = pair.firstIndex(of: "=") ?? pair.endIndex
            return (pair[..<equals], Self.unescaped(pair[equals...].dropFirst()))
        }
        // A duplicate key is invalid.
        values = Dictionary(pairs) { _, _ in nil }
    }

    /// Returns the addresses in the order in which to try them.
    static func list(_ address: BusConnection.Address) throws(BusFailure) -> [ServerAddress] {
        let text: String? =
            switch address {
            case .explicit(let text): text
            case .session:
                variable("DBUS_SESSION_BUS_ADDRESS")
                    ?? variable("XDG_RUNTIME_DIR").map { "unix:path=" + escaped($0 + "/bus") }
            }
        let places = (text ?? "").split(separator: ";").map(Self.init)
        guard !places.isEmpty else {
            throw .disconnected(
                "The address of the session bus is unknown. Set DBUS_SESSION_BUS_ADDRESS or XDG_RUNTIME_DIR, or log in again."
            )
        }
        return places
    }

    /// Returns an environment variable, or nil in a program that runs with more privileges than the user who started
    /// it.
    private static func variable(_ name: String) -> String? {
        guard let value = clx_variable(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    /// The server's GUID that the address requires, in lowercase hexadecimal digits; empty if it requires none.
    var guid: String { String(decoding: (values["guid"] ?? nil) ?? [], as: UTF8.self).lowercased() }

    /// The socket's name as it is stored in `sun_path`: a path with a terminating zero, or an abstract name after a
    /// zero.
    ///
    /// It is nil for an address that is invalid or not of a Unix domain socket.
    var socketName: [UInt8]? {
        guard transport == "unix" else { return nil }
        let name: [UInt8]? =
            switch (values["path"], values["abstract"]) {
            case (let path??, nil): path.contains(0) ? nil : path + [0]
            case (nil, let abstract??): abstract.contains(0) ? nil : [0] + abstract
            default: nil
            }
        guard let name, (2...MemoryLayout.size(ofValue: sockaddr_un().sun_path)).contains(name.count) else {
            return nil
        }
        return name
    }

    // MARK: Escapes

    private static func unescaped(_ text: Substring) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            // `UInt8(_:radix:)` accepts a sign.
            guard digits.count == 2, digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return bytes
    }

    private static func escaped(_ path: String) -> String {
        path.utf8.reduce(into: "") { text, byte in
            let scalar = Unicode.Scalar(byte)
            let stays =
                scalar.isASCII
                && (scalar.properties.isAlphabetic || "0123456789-_/.\\*".unicodeScalars.contains(scalar))
            text += stays ? String(scalar) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
    }
}
