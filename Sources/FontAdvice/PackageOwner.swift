import FontRegistry
public import Foundation

/// The lookup of a file's package in Debian's package database.
public enum PackageOwner {
    /// The number of paths of one search, whose command line has a maximum length.
    private static let most = 500

    /// Returns the names of the packages that files belong to (`dpkg-query --search`).
    ///
    /// It reads the lists of packages of fonts first; for other files it starts dpkg-query, which takes about a second.
    /// - Parameter files: Files of this machine, by the paths at which packages have them.
    /// - Returns: The packages by file, without files that no package has; empty without dpkg, and in a sandbox.
    public static func packages(of files: [URL]) async -> [URL: String] {
        let paths = files.compactMap { file -> (URL, String)? in (try? file.localPath()).map { (file, $0) } }
        let found = try? await BlockingWork.perform { () throws(FontError) in find(paths.map(\.1)) }
        return Dictionary(
            paths.compactMap { file, path in found?[path].map { (file, $0) } }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the packages of files by path, without files that no package has; empty without dpkg.
    package static func find(_ paths: [String]) -> [String: String] {
        let program = "/usr/bin/dpkg-query"
        guard FileManager.default.isExecutableFile(atPath: program) else { return [:] }
        var found = findAmongFontPackages(paths)
        // The search takes longer than everything else that `why` does.
        let paths = paths.filter { found[$0] == nil }
        for start in stride(from: 0, to: paths.count, by: most) {
            let part = Array(paths[start..<min(start + most, paths.count)])
            found.merge(owners(of: part, in: answer(of: program, for: part))) { $1 }
        }
        return found
    }

    /// Returns the packages of files by path, of packages whose names begin as those of fonts do.
    ///
    /// It starts no program.
    package static func findAmongFontPackages(_ paths: [String]) -> [String: String] {
        let paths = Set(paths)
        let folder = "/var/lib/dpkg/info/"
        var found: [String: String] = [:]
        let lists = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { name in
            name.hasSuffix(".list") && ["fonts-", "ttf-", "otf-", "xfonts-"].contains(where: name.hasPrefix)
        }
        for list in lists where found.count < paths.count {
            guard let text = try? String(contentsOfFile: folder + list, encoding: .utf8) else { continue }
            let package = list.dropLast(".list".count).prefix { $0 != ":" }
            for line in text.split(separator: "\n") where paths.contains(String(line)) {
                found[String(line)] = String(package)
            }
        }
        return found
    }

    /// Returns the file with the licences of a font's package, of those that ``findAmongFontPackages(_:)`` finds; nil if
    /// there is none.
    package static func documentation(of path: String) -> String? {
        findAmongFontPackages([path])[path].map { "/usr/share/doc/\($0)/copyright" }
    }

    private static func answer(of program: String, for paths: [String]) -> String {
        // dpkg-query takes patterns, and names of variable fonts contain brackets.
        let patterns = paths.map { path in
            path.reduce(into: "") { $0 += "*?[]\\".contains($1) ? "\\\($1)" : "\($1)" }
        }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: program)
        process.arguments = ["--search", "--"] + patterns
        process.environment = ["LC_ALL": "C", "PATH": "/usr/bin:/bin"]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return "" }
        let answer = (try? output.fileHandleForReading.readToEnd()) ?? nil
        // It fails if no package has one of the files, and prints the packages of the others.
        process.waitUntilExit()
        return answer.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Parses lines of the form `package: path` or `package:arch, other: path`; those about diversions name no package.
    package static func owners(of paths: [String], in answer: String) -> [String: String] {
        let wanted = Set(paths)
        var owners: [String: String] = [:]
        for line in answer.split(separator: "\n") {
            // A package's name has no slash, and so no colon before a path.
            guard let start = line.firstRange(of: ": /"),
                case let path = String(line[line.index(start.lowerBound, offsetBy: 2)...]),
                wanted.contains(path), owners[path] == nil,
                let first = line[..<start.lowerBound].split(separator: ",").first?.split(separator: ":").first,
                !first.contains(" ")
            else { continue }
            owners[path] = String(first)
        }
        return owners
    }
}
