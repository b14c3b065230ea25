import FontRegistry

/// The fonts that were taken in from font folders, with their duplicates.
struct AdoptReport: Report {
    var report: AdoptionReport
    /// Whether nothing was changed: the report says what would be done.
    var isDryRun = false

    /// The number of files of the fonts.
    var fileCount: Int { report.fonts.reduce(0) { $0 + $1.files.count } }

    var json: JSON {
        let fonts = report.fonts.map { font -> JSON in
            let registration = font.registration
            let document: JSON = [
                "status": font.wasRegistered ? "already-registered" : "registered",
                "enabled": .bool(registration.isEnabled), "reason": JSON(font.reason?.word),
                "id": .string(registration.id), "path": JSON(registration.path),
                "revision": .number(font.revision), "faces": JSON.faces(registration),
                "files": .array(font.files.map(Self.file)),
                "inUseBy": .array(
                    font.inUseBy.map { ["pid": JSON(Int($0.processIdentifier)), "program": .string($0.program)] }),
            ]
            guard case .nameTaken(let name, let file, let revision) = font.reason else { return document }
            return document.adding(
                ("other", ["file": .string(file), "postscriptName": .string(name), "revision": .number(revision)]))
        }
        let document: JSON = [
            "generation": JSON(report.generation), "fonts": .array(fonts),
            "left": .array(report.left.map(SkippedFiles.document)),
        ]
        return document.adding(("dryRun", isDryRun ? .bool(true) : nil))
    }

    private static func file(_ file: AdoptedFont.File) -> JSON {
        [
            "file": .string(file.path), "moved": .bool(file.isMoved), "code": JSON(file.error?.code.rawValue),
            "message": JSON(file.error?.advisedMessage),
        ]
    }

    var text: TextOutput {
        guard !report.fonts.isEmpty else { return TextOutput([["There are no fonts to take in."]]) }
        var rows: [[String]] = []
        for font in report.fonts {
            let status = font.wasRegistered ? "already registered" : (isDryRun ? "would be " : "") + "registered"
            rows.append([
                status + (font.registration.isEnabled ? "" : ", disabled"), font.registration.faces.namesText,
                font.files[0].path, font.remark,
            ])
            for file in font.files.dropFirst() { rows.append(["  same bytes", "", file.path, ""]) }
        }
        var text = TextOutput(rows)
        let moved = report.fonts.reduce(0) { $0 + $1.files.count(where: \.isMoved) }
        if moved > 0 {
            text.line(
                "\(counted(moved, "file")) moved to the trash; `fontctl undo` brings \(moved == 1 ? "it" : "them") back"
            )
        }
        return text
    }

    var diagnostics: [String] {
        let failed = report.fonts.flatMap { $0.files.compactMap(\.error) }
        let open = Dictionary(grouping: report.fonts.flatMap(\.inUseBy)) { $0 }
        return (report.left + failed).map(SkippedFiles.line)
            + open.sorted { $0.key.processIdentifier < $1.key.processIdentifier }.map { user, fonts in
                "\(user.program) (pid \(user.processIdentifier)) has \(counted(fonts.count, "moved file")) open. Restart it: it does not find the font at the new path by itself."
            }
    }

    /// Files of other formats and links are no failures.
    var exitStatus: Int32 {
        let failed = report.fonts.flatMap { $0.files.compactMap(\.error) }
        let isDone =
            failed.isEmpty && report.left.allSatisfy { [.unrecognizedFormat, .invalidFilePath].contains($0.code) }
        return isDone ? ExitStatus.done : ExitStatus.failed
    }
}

extension AdoptedFont.Reason {
    /// The reason in one word.
    fileprivate var word: String {
        switch self {
        case .hidden: "hidden"
        case .nameTaken: "name-taken"
        case .disabledBefore: "disabled-before"
        }
    }
}

extension AdoptedFont {
    /// The reason for which the font is disabled, in words.
    fileprivate var remark: String {
        guard case .nameTaken(let name, let file, let other) = reason else {
            return reason == .hidden ? "its file is hidden" : ""
        }
        guard other != revision else { return "\(file) has the name \(name), too" }
        let (own, theirs) = (decimal(revision, places: 3), decimal(other, places: 3))
        return "\(other > revision ? "older" : "newer") revision \(own) of \(name); \(theirs) is enabled: \(file)"
    }
}
