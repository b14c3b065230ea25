/// The address of a document or a file on the web.
///
/// It is read without Foundation, which the program that fetches files does not link, and more strictly than RFC 3986
/// asks for, so that no two readers find different hosts in it.
package struct RemoteAddress: Sendable, Hashable {
    package let text: String
    package let isSecure: Bool
    /// The host in lower case, without the brackets of an IPv6 address.
    package let host: String
    package let port: UInt16

    /// - Returns: Nil for an address of another protocol, without a host, or with characters that need an encoding.
    package init?(_ text: String) {
        let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
        guard isPlain, let authority = Self.authority(text),
            let scheme = ["http", "https"].first(where: { $0 + "://" == text.prefix($0.count + 3).lowercased() })
        else { return nil }
        let parts = text[authority].split(separator: "@", omittingEmptySubsequences: false)
        guard let place = parts.last, parts.count <= 2 else { return nil }
        let name: Substring
        let rest: Substring
        if place.hasPrefix("[") {
            guard let end = place.firstIndex(of: "]") else { return nil }
            name = place[place.index(after: place.startIndex)..<end]
            rest = place[place.index(after: end)...]
            guard name.utf8.allSatisfy({ $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") || $0.isHexDigit }) else {
                return nil
            }
        } else {
            name = place.prefix { $0 != ":" }
            rest = place[name.endIndex...]
            guard name.utf8.allSatisfy({ $0.isHexDigit || $0.isLetter || "-._~%".utf8.contains($0) }) else {
                return nil
            }
        }
        isSecure = scheme == "https"
        guard !name.isEmpty else { return nil }
        switch rest {
        case "", ":": port = isSecure ? 443 : 80
        default:
            guard rest.first == ":", let number = UInt16(rest.dropFirst()), rest.dropFirst().first?.isNumber == true
            else { return nil }
            port = number
        }
        self.text = text
        host = name.lowercased()
    }

    /// Whether it is of this machine, without a look at a name server.
    package var isLoopback: Bool {
        if host == "localhost" || host == "::1" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
    }

    /// The address for messages, without a user and a password.
    package var shown: String { Self.shown(text) }

    /// Returns any address for messages, without a user and a password.
    package static func shown(_ text: String) -> String {
        // The paths of this machine have no password.
        guard let sign = text.lastIndex(of: "@"), text.prefix(5).lowercased() != "file:" else { return text }
        // What cannot be read may still have a password before its last sign for one.
        guard let address = RemoteAddress(text), let authority = authority(address.text) else {
            return "…" + text[sign...]
        }
        guard let own = text[authority].lastIndex(of: "@") else { return text }
        return String(text[..<authority.lowerBound] + text[text.index(after: own)...])
    }

    /// Returns the address to which this one leads.
    ///
    /// - Parameter count: The number of redirections before this one.
    /// - Throws: A fault for a local file or another protocol, for a way from HTTPS to HTTP, and for too many of them.
    package func redirected(to target: String, after count: Int) throws(RedirectFault) -> RemoteAddress {
        guard count < TransferLimits.redirections else { throw .tooMany(shown) }
        guard let next = RemoteAddress(target), next.isSecure || !isSecure else {
            throw .refused(from: shown, to: Self.shown(target))
        }
        return next
    }

    /// The part of a text between the two slashes after its scheme and the path.
    private static func authority(_ text: String) -> Range<String.Index>? {
        let bytes = text.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
            return nil
        }
        let start = bytes.index(colon, offsetBy: 3)
        return start..<(bytes[start...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.endIndex)
    }
}

/// The reason for which a redirection is not followed; addresses are without user names and passwords.
package enum RedirectFault: Error, Sendable, Hashable {
    /// It leads to a local file, to another protocol, or from HTTPS to HTTP.
    case refused(from: String, to: String)
    /// There are more than ``TransferLimits/redirections``.
    case tooMany(String)
}

extension UInt8 {
    fileprivate var isLetter: Bool { (0x41...0x5A).contains(self & 0xDF) }
    fileprivate var isHexDigit: Bool { (0x30...0x39).contains(self) || (0x41...0x46).contains(self & 0xDF) }
}
