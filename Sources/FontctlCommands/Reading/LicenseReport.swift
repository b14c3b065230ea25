import ArgumentParser
import FontAdvice
import FontRegistry
import Foundation
import ProgramSupport
import ReaderFonts

/// The forms of the page of licences.
enum LicenseFormat: String, Sendable, Hashable, CaseIterable, ExpressibleByArgument {
    case text, html, json, spdx, debian

    init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}

/// The licences of fonts, or a check of them.
enum LicenseReport: Report {
    case page([Attribution], missing: [String], near: [String: [String]], withheld: [WithheldFont], LicenseFormat)
    case check(LicenseCheck)

    var json: JSON {
        switch self {
        case .page(let items, let missing, _, let withheld, _):
            JSON.object([]).adding(
                ("families", .array(items.map(Self.document))), ("missing", JSON(missing)),
                ("withheld", JSON.withheld(withheld)))
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
        case .page(let items, _, _, _, let format):
            let page =
                switch format {
                case .text, .json: items.text
                case .html: items.html
                case .spdx: items.spdx(by: "fontctl-\(Release.version)", at: Self.date)
                case .debian: items.debian
                }
            var output = TextOutput()
            for line in page.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).dropLast() {
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
        case .page(_, let missing, let near, let withheld, _):
            withheld.filter { !missing.contains($0.name) }.map(\.remark)
                + missing.map { name in
                    Self.missing(name, near: near[name], withheld: withheld.first { $0.name == name })
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
        if case .page = self {
            "No font is registered. `fontctl register FILE` registers one."
        } else {
            "This folder contains no fonts."
        }
    }

    var exitStatus: Int32 {
        switch self {
        case .page(_, let missing, _, _, _): missing.isEmpty ? ExitStatus.done : ExitStatus.failed
        case .check(let check): check.isComplete ? ExitStatus.done : ExitStatus.failed
        }
    }
}
