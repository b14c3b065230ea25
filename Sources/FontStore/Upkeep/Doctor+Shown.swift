import FontModel
import Fontconfig

extension Doctor {
    /// Checks for enabled fonts that the user's fontconfig configuration rejects.
    mutating func examineShown() throws(FontError) {
        let shown = ShownFonts(registrar.context)
        let rejected = try registrar.registered(scope: nil, state: .enabled, provider: nil).filter {
            shown.concealment(of: $0) == .rejected
        }
        guard let first = rejected.first else { return }
        let configuration = FontConfigurationCache.shared.current(registrar.context.fontconfigFile)
        let files =
            first.path.flatMap { configuration?.filesRejecting($0, face: first.faces.first?.index ?? 0) } ?? []
        let place = files.isEmpty ? "" : " The rule is in \(files.joined(separator: ", "))."
        let name = "\(first.faces.first?.postscriptName ?? first.file) (\(first.id))"
        note(
            "font-rejected", .warning,
            rejected.count == 1
                ? "fontconfig's configuration rejects the registered font \(name): programs do not see it.\(place)"
                : "fontconfig's configuration rejects \(rejected.count) registered fonts, such as \(name): programs do not see them.\(place)",
            "Run `fontctl why \(first.id)` for the command that shows it to programs, or disable the fonts with `fontctl disable`."
        )
    }
}
