import FontRegistry
import ReaderFonts

/// A style sheet that shows families.
struct StyleSheetReport: Report {
    var sheet: FamilyStyleSheet
    /// Similar names for families without fonts.
    var suggestions: [String: [String]] = [:]
    /// The errors of registered fonts whose files are damaged or missing.
    var failures: [FontError] = []
    /// The names of which no font can be used because of that.
    var unusableNames: Set<String> = []

    var isDocument: Bool { true }

    private var fonts: PageFonts { sheet.fonts }

    var json: JSON {
        [
            "css": .string(sheet.document), "missing": JSON(fonts.missing),
            "uncovered": .string(fonts.uncovered), "restricted": JSON(fonts.restricted),
            "substituted": JSON(sheet.substitutions),
            "withheld": JSON.withheld(sheet.withheld.values.sorted { $0.name < $1.name }),
            "failures": SkippedFiles.documents(failures),
        ]
    }

    var text: TextOutput {
        var output = TextOutput()
        for line in sheet.document.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            output.line(String(line))
        }
        return output
    }

    var diagnostics: [String] {
        var lines = failures.failureLines
        lines += fonts.missing.filter { !unusableNames.contains($0) }.map { name in
            LicenseReport.missing(name, near: suggestions[name], withheld: sheet.withheld[name])
        }
        lines += sheet.substitutions.map { item in
            let (wanted, found) = (item.wanted, item.found)
            let instead = found.family ?? found.generic.rawValue
            if found.note != .standIn, let reason = sheet.withheld[wanted.key] {
                return
                    "\(wanted.role.rawValue): “\(wanted.key)” cannot be used. “\(instead)” is used instead. \(reason.explanation)"
            }
            return found.note == .standIn
                ? "\(wanted.role.rawValue): “\(instead)” is used for \(wanted.key)."
                : "\(wanted.role.rawValue): no font of “\(wanted.key)” is available, so “\(instead)” is used. Register one, or specify another family."
        }
        lines += fonts.restricted.map {
            "\($0) does not allow embedding (OS/2.fsType). Omit --inline, or use another family."
        }
        if !fonts.uncovered.isEmpty { lines.append("No font of these families has: \(fonts.uncovered)") }
        return lines
    }

    var exitStatus: Int32 {
        let isComplete =
            failures.isEmpty && fonts.missing.isEmpty && fonts.restricted.isEmpty
            && sheet.substitutions.allSatisfy { $0.found.note == .standIn }
        return isComplete ? ExitStatus.done : ExitStatus.failed
    }
}
