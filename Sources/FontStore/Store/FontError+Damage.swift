import FontModel

extension FontError {
    /// Returns the error `registrationFailed` (301) for a database with contents that fontd did not write.
    static func damagedDatabase(_ detail: String) -> FontError {
        FontError(.registrationFailed, damageAdvice, cause: .store(.damaged, detail: detail))
    }

    static let damageAdvice: Message = "The database of the font store is damaged. A repair keeps your fonts."
}
