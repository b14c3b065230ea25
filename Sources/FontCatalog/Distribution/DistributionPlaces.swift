import CLinux
import FontFiles
import FontModel
import Foundation
import Glibc

/// Where this machine's distribution has its facts and its programs.
package struct DistributionPlaces: Sendable {
    /// The files that name the distribution, os-release(5); the first one counts.
    package var releaseFiles = ["/etc/os-release", "/usr/lib/os-release"]
    /// The folders with AppStream's catalogue data, in the order in which they are read.
    ///
    /// Their subfolders `yaml`, `xml` and `xmls` have files.
    package var appStream = [
        "/var/lib/swcatalog", "/var/cache/swcatalog", "/usr/share/swcatalog", "/var/lib/app-info",
        "/var/cache/app-info",
        "/usr/share/app-info",
    ]
    /// The folder of the programs of apt and dpkg.
    package var programs = "/usr/bin"
    /// The variables by name, for apt: a proxy, `APT_CONFIG`.
    package var environment: [String: String]

    package init(environment: [String: String]) { self.environment = environment }

    /// A file of catalogue data, and what tells whether it changed.
    struct DataFile: Sendable, Hashable {
        var path: String
        var isXML: Bool
        var fingerprint: String
    }

    /// A program; nil if it is not installed.
    func program(_ name: String) -> String? {
        let path = "\(programs)/\(name)"
        return access(path, X_OK) == 0 ? path : nil
    }

    /// Whether apt is there.
    var hasApt: Bool { program("apt-cache") != nil && program("apt-get") != nil }

    /// The folder of the lists that `apt update` fetches.
    ///
    /// apt is asked only if another configuration than the machine's is given, since that takes as long as a search.
    var lists: String? {
        guard let program = program("apt-config") else { return nil }
        guard environment["APT_CONFIG"] != nil else { return "/var/lib/apt/lists" }
        var output: [UInt8] = []
        let ending = ProgramOutput.run(
            program, ["shell", "lists", "Dir::State::lists/f"], environment: environment
        ) { output += $0 }
        guard ending?.status == 0 else { return nil }
        // lists='/var/lib/apt/lists/'
        let value = String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            .dropFirst("lists=".count).trimmingCharacters(in: ["'"])
        return value.hasPrefix("/") ? (value.hasSuffix("/") ? String(value.dropLast()) : value) : nil
    }

    /// The files of catalogue data: of apt's lists and of AppStream's folders, each once.
    func dataFiles(lists: String?) -> [DataFile] {
        var files: [DataFile] = []
        var seen: Set<String> = []
        func add(_ folder: String, isXML: Bool, where matches: (String) -> Bool) {
            for name in ((try? folderEntries(folder)) ?? []).sorted() where matches(name) {
                // AppStream's folders have symbolic links to apt's lists.
                guard
                    let path = realpath("\(folder)/\(name)", nil).map({ pointer in
                        defer { free(pointer) }
                        return String(cString: pointer)
                    }), seen.insert(path).inserted, let fingerprint = Self.fingerprint(path)
                else { continue }
                files.append(DataFile(path: path, isXML: isXML, fingerprint: fingerprint))
            }
        }
        if let lists { add(lists, isXML: false) { $0.contains("_dep11_Components-") && $0.contains(".yml") } }
        for folder in appStream {
            add(folder + "/yaml", isXML: false) { $0.contains(".yml") || $0.contains(".yaml") }
            add(folder + "/xml", isXML: true) { $0.contains(".xml") }
            add(folder + "/xmls", isXML: true) { $0.contains(".xml") }
        }
        return files
    }

    /// Identifier, size and time of a file or a folder; nil if there is none.
    static func fingerprint(_ path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let time = status.st_mtim
        return "\(path)\t\(status.st_ino)\t\(status.st_size)\t\(time.tv_sec).\(time.tv_nsec)"
    }

    /// The identifier and the name of the distribution, such as `debian` and `Debian GNU/Linux 12 (bookworm)`.
    func release() -> (id: String, name: String) {
        // `first` of a lazy collection would read the file twice, of which the second time may fail.
        let texts = releaseFiles.lazy.compactMap { try? PublishedFolder.read($0, atMost: 1 << 16) }
        let text = texts.first { _ in true } ?? []
        var fields: [Substring: String] = [:]
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { fields[parts[0]] = parts[1].trimmingCharacters(in: ["\"", "'", " "]) }
        }
        let id = fields["ID"].flatMap { CatalogLayout.isIdentifier($0) ? $0 : nil } ?? "distribution"
        return (id, DisplayText.clean(fields["PRETTY_NAME"] ?? fields["NAME"] ?? id))
    }
}
