import FontRegistry
import Foundation

/// The properties of a font file.
struct FileReport: Report {
    /// A face and its `name` table.
    struct Face: Sendable, Hashable {
        var face: FontFace
        var details: FontDetails
        var features: [FontFeature]
        var names: [NameRecord]
    }

    var file: String
    var format: FontFormat
    var size: Int
    var sha256: String
    var faces: [Face]
    /// The registration whose file this is, if the font was specified by name.
    var registration: Registration?
    /// The registration for all users that shows the file.
    var owner: SystemRegistration?
    /// The locale of names for people.
    var locale = Locale(identifier: "en_001")

    var json: JSON {
        let faces = faces.map { face in
            JSON.face(face.face, file: file).adding(
                ("details", JSON(face.details)), ("features", JSON(face.features)),
                ("names", .array(face.names.map(Self.name))))
        }
        return [
            "file": .string(file), "format": .string(format.rawValue), "size": JSON(size), "sha256": .string(sha256),
            "faces": .array(faces), "registration": registration.map { JSON($0).without("sha256", "faces") },
            "systemRegistration": owner.map(JSON.systemRegistration),
        ]
    }

    private static func name(_ record: NameRecord) -> JSON {
        [
            "id": JSON(record.nameID), "platform": JSON(record.platformID), "encoding": JSON(record.encodingID),
            "languageID": JSON(record.languageID), "language": JSON(record.language), "text": .string(record.display),
            "raw": .string(
                record.raw.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()),
        ]
    }

    var text: TextOutput {
        var text = TextOutput(
            [
                ["file", file], ["format", format.rawValue], ["size", byteCount(size)], ["sha256", sha256],
            ] + (registration.map(Self.rows) ?? []))
        if let owner { text.line(owner.explanation) }
        for face in faces {
            text.line()
            text.line("face \(face.face.index)")
            text.table(Self.facts(face.face, locale) + Self.rows(face.details), indent: 2)
            if !face.face.axes.isEmpty {
                text.line("  axes")
                text.table(face.face.axes.map(Self.row), indent: 4)
            }
            if !face.face.instances.isEmpty {
                text.line("  instances")
                text.table(face.face.instances.map { Self.row($0, face.face.axes) }, indent: 4)
            }
            if !face.features.isEmpty {
                text.line("  features")
                text.table(face.features.map { Self.row($0, locale) }, indent: 4)
            }
            if !face.names.isEmpty {
                text.line("  names")
                text.table(face.names.map(Self.row), indent: 4)
            }
        }
        return text
    }

    private static func rows(_ registration: Registration) -> [[String]] {
        let scope = registration.scope.rawValue
        return [
            ["id", registration.id], ["registered file", registration.file],
            ["scope", registration.isEnabled ? scope : "\(scope), disabled"],
            ["provider", registration.provider],
        ] + (registration.tags.isEmpty ? [] : [["tags", registration.tags.joined(separator: ", ")]])
    }

    private static func facts(_ face: FontFace, _ locale: Locale) -> [[String]] {
        rows(face).map { row in
            switch row[0] {
            case "PostScript name" where face.hasDerivedName: [row[0], row[1] + " (derived: the font has no name)"]
            case "weight": [row[0], face.axes.weightText(face.weight)]
            case "family": [row[0], face.shownName(.family, for: locale)]
            default: row
            }
        }
    }

    /// Returns the label and value of each field that belongs to a report.
    private static func rows<Record: FieldRecord>(_ record: Record) -> [[String]] {
        Record.fields.compactMap { field in
            guard let label = field.label, let value = field.value(record) else { return nil }
            let text = text(value, label)
            return text.isEmpty ? nil : [label.text, text]
        }
    }

    private static func text(_ value: FieldValue, _ label: FieldLabel) -> String {
        switch value {
        case .flag(let flag): flag ? "yes" : "no"
        case .integer(let number): "\(number)" + label.unit
        case .unsigned(let number): "\(number)" + label.unit
        case .number(let number): decimal(number, places: label.places) + label.unit
        // A license may have many lines; `--json` has them all.
        case .text(let text):
            text.split(whereSeparator: \.isNewline).first.map { $0.count < text.count ? $0 + " …" : String($0) } ?? ""
        case .texts(let texts):
            texts.prefix(20).joined(separator: " ") + (texts.count > 20 ? " and \(texts.count - 20) more" : "")
        case .traits(let traits): traits.names.joined(separator: ", ")
        case .numbers, .range, .record, .records, .absent: ""
        }
    }

    private static func row(_ axis: VariationAxis) -> [String] {
        [
            axis.tag, axis.name, "\(decimal(axis.minimum))–\(decimal(axis.maximum))",
            "default \(decimal(axis.defaultValue))", axis.isHidden ? "hidden" : "",
        ]
    }

    private static func row(_ instance: NamedInstance, _ axes: [VariationAxis]) -> [String] {
        let coordinates = axes.compactMap { axis in
            instance.coordinates[axis.tag].map { "\(axis.tag)=\(decimal($0))" }
        }
        return [instance.name, instance.postscriptName, coordinates.joined(separator: " ")]
    }

    private static func row(_ feature: FontFeature, _ locale: Locale) -> [String] {
        let choices = feature.choices.enumerated().map { "\($0 + 1) \($1)" }.joined(separator: ", ")
        return [feature.tag, feature.name(for: locale) ?? "", feature.tables.joined(separator: " "), choices]
    }

    private static func row(_ record: NameRecord) -> [String] {
        let platform =
            switch record.platformID {
            case 0: "unicode"
            case 1: "macintosh"
            case 3: "windows"
            default: "platform \(record.platformID)"
            }
        return ["\(record.nameID)", platform, record.language ?? "language \(record.languageID)", record.display]
    }
}
