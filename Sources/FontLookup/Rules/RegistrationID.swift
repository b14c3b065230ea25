import FontModel

/// Ids of registrations, derived from the registration itself, so that they survive a rebuild of the database.
package enum RegistrationID {
    /// Returns `f` and sixteen hexadecimal digits.
    package static func make(sha256: String, scope: FontScope, provider: String) -> String {
        let text = "\(scope.rawValue)\n\(provider)\n\(sha256)"
        return "f" + ContentHash.of(Array(text.utf8)).prefix(16)
    }

    /// Whether a text has the form of an id.
    package static func isWellFormed(_ text: String) -> Bool {
        let digits = text.utf8.dropFirst()
        return text.utf8.first == UInt8(ascii: "f") && digits.count == 16
            && digits.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }
}

extension RegistrationRecord {
    /// Returns the id of the registration of a content.
    package func id(of sha256: String) -> String {
        RegistrationID.make(sha256: sha256, scope: scope, provider: provider)
    }
}
