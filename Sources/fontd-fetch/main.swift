import FetchBus
import FetchProgram

// Only the bus starts it with an argument.
if CommandLine.arguments.dropFirst().elementsEqual(["--bus"]) { FetchBus.main() }
FetchProgram.main()
