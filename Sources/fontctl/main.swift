import FontClient
import FontModel
import FontRegistry
import FontService
import FontctlCommands
import ProgramSupport

// One program for both, since two programs of 70 MB each would have 60 MB in common.
switch ProgramFile.name {
case "fontd":
    FontdProgram.main()
default:
    FontctlProgram.main { isWhollyOverBus throws(FontError) in
        try await FontManager.open(
            provider: "user", authority: .user, route: isWhollyOverBus ? .bus() : .automatic,
            context: .user(delayedTouches: .detachedChild))
    } serviceState: {
        await .present()
    }
}
