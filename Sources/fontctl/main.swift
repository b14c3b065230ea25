import FetchBus
import FetchProgram
import FontClient
import FontModel
import FontRegistry
import FontService
import FontctlCommands
import ProgramSupport

// One program for all, since each alone would have most of its size in common with the others.
switch ProgramFile.name {
case "fontd":
    FontdProgram.main()
case "fontd-fetch":
    // Only the bus starts it with an argument.
    if CommandLine.arguments.dropFirst().elementsEqual(["--bus"]) { FetchBus.main() }
    FetchProgram.main()
default:
    FontctlProgram.main { isWhollyOverBus throws(FontError) in
        try await FontManager.open(
            provider: FontManager.userProvider, authority: .user, route: isWhollyOverBus ? .bus() : .automatic,
            context: .user(delayedTouches: .detachedChild))
    } serviceState: {
        await .present()
    }
}
