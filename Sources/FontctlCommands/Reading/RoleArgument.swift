import ArgumentParser
import ReaderFonts

/// A typed role with its font, such as `body=literata`.
struct RoleArgument: ExpressibleByArgument, Sendable, Hashable {
    var font: FamilyStyleSheet.RoleFont

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let role = ReaderStyleSheet.Role(rawValue: parts[0].lowercased()) else { return nil }
        font = .init(role, String(parts[1]))
    }
}

/// A typed reader of style sheets.
enum StyleSheetFormat: String, Sendable, Hashable, CaseIterable, ExpressibleByArgument {
    case css, gtk, pango

    init?(argument: String) { self.init(rawValue: argument.lowercased()) }

    var format: FamilyStyleSheet.Format {
        switch self {
        case .css: .css
        case .gtk: .gtk
        case .pango: .pango
        }
    }
}
