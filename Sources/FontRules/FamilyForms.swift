package import FontModel

/// The files of one batch that have the same fonts in two forms: a variable file and static files of its named
/// instances, or TrueType and PostScript outlines of the same faces.
///
/// Both forms together would match the same names. Static files are recognized by names: every face has the PostScript
/// name, or the family and style, of a face or a named instance of the variable file.
package struct FamilyForms {
    /// The indices of all files, starting with the preferred ones, so that the others can be used if a preferred one is
    /// refused; of files with one PostScript name the most regular comes first, such as the upright before the italic, and
    /// of several versions of one style the newest.
    package let order: [Int]
    /// The index of the preferred file, by the index of each file to leave out.
    private let leftOut: [Int: Int]
    /// The PostScript names of the styles that only the variable file has, if static files are preferred: by the index of
    /// each static file that gives way to it, or of the variable file that gives way all the same.
    package let lacking: [Int: [String]]
    private var refused: Set<Int> = []

    /// Compares the files of a batch.
    ///
    /// - Parameters:
    ///   - files: The faces of each file of the batch.
    ///   - form: The preferred form.
    ///   - keepsStyles: Whether static files are preferred only if they have all fonts of the variable one.
    package init(of files: [[FontFace]], preferring form: FontForm, keepingStyles keepsStyles: Bool = true) {
        // A single file has no other form.
        guard files.count > 1 else {
            (order, leftOut, lacking) = (Array(files.indices), [:], [:])
            return
        }
        let doubles = Self.otherOutlines(files)
        let (forms, lacking) = Self.leftOut(
            of: files, without: doubles, preferring: form, keepingStyles: keepsStyles)
        self.lacking = lacking
        leftOut = forms.merging(doubles) { form, _ in form }
        order = Self.regularFirst(
            files.indices.filter { forms[$0] == nil && doubles[$0] == nil }
                + files.indices.filter { forms[$0] != nil } + files.indices.filter { doubles[$0] != nil }, files)
    }

    /// Returns the registered file that has the same fonts as a file; `nil` if the file itself is to be registered.
    ///
    /// Call this in ``order``.
    package func taken(insteadOf place: Int) -> Int? {
        guard let other = leftOut[place], !refused.contains(other) else { return nil }
        return taken(insteadOf: other) ?? other
    }

    /// Records that a file was refused, so that its other form is used.
    package mutating func refuse(_ place: Int) { refused.insert(place) }

    /// Returns an order in which files that share a PostScript name have exchanged their places, the most regular first, and
    /// of several versions of one style the newest.
    private static func regularFirst(_ order: [Int], _ files: [[FontFace]]) -> [Int] {
        struct Style: Hashable {
            var name: String
            var isItalic: Bool

            init(_ face: FontFace) {
                name = LookupName.fold(face.family + face.style)
                isItalic = face.slant != 0 || face.traits.contains(.italic)
            }
        }
        var order = order
        let names = Dictionary(grouping: order.indices) { files[order[$0]].first.map(\.postscriptName) }
        for case (_?, let places) in names where places.count > 1 {
            let faces = places.map { files[order[$0]][0] }
            // A version with another weight is still one of the style.
            let ranks = Dictionary(grouping: faces, by: Style.init).compactMapValues { versions in
                versions.max { $0.revision < $1.revision }.map {
                    Regularity(of: FontDescriptor(face: $0, path: nil, origin: .file))
                }
            }
            let ranked = zip(places, faces).compactMap { place, face in
                ranks[Style(face)].map { (rank: $0, age: -face.revision, place: place, file: order[place]) }
            }
            let sorted = ranked.sorted { ($0.rank, $0.age, $0.place) < ($1.rank, $1.age, $1.place) }
            for (place, file) in zip(places, sorted.map(\.file)) { order[place] = file }
        }
        return order
    }

    /// Returns the files whose faces another file has with other outlines, with the index of the other file.
    ///
    /// The newer file is preferred; for equal revisions the one with TrueType outlines, because some programs embed no
    /// others (matplotlib, R).
    private static func otherOutlines(_ files: [[FontFace]]) -> [Int: Int] {
        struct Faces: Hashable {
            var names: [String]
            var isVariable: Bool
        }
        var leftOut: [Int: Int] = [:]
        var places: [Faces: Int] = [:]
        for (place, faces) in files.enumerated() {
            guard let first = faces.first else { continue }
            let key = Faces(names: faces.map(\.postscriptName), isVariable: first.isVariable)
            guard let other = places[key] else {
                places[key] = place
                continue
            }
            guard let held = files[other].first, held.outlines != first.outlines else { continue }
            let isBetter =
                first.revision == held.revision ? first.outlines == .trueType : first.revision > held.revision
            if isBetter { places[key] = place }
            leftOut[isBetter ? other : place] = isBetter ? place : other
        }
        return leftOut
    }

    private static func leftOut(
        of files: [[FontFace]], without doubles: [Int: Int], preferring form: FontForm, keepingStyles keepsStyles: Bool
    ) -> (places: [Int: Int], lacking: [Int: [String]]) {
        var names: [NameKind: [String: Int]] = [:]
        // Static files give way to the newest version, which is the one that is registered.
        let newestFirst = files.enumerated().sorted {
            (-($0.element.first?.revision ?? 0), $0.offset) < (-($1.element.first?.revision ?? 0), $1.offset)
        }
        for (place, faces) in newestFirst where doubles[place] == nil && faces.contains(where: \.isVariable) {
            for name in faces.flatMap(LookupName.all) {
                let kind: NameKind = name.kind.isExact ? .postscriptName : name.kind
                if names[kind]?[name.name] == nil { names[kind, default: [:]][name.name] = place }
            }
        }
        guard !names.isEmpty else { return ([:], [:]) }
        func variableFile(of face: FontFace) -> Int? {
            names[.postscriptName]?[face.postscriptName]
                ?? names[.familyStyle]?[LookupName.fold(face.family + face.style)]
        }
        var statics: [Int: [Int]] = [:]
        for (place, faces) in files.enumerated() where doubles[place] == nil && !faces.contains(where: \.isVariable) {
            guard let first = faces.first, let other = variableFile(of: first),
                faces.allSatisfy({ variableFile(of: $0) != nil })
            else { continue }
            statics[other, default: []].append(place)
        }
        var leftOut: [Int: Int] = [:]
        var lacking: [Int: [String]] = [:]
        for (variable, places) in statics {
            let missing = form == .static ? lacks(places.flatMap { files[$0] }, files[variable]) : []
            if form == .static, missing.isEmpty || !keepsStyles, let first = places.first {
                leftOut[variable] = first
                if !missing.isEmpty { lacking[variable] = missing }
            } else {
                for place in places {
                    leftOut[place] = variable
                    if !missing.isEmpty { lacking[place] = missing }
                }
            }
        }
        return (leftOut, lacking)
    }

    /// Returns the names of the named instances of variable faces that static ones do not include.
    private static func lacks(_ statics: [FontFace], _ variable: [FontFace]) -> [String] {
        let names = Set(statics.map(\.postscriptName))
        let styles = Set(statics.map { LookupName.fold($0.family + $0.style) })
        return variable.flatMap { face in
            face.instances.filter {
                !names.contains($0.postscriptName) && !styles.contains(LookupName.fold(face.family + $0.name))
            }.map(\.postscriptName)
        }
    }
}
