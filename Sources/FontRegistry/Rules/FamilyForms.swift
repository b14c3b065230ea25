import FontModel

/// Files of one batch that hold the same fonts in two forms: a variable file, and static files of its named instances.
///
/// Both together would answer to the same names. Recognised by names: every face of the static file has the PostScript
/// name, or the family and style, of a face or a named instance of the variable file.
struct FamilyForms {
    /// Finds the files to leave out, so that every font comes in one form.
    ///
    /// - Parameters:
    ///   - files: The faces of each file of the batch.
    ///   - form: Which form to take where there are both.
    /// - Returns: By the place of each file to leave out, the place of the file that holds the same fonts.
    static func leftOut(of files: [[FontFace]], preferring form: FontForm) -> [Int: Int] {
        var names: [LookupKind: [String: Int]] = [:]
        for (place, faces) in files.enumerated() where faces.contains(where: \.isVariable) {
            for name in faces.flatMap(LookupName.all) {
                let kind: LookupKind = name.kind.isExact ? .postscriptName : name.kind
                if names[kind]?[name.name] == nil { names[kind, default: [:]][name.name] = place }
            }
        }
        guard !names.isEmpty else { return [:] }
        func variableFile(of face: FontFace) -> Int? {
            names[.postscriptName]?[face.postscriptName]
                ?? names[.familyStyle]?[LookupName.fold(face.family + face.style)]
        }
        var leftOut: [Int: Int] = [:]
        for (place, faces) in files.enumerated() where !faces.contains(where: \.isVariable) {
            guard let first = faces.first, let other = variableFile(of: first),
                faces.allSatisfy({ variableFile(of: $0) != nil })
            else { continue }
            switch form {
            case .variable: leftOut[place] = other
            case .static: leftOut[other] = leftOut[other] ?? place
            }
        }
        return leftOut
    }
}

extension FontOutcome {
    /// The benign outcome of a file that is left out because the batch has the same fonts in another form.
    static func otherForm(_ file: String, of taken: String) -> FontOutcome {
        FontOutcome(item: file, status: .skipped, takenInstead: taken)
    }
}
