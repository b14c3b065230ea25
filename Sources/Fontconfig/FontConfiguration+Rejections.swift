import CFontconfig
import Glibc
import SystemPackage

extension FontConfiguration {
    /// The size above which a configuration file is not searched for rules.
    private static let largestFile = 1 << 20

    /// Returns the configuration files with a `<rejectfont>` rule that hides a face of a file.
    ///
    /// fontconfig does not record which file has a rule. Each file with such rules is therefore loaded alone, and asked
    /// for the fonts of the folder.
    package func filesRejecting(_ path: String, face: Int) -> [String] {
        guard let slash = path.lastIndex(of: "/") else { return [] }
        let folder = String(path[..<slash])
        let files = configurationFiles.filter { Self.contents(of: $0)?.contains("<rejectfont") ?? false }
        let rejecting = files.filter { file in
            guard let handle = try? Self.loadHandle(file: file), FcConfigAppFontAddDir(handle.raw, folder) == FcTrue
            else { return false }
            var isShown = false
            handle.forEachPattern(in: FcSetApplication) { pattern in
                if pattern.path == path, pattern.faceIndex == face { isShown = true }
            }
            return !isShown
        }
        // A rule for a folder above has no effect on the folder alone.
        return rejecting.isEmpty ? files.filter { FolderRules([$0]).mayHide(folder) } : rejecting
    }

    /// Returns the configuration files that name a family, other than a language's or a generic one's.
    package func filesNaming(family: String) -> [String] {
        let wanted = ">\(family.lowercased())<"
        return configurationFiles.filter { Self.contents(of: $0)?.lowercased().contains(wanted) ?? false }
    }

    /// Returns the text of a configuration file; nil for a folder and for a file that cannot be read.
    private static func contents(of file: String) -> String? {
        guard let descriptor = try? FileDescriptor.open(FilePath(file), .readOnly),
            let bytes = try? descriptor.closeAfter({
                var buffer = [UInt8](repeating: 0, count: largestFile)
                let count = try buffer.withUnsafeMutableBytes { try descriptor.read(into: $0) }
                return Array(buffer[..<count])
            })
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
