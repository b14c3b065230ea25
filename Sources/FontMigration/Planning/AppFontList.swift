import Foundation

/// The fonts that a property list of an app names.
enum AppFontList {
    /// Returns the entries of `UIAppFonts`; nil if the file is no property list, or has none.
    static func names(in contents: [UInt8]) -> [String]? {
        let list = try? PropertyListSerialization.propertyList(from: Data(contents), format: nil)
        return (list as? [String: Any])?["UIAppFonts"] as? [String]
    }

    /// Compares the lists of a target with its fonts.
    ///
    /// The list stays, since Apple's systems register by it. On Linux the generated code does.
    static func compare(in target: MigrationTarget, files: PackageFiles, plan: inout MigrationPlan) {
        let fonts = Set(target.fonts.map { PathName.last($0.path) })
        for path in files.paths where path.hasSuffix(".plist") && target.contains(path) {
            guard let names = files.contents(path).flatMap(names) else { continue }
            for name in names where !fonts.contains(PathName.last(name)) {
                let places = files.paths.filter { PathName.last($0) == PathName.last(name) && !target.contains($0) }
                plan.remark(
                    places.first.map { "UIAppFonts has \(name), which is outside of the target. Move \($0) into it." }
                        ?? "UIAppFonts has \(name), which does not exist. Add the file, or remove the entry.",
                    path)
            }
            plan.remark(
                "UIAppFonts has no effect on Linux. Call registerModuleFonts() where \(target.name) starts.", path)
        }
    }
}

/// The names at the ends of paths.
enum PathName {
    /// Returns the name after the last slash.
    static func last(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// Returns the folder of a path; an empty text for the package's.
    static func folder(_ path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }
}
