package import FontModel

/// A font outside of fontd's folders that the administrator hides from the programs of all users.
package struct SystemHiding: Sendable, Hashable {
    package var font: FontDescriptor
    /// The text that means the font.
    package var name: String

    package init(font: FontDescriptor, name: String) {
        self.font = font
        self.name = name
    }

    /// The command with which an administrator shows the font again.
    package var showing: String { ShellWords.line(["sudo", "fontctl", "--system", "enable"], operands: [name]) }

    package var explanation: Message {
        "The administrator has hidden this system font from all users: `\(showing)` shows it again."
    }
}
