import ArgumentParser
import ReaderFonts

/// A typed role with its font, such as `body=literata`.
struct RoleArgument: ExpressibleByArgument, Sendable, Hashable {
    var role: ReaderStyleSheet.Role
    /// A key of ``FamilyKey/reading``, or a family.
    var key: String

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let role = ReaderStyleSheet.Role(rawValue: parts[0].lowercased()) else { return nil }
        self.role = role
        key = String(parts[1])
    }
}

extension StyleSheetFormat: ExpressibleByArgument {
    init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}
