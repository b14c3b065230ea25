import FontModel

/// The result of comparing many files.
struct Ledger: Sendable {
    private(set) var files = 0
    private(set) var bytes = 0
    /// The SHA-256 hashes of the accepted files.
    private(set) var contents: Set<String> = []
    private(set) var faces = 0
    private(set) var names = 0
    private(set) var axes = 0
    private(set) var instances = 0
    private(set) var characters = 0
    /// The number of explained differences and of faces that have them, by rule name.
    private(set) var explained: [String: (differences: Int, faces: Int)] = [:]
    private(set) var unexplained: [Difference.Field: [String]] = [:]
    /// The number of refused files, by name of the ``Refusal``.
    private(set) var refused: [String: Int] = [:]
    /// The files that neither FreeType nor fontconfig accepts, with fontd's reasons.
    private(set) var refusedByAll: [String: String] = [:]

    /// Adds the differences of one file.
    mutating func add(_ file: ComparedFile) {
        files += 1
        bytes += file.size
        for difference in file.differences() { note(difference, in: file) }
        if let refusal = file.refusal { return add(refusal, of: file) }
        contents.insert(file.sha256)
        for face in file.faces { add(face, of: file) }
    }

    private mutating func add(_ refusal: FontError, of file: ComparedFile) {
        if !file.isTakenByOthers {
            refusedByAll[file.name] = "\(refusal.message) (\(refusal.code.rawValue))"
        } else if let reason = Refusal.explaining(refusal) {
            refused[reason.name, default: 0] += 1
        } else {
            note(
                Difference(
                    field: .verdict, face: refusal.faceIndex ?? 0,
                    ours: "\(refusal.message) (\(refusal.code.rawValue))",
                    theirs: "FreeType opens \(file.openedCount ?? 0) faces, fontconfig lists \(file.listedCount)"),
                in: file)
        }
    }

    private mutating func add(_ face: ComparedFace, of file: ComparedFile) {
        faces += 1
        names += 4 + face.ours.localizedNames.count
        axes += face.ours.axes.count
        instances += face.ours.instances.count
        characters += face.coverage.count
        var rules: Set<String> = []
        for difference in face.differences() {
            guard let rule = Rule.explaining(difference, of: face) else {
                note(difference, in: file)
                continue
            }
            let isNew = rules.insert(rule.name).inserted
            let known = explained[rule.name] ?? (0, 0)
            explained[rule.name] = (known.differences + 1, known.faces + (isNew ? 1 : 0))
        }
    }

    private mutating func note(_ difference: Difference, in file: ComparedFile) {
        let instance = difference.instance > 0 ? ", instance \(difference.instance)" : ""
        unexplained[difference.field, default: []].append(
            "\(file.path), face \(difference.face)\(instance): ours \(difference.ours), theirs \(difference.theirs)")
    }

    /// The names of the rules and refusals that explained nothing.
    var idle: [String] {
        Rule.all.map(\.name).filter { explained[$0] == nil } + Refusal.all.map(\.name).filter { refused[$0] == nil }
    }
}
