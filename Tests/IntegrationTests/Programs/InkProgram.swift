import Foundation
import TestSupport
import Testing

/// A program that shows text with Pango, or with GTK 3, and reports its ink.
final class InkProgram {
    private let program: LiveProgram
    /// The number of notices of changed fonts since the last call of ``hasNotice()``.
    private var notices = 0

    var identifier: Int32 { program.identifier }

    /// - Parameter environment: The variables of the display for a GTK program; nil for one without.
    init(family: String, in home: PrivateHome, on environment: [String: String]? = nil) throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "InkProgram.py")
        program = try LiveProgram(
            Programs.python, [script.path(percentEncoded: false), family] + (environment == nil ? [] : ["3"]),
            environment: environment ?? home.environment, readsInput: true)
        try #require(answer() == "ready")
    }

    /// Draws letters at a size in pixels and returns their width and a digest of their ink.
    func ink(at size: Int) throws -> String {
        try program.tell("\(size)")
        let ink = answer()
        if ink == nil { Issue.record("the program ended") }
        return ink ?? ""
    }

    /// Returns the next line that is no notice.
    ///
    /// A notice may come before the program is ready.
    private func answer() -> String? {
        while let line = program.line() {
            if line != "notice" { return line }
            notices += 1
        }
        return nil
    }

    /// Waits for a notice of changed fonts.
    func hasNotice() -> Bool {
        if notices > 0 {
            notices -= 1
            return true
        }
        return program.line() == "notice"
    }

    func end() { program.kill() }
}
