/// The arguments of the program.
struct MigrateArguments {
    static let usage = """
        usage: font-names-migrate --package DIR --target NAME=FOLDER [--target …] [--configuration FILE] [--write]
        Moves a package from SwiftGen, R.swift, UIAppFonts and asset catalogues to FontNames. Prints what changes;
        --write makes the changes. FILE is SwiftGen's configuration in the package, by default swiftgen.yml.
        """

    var package = ""
    var targets: [(name: String, folder: String)] = []
    var configuration: String?
    var writes = false

    /// Reads arguments; nil if they are not those of the usage.
    init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            guard option != "--write" else {
                writes = true
                continue
            }
            guard let value = rest.popFirst() else { return nil }
            switch option {
            case "--package": package = value
            case "--configuration": configuration = value
            case "--target":
                guard let mark = value.firstIndex(of: "=") else { return nil }
                targets.append((String(value[..<mark]), String(value[value.index(after: mark)...])))
            default: return nil
            }
        }
        guard !package.isEmpty, !targets.isEmpty else { return nil }
    }
}
