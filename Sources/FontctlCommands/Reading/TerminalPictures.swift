import FontSpecimens
import Foundation
import Glibc

/// The way in which a terminal shows pictures.
enum TerminalPictures: Sendable {
    /// kitty's graphics protocol (https://sw.kovidgoyal.net/kitty/graphics-protocol/).
    case kitty
    /// iTerm2's inline images (https://iterm2.com/documentation-images.html).
    case iTerm
    /// Sixel graphics, as of DEC's VT340.
    case sixel

    /// The format to draw.
    var format: Specimen.Format { self == .sixel ? .sixel : .png }

    /// Returns the bytes that show a picture.
    func sequence(_ picture: [UInt8]) -> [UInt8] {
        let text = Data(picture).base64EncodedString()
        switch self {
        case .sixel: return picture + [UInt8(ascii: "\n")]
        case .iTerm: return Array("\u{1B}]1337;File=inline=1;size=\(picture.count):\(text)\u{7}\n".utf8)
        case .kitty:
            var bytes: [UInt8] = []
            var rest = text.utf8[...]
            var keys = "a=T,f=100,"
            repeat {
                // The protocol's largest piece.
                let piece = rest.prefix(4_096)
                rest = rest.dropFirst(piece.count)
                bytes += Array("\u{1B}_G\(keys)m=\(rest.isEmpty ? 0 : 1);".utf8) + piece + Array("\u{1B}\\".utf8)
                keys = ""
            } while !rest.isEmpty
            return bytes + [UInt8(ascii: "\n")]
        }
    }

    /// Returns what the terminal of this process answers that it can show; nil for one that does not say so.
    static func ofTerminal(_ variables: [String: String]) -> TerminalPictures? {
        let kind = variables["TERM"] ?? ""
        // These print unknown sequences.
        guard isatty(STDOUT_FILENO) != 0, !["", "dumb", "linux"].contains(kind) else { return nil }
        if variables["TERM_PROGRAM"] == "iTerm.app", variables["TMUX"] == nil { return .iTerm }
        return answer().flatMap(Self.init(answer:))
    }

    /// Reads the answer to the question for kitty's protocol, and to that for the terminal's attributes, of which 4 is
    /// sixel graphics.
    init?(answer: [UInt8]) {
        let text = String(decoding: answer, as: UTF8.self)
        if text.contains("_Gi=31;OK") {
            self = .kitty
        } else if let attributes = text.firstMatch(of: #/\x1B\[\?([0-9;]+)c/#)?.output.1,
            attributes.split(separator: ";").dropFirst().contains("4")
        {
            self = .sixel
        } else {
            return nil
        }
    }

    /// Asks the terminal; nil if it does not answer within a second.
    private static func answer() -> [UInt8]? {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        var settings = termios()
        // A process in the background would be stopped.
        guard tcgetpgrp(terminal) == getpgrp(), tcgetattr(terminal, &settings) == 0 else { return nil }
        var raw = settings
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        guard tcsetattr(terminal, TCSAFLUSH, &raw) == 0 else { return nil }
        defer { tcsetattr(terminal, TCSAFLUSH, &settings) }
        // Every terminal answers the second question, so that the first need not time out.
        let question = Array("\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c".utf8)
        guard write(terminal, question, question.count) == question.count else { return nil }
        var answer: [UInt8] = []
        let end = ContinuousClock.now + .seconds(1)
        while answer.count < 1_024 {
            let left = end - .now
            var ready = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
            guard left > .zero, poll(&ready, 1, Int32(left / .milliseconds(1))) > 0 else { return nil }
            var buffer = [UInt8](repeating: 0, count: 256)
            let count = read(terminal, &buffer, buffer.count)
            guard count > 0 else { return nil }
            answer += buffer.prefix(count)
            if String(decoding: answer, as: UTF8.self).firstMatch(of: #/\x1B\[\?[0-9;]*c/#) != nil { return answer }
        }
        return nil
    }
}

/// The desktop's program for pictures.
enum PictureViewer {
    /// Opens a file, without waiting for the program.
    ///
    /// - Returns: False if there is no display, or nothing that opens files.
    static func open(_ path: String, _ variables: [String: String]) -> Bool {
        let hasDisplay = ["WAYLAND_DISPLAY", "DISPLAY"].contains { variables[$0]?.isEmpty == false }
        let folders = (variables["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        guard hasDisplay,
            let program = folders.map({ "\($0)/xdg-open" }).first(where: FileManager.default.isExecutableFile)
        else { return false }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = [path]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return (try? process.run()) != nil
    }
}
