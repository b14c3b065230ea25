package import FontModel

extension FileValidation: FieldRecord {
    package init() { self.init(file: "", format: nil, findings: []) }

    package static let fields: [Field<FileValidation>] = [
        // A worker does not know the name of the file.
        .derived("file", .text) { .text($0.file) },
        .word("format", \.format, isStated: true, isOpen: false),
        .derived("valid", .flag) { .flag($0.isValid) },
        .derived("code", .integer) { $0.code.map { .unsigned(UInt32(clamping: $0)) } ?? .absent(isList: false) },
        .records("findings", \.findings, upTo: FontFinding.most),
    ]
}
