package import FontModel

extension FileValidation: FieldEncoded {
    package var fieldMembers: [FieldMember] {
        [FieldMember]([
            "file": .text(file), "format": .stated(format?.rawValue), "valid": .flag(isValid), "code": .stated(code),
            "findings": .records(findings.map(\.fieldMembers)),
        ])
    }
}

extension FontFinding: FieldEncoded {
    package var fieldMembers: [FieldMember] {
        [FieldMember]([
            "severity": .text(severity.rawValue), "code": .stated(code), "face": .stated(faceIndex),
            "table": .stated(table), "offset": .stated(offset), "message": .text(message),
            "kind": .text(kind.rawValue), "glyph": .stated(glyph), "consequence": .text(consequence),
        ])
    }
}
