import FontModel

extension Doctor {
    /// Checks for enabled fonts that the user's fontconfig configuration rejects.
    mutating func examineShown() throws(FontError) {
        let shown = ShownFonts(registrar.context)
        let rejected = try registrar.registered(scope: nil, state: .enabled, provider: nil).filter {
            shown.concealment(of: $0) == .rejected
        }
        guard let first = rejected.first else { return }
        let name = "\(first.faces.first?.postscriptName ?? first.file) (\(first.id))"
        note(
            "font-rejected", .warning,
            rejected.count == 1
                ? "fontconfig's configuration rejects the registered font \(name): programs do not see it."
                : "fontconfig's configuration rejects \(rejected.count) registered fonts, such as \(name): programs do not see them.",
            "Remove the <rejectfont> rule from the files in ~/.config/fontconfig or /etc/fonts, or disable the fonts with `fontctl disable`."
        )
    }
}
