import FontRegistry
import ReaderFonts

/// The readers of style sheets.
enum StyleSheetFormat: String, Sendable, Hashable, CaseIterable {
    /// Web pages.
    case css
    /// GTK.
    case gtk
    /// Pango: a font description for each role.
    case pango
}

/// A style sheet that shows families.
struct StyleSheetReport: Report {
    var format: StyleSheetFormat
    var fonts = PageFonts()
    /// The style sheet of a reader; nil if there are only families.
    var sheet: ReaderStyleSheet?
    /// The roles that have another family than the requested one.
    var substitutions: [(RoleArgument, FontChoice.Resolution)] = []

    /// Similar names for families without fonts.
    var suggestions: [String: [String]] = [:]

    var isDocument: Bool { true }

    private var document: String {
        switch format {
        case .css: fonts.css + (sheet?.css ?? "")
        case .gtk: sheet?.gtkCSS ?? ""
        case .pango:
            ReaderStyleSheet.Role.allCases.compactMap { role in
                sheet.flatMap { $0.families[role] == nil ? nil : "\(role.rawValue)=\($0.pangoDescription(role))\n" }
            }.joined()
        }
    }

    var json: JSON {
        [
            "css": .string(document), "missing": .array(fonts.missing.map(JSON.string)),
            "uncovered": .string(fonts.uncovered), "restricted": .array(fonts.restricted.map(JSON.string)),
            "substituted": .array(
                substitutions.map { argument, found in
                    [
                        "role": .string(argument.role.rawValue), "requested": .string(argument.key),
                        "family": JSON(found.family), "generic": .string(found.generic.rawValue),
                    ]
                }),
        ]
    }

    var text: TextOutput {
        var output = TextOutput()
        for line in document.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            output.line(String(line))
        }
        return output
    }

    var diagnostics: [String] {
        var lines = fonts.missing.map { LicenseReport.missing($0, near: suggestions[$0]) }
        lines += substitutions.map { argument, found in
            let instead = found.family ?? found.generic.rawValue
            return found.note == .standIn
                ? "\(argument.role.rawValue): “\(instead)” stands in for \(argument.key)."
                : "\(argument.role.rawValue): there is no font of “\(argument.key)”, so “\(instead)” is used. Register it, or name another one."
        }
        lines += fonts.restricted.map {
            "\($0) does not permit to be embedded (OS/2.fsType). Leave out --inline, or take another family."
        }
        if !fonts.uncovered.isEmpty { lines.append("No font of these families has: \(fonts.uncovered)") }
        return lines
    }

    var exitStatus: Int32 {
        let isComplete =
            fonts.missing.isEmpty && fonts.restricted.isEmpty && substitutions.allSatisfy { $0.1.note == .standIn }
        return isComplete ? ExitStatus.done : ExitStatus.failed
    }
}
