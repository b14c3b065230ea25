import Foundation

/// The lookup of a file's package in Debian's package database.
enum PackageOwner {
    /// Returns the package's name; nil if no package has the file, or without dpkg.
    static func find(_ path: String) -> String? {
        let program = "/usr/bin/dpkg-query"
        guard FileManager.default.isExecutableFile(atPath: program) else { return nil }
        // dpkg-query takes a pattern, and names of variable fonts contain brackets.
        let pattern = path.reduce(into: "") { $0 += "*?[]\\".contains($1) ? "\\\($1)" : "\($1)" }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: program)
        process.arguments = ["--search", "--", pattern]
        process.environment = ["LC_ALL": "C", "PATH": "/usr/bin:/bin"]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let answer = (try? output.fileHandleForReading.readToEnd()) ?? nil
        process.waitUntilExit()
        guard process.terminationStatus == 0, let answer else { return nil }
        return owner(of: path, in: String(decoding: answer, as: UTF8.self))
    }

    /// Parses `package: path` or `package:arch, other: path`; lines about diversions name no package.
    static func owner(of path: String, in answer: String) -> String? {
        for line in answer.split(separator: "\n") where line.hasSuffix(": " + path) {
            let packages = line.dropLast(path.count + 2).split(separator: ",")
            guard let first = packages.first?.split(separator: ":").first, !first.contains(" ") else { continue }
            return String(first)
        }
        return nil
    }
}
