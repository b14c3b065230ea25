import CLinux
import FontModel
import Glibc

/// The folders in which the resources of a module can be.
///
/// No place of the machine on which the module was built is among them, so that a program finds the same files on
/// every machine. All paths are texts; see ``PathText``.
package struct ResourcePlaces: Sendable, Hashable {
    /// The program or shared object with the code of the module; nil if unknown.
    package var object: String?
    /// The running program; nil if unknown.
    package var program: String?
    /// The folders of `$XDG_DATA_DIRS`.
    package var dataFolders: [String]

    package init(object: String?, program: String?, dataFolders: [String]) {
        self.object = object
        self.program = program
        self.dataFolders = dataFolders
    }

    /// Finds the places of this process for code at an address.
    ///
    /// - Parameter address: An address in the program or shared object that holds the code of the module.
    package init(ofCodeAt address: UInt) {
        let code = UnsafeRawPointer(bitPattern: address)
        object = code.flatMap { code in Self.path { clx_object_path(code, $0, $1) } }.map(Self.withoutLinks)
        program = Self.path { readlink("/proc/self/exe", $0, $1) }
        let folders = clx_variable("XDG_DATA_DIRS").map(PathText.text(ofCString:)) ?? ""
        dataFolders = (folders.isEmpty ? "/usr/local/share:/usr/share" : folders).split(separator: ":").map(String.init)
    }

    /// Returns the possible folders of a bundle, in the order of the search: beside the object and the program, then
    /// `share/<program>/` and `share/<package>/` up to three levels above them, then the data folders.
    ///
    /// - Parameters:
    ///   - bundle: The name of the bundle.
    ///   - package: The name of the module's package.
    package func folders(ofBundle bundle: String, inPackage package: String) -> [String] {
        var places: [String] = []
        func add(_ folder: String, _ rest: String = "") {
            var folder = folder
            while folder.hasSuffix("/") { folder.removeLast() }
            let place = "\(folder)/\(rest)\(bundle)"
            if !places.contains(place) { places.append(place) }
        }
        let beside = [object, program].compactMap(\.self).map(PathText.folder)
        for folder in beside { add(folder) }
        let names = [program.map { String(PathText.name(of: $0)) }, package].compactMap(\.self)
        for start in beside {
            var folder = start
            for _ in 1...3 where folder != "/" {
                folder = PathText.folder(of: folder)
                for name in names { add(folder, "share/\(name)/") }
            }
        }
        // The XDG Base Directory Specification ignores relative ones.
        for folder in dataFolders where folder.hasPrefix("/") {
            for name in names { add(folder, "\(name)/") }
        }
        return places
    }

    /// Returns a path that a function writes into a buffer, and of which it returns the length.
    private static func path(_ write: (UnsafeMutablePointer<CChar>, Int) -> Int) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX) + 1) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let length = write(start, buffer.count)
            guard (1..<buffer.count).contains(length) else { return nil }
            return PathText.text(of: buffer[..<length].map { UInt8(bitPattern: $0) })
        }
    }

    /// Returns the path to which the links in a path lead.
    private static func withoutLinks(_ path: String) -> String {
        guard let resolved = realpath(PathText.bytes(of: path).map(CChar.init(bitPattern:)) + [0], nil) else {
            return path
        }
        defer { free(resolved) }
        return PathText.text(ofCString: resolved)
    }
}
