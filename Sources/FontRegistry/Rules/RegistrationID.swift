import FontModel

/// Ids of registrations: made from what a registration is, so they outlive a rebuild of the database.
enum RegistrationID {
    /// `f` and sixteen hexadecimal digits.
    static func make(sha256: String, scope: FontScope, provider: String) -> String {
        let text = "\(scope.rawValue)\n\(provider)\n\(sha256)"
        return "f" + ContentHash.of(text).prefix(16)
    }
}
