import CLinux
import Glibc

/// One of the places at which a bus may be, as the D-Bus specification writes them under "Server Addresses".
struct ServerAddress {
    /// The place as it was written.
    let text: String
    private let transport: Substring
    /// By key, without escapes; nil where something was written that is no value.
    private let values: [Substring: [UInt8]?]

    private init(_ text: Substring) {
        self.text = String(text)
        let colon = text.firstIndex(of: ":") ?? text.endIndex
        transport = text[..<colon]
        let pairs = text[colon...].dropFirst().split(separator: ",").map { pair in
            let equals = pair.firstIndex(of: "=") ?? pair.endIndex
            return (pair[..<equals], Self.unescaped(pair[equals...].dropFirst()))
        }
        // Whoever says the same twice has said nothing.
        values = Dictionary(pairs) { _, _ in nil }
    }

    /// The places that an address names, in the order in which to try them.
    static func list(_ address: BusConnection.Address) throws(BusFailure) -> [ServerAddress] {
        let places =
            switch address {
            case .explicit(let text): text.split(separator: ";").map(Self.init)
            case .session: sessionPlaces
            }
        guard !places.isEmpty else {
            throw .disconnected(
                "There is no address of a bus. Set DBUS_SESSION_BUS_ADDRESS or XDG_RUNTIME_DIR, or log in anew.")
        }
        return places
    }

    private static var sessionPlaces: [ServerAddress] {
        if let text = variable("DBUS_SESSION_BUS_ADDRESS") { return text.split(separator: ";").map(Self.init) }
        return variable("XDG_RUNTIME_DIR").map { [Self("unix:path=" + escaped($0 + "/bus")[...])] } ?? []
    }

    /// A variable that whoever started a program with more rights than his own has no say in.
    private static func variable(_ name: String) -> String? {
        guard let value = clx_variable(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    /// The server's id that the address demands, in hexadecimal digits; empty if it demands none.
    var guid: String { String(decoding: (values["guid"] ?? nil) ?? [], as: UTF8.self).lowercased() }

    /// The place's name as the kernel has it in `sun_path`: a path with its zero, or an abstract name after one.
    ///
    /// Nil for a place that is no socket in a Unix domain, or not written as the specification says.
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
            // A sign would pass as part of a number.
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
