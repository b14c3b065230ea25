package import FontModel

extension Specimen: FieldRecord {
    package init() { self.init(format: .png, rows: []) }

    package static let fields: [Field<Specimen>] = [
        .word("format", \.format),
        .records("rows", \.rows, upTo: Limits.lines),
    ]
}

extension Specimen.Row: FieldRecord {
    package init() { self.init([]) }

    package static let fields: [Field<Specimen.Row>] = [
        .flag("dark", \.isDark),
        .flag("vertical", \.isVertical),
        .records("lines", \.cells, upTo: Specimen.Limits.lines),
    ]
}

extension Specimen.Line: FieldRecord {
    package init() { self.init(text: "", size: 0) }

    package static let fields: [Field<Specimen.Line>] = [
        .text("text", \.text) { $0.utf8.count <= Specimen.Limits.textLength },
        .number("size", \.size, in: Specimen.Limits.sizes),
        .flag("caption", \.isCaption),
        .integer("color", \.color),
        .number("spacing", \.spacing, in: Specimen.Limits.spacings),
        .features("features", \.features),
        .records("faces", \.faces, upTo: Specimen.Limits.facesPerLine),
    ]
}

extension Specimen.Face: FieldRecord {
    package init() { self.init(file: 0, index: 0) }

    package static let fields: [Field<Specimen.Face>] = [
        .integer("file", \.file, in: 0...Specimen.Limits.files - 1),
        .integer("index", \.index, in: 0...Int(UInt16.max)),
        .numbers("axes", \.axes),
    ]
}
