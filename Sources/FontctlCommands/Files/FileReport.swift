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
                [tr("file"), file], [tr("format"), format.rawValue], [tr("size"), byteCount(size)],
                ["sha256", sha256],
            ] + (registration.map(Self.rows) ?? []))
        if let owner { text.line(tr(owner.explanation)) }
        for face in faces {
            text.line()
            text.line(tr("face \(face.face.index)"))
            text.table(Self.facts(face.face, locale) + Self.rows(face.details), indent: 2)
            if !face.face.axes.isEmpty {
                text.line("  " + tr("axes"))
                text.table(face.face.axes.map(Self.row), indent: 4)
            }
            if !face.face.instances.isEmpty {
                text.line("  " + tr("instances"))
                text.table(face.face.instances.map { Self.row($0, face.face.axes) }, indent: 4)
            }
            if !face.features.isEmpty {
                text.line("  " + tr("features"))
                text.table(face.features.map { Self.row($0, locale) }, indent: 4)
            }
            if !face.names.isEmpty {
                text.line("  " + tr("names"))
                text.table(face.names.map(Self.row), indent: 4)
            }
        }
        return text
    }

    private static func rows(_ registration: Registration) -> [[String]] {
        let scope = registration.scope.rawValue
        return [
            [tr("id"), registration.id], [tr("registered file"), registration.file],
            [tr("scope"), registration.isEnabled ? scope : tr("\(scope), disabled")],
            [tr("provider"), registration.provider],
        ] + (registration.tags.isEmpty ? [] : [[tr("tags"), registration.tags.joined(separator: ", ")]])
    }

    private static func facts(_ face: FontFace, _ locale: Locale) -> [[String]] {
        rows(face) { field, text in
            switch field {
            case "postscriptName" where face.hasDerivedName: tr("\(text) (derived: the font has no name)")
            case "weight": face.axes.weightText(face.weight)
            case "family": face.shownName(.family, for: locale)
            default: text
            }
        }
    }

    /// Returns the label and value of each field that belongs to a report.
    ///
    /// - Parameter shown: Returns the text of a field with its name and the text of its value.
    private static func rows<Record: FieldRecord>(
        _ record: Record, showing shown: (String, String) -> String = { $1 }
    ) -> [[String]] {
        Record.fields.compactMap { field in
            guard let label = field.label, let value = field.value(record) else { return nil }
            let text = text(value, label)
            return text.isEmpty ? nil : [tr(label.text), shown(field.name, text)]
        }
    }

    private static func text(_ value: FieldValue, _ label: FieldLabel) -> String {
        switch value {
        case .flag(let flag): flag ? tr("yes") : tr("no")
        case .integer(let number): "\(number)" + label.unit
        case .unsigned(let number): "\(number)" + label.unit
        case .number(let number): decimal(number, places: label.places) + label.unit
        // A license may have many lines; `--json` has them all.
        case .text(let text):
            text.split(whereSeparator: \.isNewline).first.map { $0.count < text.count ? $0 + " …" : String($0) } ?? ""
        case .texts(let texts):
            texts.count > 20
                ? tr("\(texts.prefix(20).joined(separator: " ")) and \(texts.count - 20) more")
                : texts.joined(separator: " ")
        case .message(let message): tr(message)
        case .traits(let traits): traits.names.joined(separator: ", ")
        case .numbers, .range, .record, .records, .absent: ""
        }
    }

    private static func row(_ axis: VariationAxis) -> [String] {
        [
            axis.tag, axis.name, "\(decimal(axis.minimum))–\(decimal(axis.maximum))",
            tr("default \(decimal(axis.defaultValue))"), axis.isHidden ? tr("hidden") : "",
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
            default: tr("platform \(record.platformID)")
            }
        let language = record.language ?? tr("language \(record.languageID)")
        return ["\(record.nameID)", platform, language, record.display]
    }
}
