import FontModel
import FontRegistry

/// What is known of the fonts of a family, before the file of one of them is opened.
struct FamilyRow: Sendable {
    /// The font that shows the family: the most regular one by its names; nil if no font has a file.
    let regular: FontDescriptor?
    /// The formats of the fonts, in their order.
    let formats: [FontFormat?]
    /// The characters of ``regular``, as far as they are known.
    var coverage: CharacterCoverage?
    /// Whether what the file shows may be remembered; not if the characters could not be read now.
    var isLasting = true
    private var measured: MeasuredFace?
    private let family: String

    /// Whether the file must be opened.
    var isUnknown: Bool { measured == nil && regular != nil }

    /// Looks up a family.
    init(_ family: FontFamily, _ facts: ListFacts) {
        self.family = family.name
        var known: [String: FontFormat?] = [:]
        let formats = family.fonts.map { font -> FontFormat? in
            if let path = font.path, let format = known[path] { return format }
            let format = facts.format(of: font)
            if let path = font.path { known[path] = format }
            return format
        }
        self.formats = formats
        regular = Self.regular(among: zip(family.fonts, formats).filter { facts.mayHaveFile($0.0) })
        guard let regular else { return }
        measured = facts.file(of: regular).flatMap { facts.files.known($0.key) }?.faces[regular.face.index]
        if measured == nil { coverage = facts.coverage(ofListed: regular) }
    }

    /// Returns the facts of the font that shows the family, which are read from its file if they are not remembered; nil
    /// without a file.
    func measures(_ facts: ListFacts) -> MeasuredFace? {
        if let measured { return measured }
        guard let regular, let (key, path) = facts.file(of: regular) else { return nil }
        let details = FontDetails.ofFace(of: regular, at: path)
        guard var face = MeasuredFace(of: regular.face.index, inFile: path, details) else { return nil }
        if let coverage {
            face.sample = ReadingFamily.Sample.best(
                family: family, texts: details?.texts ?? [], coverage: coverage
            ).map { ($0.text, $0.kind.rawValue) }
        }
        if isLasting { facts.files.remember(key) { $0.faces[regular.face.index] = face } }
        return face
    }

    /// Returns the most regular font; of equal ones the first that can be drawn, of the nearest scope.
    ///
    /// Which of equal ones calls itself the regular one, only their files tell.
    private static func regular(among fonts: [(font: FontDescriptor, format: FontFormat?)]) -> FontDescriptor? {
        guard fonts.count > 1 else { return fonts.first?.font }
        let ranked = fonts.map { (font: $0.font, format: $0.format, rank: Regularity(of: $0.font)) }
        guard let least = ranked.map(\.rank).min() else { return nil }
        let best = ranked.filter { $0.rank == least }
        let drawn = best.filter { $0.format?.isSupported == true }
        let equal = (drawn.isEmpty ? best : drawn).map(\.font)
        let nearest = equal.compactMap(\.rank).max()
        return equal.first { $0.rank == nearest }
    }
}
