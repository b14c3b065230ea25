import FontClient
import FontctlCommands

FontctlProgram.main { isWhollyOverBus throws(FontError) in
    try await FontManager.open(
        provider: "user", authority: .user, route: isWhollyOverBus ? .bus() : .automatic,
        context: .user(bell: .detachedChild))
}
