import FontFiles
package import FontTransfer
package import Foundation

/// The cached copy of one document: `$XDG_CACHE_HOME/<app>/<folder>/<name>.<format>`, and its facts in `<name>.record`.
///
/// A format is one of an app's, by the raw value of which the file is named.
package struct DocumentCache<Format: RawRepresentable<String> & CaseIterable & Equatable & Sendable>: Sendable {
    /// A document that was loaded once.
    package struct Copy: Sendable {
        package var data: Data
        package var format: Format
        /// The validators of the copy; none if the facts are those of other bytes.
        package var validators: Validators
    }

    private let folder: URL
    private let name: CacheName
    private let address: String
    private let limit: Int

    /// - Parameters:
    ///   - home: The folder `$XDG_CACHE_HOME`.
    ///   - folder: The folder of such documents in that of the app.
    ///   - limit: The largest number of bytes that are read.
    package init(home: String, app: CacheName, folder: String, name: CacheName, address: String, limit: Int) {
        self.folder = URL(filePath: home).appending(path: app.text).appending(path: folder)
        self.name = name
        self.address = address
        self.limit = limit
    }

    private var recordFile: URL { folder.appending(path: name.text + ".record") }

    private func file(_ format: Format) -> URL { folder.appending(path: "\(name.text).\(format.rawValue)") }

    /// Returns the copy of the document at the address; nil if there is none.
    package func read() -> Copy? {
        guard let stored = LocalFile.contents(of: recordFile.path(percentEncoded: false), limit: 1 << 16),
            let record = try? JSONDecoder().decode(CacheRecord.self, from: stored), record.address == address,
            let format = Format(rawValue: record.format),
            let data = LocalFile.contents(of: file(format).path(percentEncoded: false), limit: limit)
        else { return nil }
        // After a crash between the two files, the copy is newer than its facts.
        let isSame = Self.hash(data) == record.sha256
        return Copy(data: data, format: format, validators: isSame ? record.validators : Validators())
    }

    /// Stores a copy and its facts.
    package func write(_ data: Data, _ format: Format, _ validators: Validators) throws {
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try data.write(to: file(format), options: .atomic)
        let record = CacheRecord(
            address: address, format: format.rawValue, validators: validators, sha256: Self.hash(data),
            time: Date().timeIntervalSince1970)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        try encoder.encode(record).write(to: recordFile, options: .atomic)
        for other in Format.allCases where other != format {
            try? FileManager.default.removeItem(at: file(other))
        }
    }

    private static func hash(_ data: Data) -> String {
        var hash = ContentHash()
        data.withUnsafeBytes { hash.update($0) }
        return hash.finalize()
    }
}

/// The folder of cached files.
package enum CacheFolder {
    /// Returns the folder `$XDG_CACHE_HOME`, or else `~/.cache`.
    package static func ofUser() throws(RemoteDocumentError) -> String {
        let variables = ProcessInfo.processInfo.environment
        // A relative path is to be ignored (XDG Base Directory Specification).
        if let folder = variables["XDG_CACHE_HOME"], folder.hasPrefix("/") { return folder }
        guard let home = variables["HOME"], home.hasPrefix("/") else { throw .noFolder }
        return home + "/.cache"
    }
}

/// A file that is read up to a limit.
package enum LocalFile {
    /// Returns the contents of an ordinary file; nil if the path leads to anything else, or if the file cannot be read or
    /// is larger than the limit.
    package static func contents(of path: String, limit: Int) -> Data? {
        let path = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
        guard let facts = try? FileManager.default.attributesOfItem(atPath: path),
            facts[.type] as? FileAttributeType == .typeRegular, let size = facts[.size] as? Int, size <= limit,
            let file = FileHandle(forReadingAtPath: path), let data = try? file.read(upToCount: limit + 1)
        else { return nil }
        return data.count <= limit ? data : nil
    }
}
