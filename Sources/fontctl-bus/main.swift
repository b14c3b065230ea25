import FontClient
import FontctlCommands

FontctlProgram.main { () throws(FontError) in
    try await FontManager.open(provider: "user", route: .bus())
}
