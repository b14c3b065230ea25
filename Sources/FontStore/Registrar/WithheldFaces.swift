import FontModel
import Fontconfig

/// The faces of loose files that programs do not see because the user hid them, by `disable` or by a rule of fontconfig.
///
/// A rule for paths ends when a file is moved, and a registration is enabled or disabled with all its faces.
struct WithheldFaces {
    /// The hidden fonts, by the paths of their files without links.
    private let hidden: [ExactText: [HiddenFont]]
    /// The places of the faces that a rule hides, by file.
    private let rejected: [ExactText: Set<Int>]

    init(_ hidden: [HiddenFont], rejected: [ExactText: Set<Int>]) {
        self.hidden = Dictionary(grouping: hidden) { ExactText(LooseFonts.settledPath($0.path)) }
        self.rejected = rejected
    }

    /// Returns, by file, the places of the faces that a rule hides; files without such faces are left out.
    ///
    /// Two scans must agree, as one that fails, for example because of the disk, shows no face.
    static func rejected(_ files: [ExactText: [FontFace]], _ context: RegistryContext) -> [ExactText: Set<Int>] {
        func scan(_ files: [ExactText: [FontFace]]) -> [ExactText: Set<Int>] {
            guard let selected = context.fontConfiguration.map(SelectedFonts.init) else { return [:] }
            var rejected: [ExactText: Set<Int>] = [:]
            for (file, faces) in files {
                let places = faces.indices.filter { place in
                    selected.concealment(of: file.string, face: faces[place].index) == .rejected
                }
                if !places.isEmpty { rejected[file] = Set(places) }
            }
            return rejected
        }
        let first = scan(files)
        let again = scan(files.filter { first[$0.key] != nil })
        return Dictionary(uniqueKeysWithValues: again.map { ($0, $1.intersection(first[$0] ?? [])) })
    }

    /// Returns the fonts of a file that the user hides by `disable`.
    func hidden(in file: String) -> [HiddenFont] { hidden[ExactText(LooseFonts.settledPath(file))] ?? [] }

    /// Returns the places of the faces of a file that programs do not see.
    func places(of faces: [FontFace], in file: String) -> Set<Int> {
        let hidden = Set(hidden(in: file).map(\.face.index))
        return Set(faces.indices.filter { hidden.contains(faces[$0].index) }).union(rejected[ExactText(file)] ?? [])
    }
}

extension FontError {
    /// The error for a file that is not adopted because some of its faces are hidden.
    static func partlyHidden(_ file: String, _ names: [String]) -> FontError {
        FontError(
            .insufficientInfo,
            "Programs do not see a part of this file: \(names.listText). A registered font is shown or hidden as a whole, so the file stays where it is. To adopt it, first hide the whole file with `\(ShellWords.line(["fontctl", "disable"], operands: [file]))`, or show all its fonts.",
            file: file)
    }
}
