import Glibc

/// Faults that a font, by its family name, triggers in the process that read it.
enum Fault {
    /// Triggers the fault of a family name of the form "<word> <kind> …"; does nothing for other names.
    static func strike(_ family: String, _ word: String) {
        let words = family.split(separator: " ")
        guard words.count >= 2, words[0] == word else { return }
        switch words[1] {
        case "SIGSEGV": UnsafeMutablePointer<UInt8>(bitPattern: 8)?.pointee = 1
        case "SIGABRT": abort()
        case "SIGTRAP", "SIGILL": fatalError("a fault of the font")
        case "SIGBUS", "SIGFPE": raise(words[1] == "SIGBUS" ? SIGBUS : SIGFPE)
        case "SIGSYS": _ = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        case "Memory":
            while true { memset(malloc(1 << 20), 1, 1 << 20) }
        case "Loop":
            while true {}
        case "Silence":
            // Waits for a request that does not come, as a worker that hangs without using the processor.
            var byte: UInt8 = 0
            while true { read(STDIN_FILENO, &byte, 1) }
        case "Exit": exit(3)
        case "Close":
            close(STDIN_FILENO)
            while true {}
        case "Nonsense": say([4, 0, 0, 0, 9, 9, 9, 9])
        case "Endless": say([255, 255, 255, 255])
        case "Truncated": say([200, 0, 0, 0, 1])
        default: break
        }
    }

    private static func say(_ bytes: [UInt8]) {
        write(STDIN_FILENO, bytes, bytes.count)
        exit(0)
    }
}
