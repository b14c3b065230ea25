import FontAdvice
import FontRegistry
import Foundation
import ProgramSupport
import ReaderFonts

/// The forms of the page of licences.
enum LicenseFormat: String, Sendable, CaseIterable {
    case text, html, json, spdx, debian
}

/// The licences of fonts.
struct LicensePage: Sendable {
    var found = FoundAttributions()
    /// Similar names for missing ones.
    var near: [String: [String]] = [:]
    /// The errors of registered fonts whose files are damaged or missing, and of files that cannot be read.
    var failures: [FontError] = []
}

/// The licences of fonts, or a check of them.
enum LicenseReport: Report {
    case page(LicensePage, LicenseFormat)
    case check(LicenseCheck)

    var json: JSON {
        switch self {
        case .page(let page, _):
            [
                "families": .array(page.found.attributions.map(Self.document)), "missing": JSON(page.found.missing),
                "withheld": JSON.withheld(page.found.withheld), "failures": SkippedFiles.documents(page.failures),
            ]
        case .check(let check):
            ["files": .array(check.files.map(Self.document)), "complete": JSON(check.isComplete)]
        }
    }

    private static func document(_ item: Attribution) -> JSON {
        JSON(item).adding(("texts", JSON(item.texts)), ("foundTexts", JSON(item.foundTexts)))
    }

    private static func document(_ file: LicenseCheck.File) -> JSON {
        [
            "file": .string(file.path), "license": JSON(file.license.expression),
            "evidence": JSON(file.license.evidence?.rawValue), "texts": JSON(file.texts),
            "failure": JSON(file.failure), "complete": JSON(file.isComplete),
        ]
    }

    var isDocument: Bool { if case .page = self { true } else { false } }

    var text: TextOutput {
        switch self {
        case .page(let page, let format):
            let items = page.found.attributions
            let document =
                switch format {
                case .text, .json: items.text
                case .html: items.html
                case .spdx: items.spdx(by: "fontctl-\(Release.version)", at: Self.date)
                case .debian: items.debian
                }
            var output = TextOutput()
            for line in document.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).dropLast() {
                output.line(String(line))
            }
            return output
        case .check(let check):
            return TextOutput(
                check.files.map { file in
                    let state =
                        file.isComplete ? "complete" : file.texts.isEmpty ? "no license text" : "unknown license"
                    return [
                        file.failure == nil ? state : "unreadable", file.license.preciseIdentifier ?? "-", file.path,
                    ]
                })
        }
    }

    /// The current time, or the one that a reproducible build sets (reproducible-builds.org, "SOURCE_DATE_EPOCH").
    private static var date: Date {
        ProcessInfo.processInfo.environment["SOURCE_DATE_EPOCH"].flatMap(Double.init)
            .map(Date.init(timeIntervalSince1970:)) ?? Date()
    }

    /// Returns the line about a family without fonts.
    ///
    /// - Parameters:
    ///   - near: Similar names.
    ///   - withheld: The reason for which programs do not see the family.
    static func missing(_ family: String, near: [String]?, withheld: WithheldFont?) -> String {
        let fact = "No font of the family “\(family)” can be used."
        if let withheld { return "\(fact) \(withheld.explanation)" }
        return "\(fact)\(NearNames.question(near ?? [])) `fontctl families` lists the families."
    }

    var diagnostics: [String] {
        switch self {
        case .page(let page, _):
            page.found.withheld.filter { !page.found.missing.contains($0.name) }.map(\.remark)
                + page.failures.failureLines
                + page.found.missing.map { name in
                    Self.missing(
                        name, near: page.near[name], withheld: page.found.withheld.first { $0.name == name })
                }
        case .check(let check):
            check.files.filter { !$0.isComplete }.map { file in
                if let failure = file.failure { return "\(file.path): \(failure)" }
                return file.texts.isEmpty
                    ? "\(file.path): no license text was found beside it. Add the file that came with the font, such as OFL.txt."
                    : "\(file.path): its license is unknown. Ask its author before you distribute it."
            }
        }
    }

    var hint: String? {
        if case .page(let page, _) = self {
            page.failures.isEmpty ? "No font is registered. `fontctl register FILE` registers one." : nil
        } else {
            "This folder contains no fonts."
        }
    }

    var exitStatus: Int32 {
        switch self {
        case .page(let page, _):
            page.found.missing.isEmpty && page.failures.isEmpty ? ExitStatus.done : ExitStatus.failed
        case .check(let check): check.isComplete ? ExitStatus.done : ExitStatus.failed
        }
    }
}
