import Foundation

/// The address of a document on the web.
package struct RemoteAddress: Sendable, Hashable {
    let text: String
    let isSecure: Bool

    /// - Returns: Nil for an address of another protocol or without a host.
    package init?(_ text: String) {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            parts.host?.isEmpty == false, scheme == "http" || scheme == "https"
        else { return nil }
        self.text = text
        isSecure = scheme == "https"
    }

    /// The address for messages, without a user and a password.
    var shown: String { Self.shown(text) }

    /// Returns any address for messages, without a user and a password.
    package static func shown(_ text: String) -> String {
        guard var parts = URLComponents(string: text) else {
            // What cannot be read may still have a password before its last sign for one.
            return text.lastIndex(of: "@").map { "…" + text[$0...] } ?? text
        }
        (parts.user, parts.password) = (nil, nil)
        return parts.string ?? text
    }

    /// Returns the address to which this one leads.
    ///
    /// - Parameter count: The number of redirections before this one.
    /// - Throws: An error for a local file or another protocol, for a way from HTTPS to HTTP, and for too many of them.
    func redirected(to target: String, after count: Int) throws(RemoteDocumentError) -> RemoteAddress {
        guard count < RemoteLimits.redirections else { throw .tooManyRedirections(shown) }
        guard let next = RemoteAddress(target), next.isSecure || !isSecure else {
            throw .refusedRedirection(from: shown, to: Self.shown(target))
        }
        return next
    }
}
