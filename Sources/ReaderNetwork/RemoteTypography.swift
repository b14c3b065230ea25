// An app reads the errors and sets the limits of a load.
@_exported public import Fetching
import FontTransfer
public import Foundation
public import ReaderFonts

/// A typography document at an address, with a cached copy for times without a connection.
///
/// The copy is in `$XDG_CACHE_HOME/<app>/typography/`. It is the last document that could be used: an answer that cannot
/// be read does not replace it. A refresh asks the server only for a document that changed. An address with `file:` is
/// read from the disk and has no copy; a server cannot lead to one.
public actor RemoteTypography {
    /// The result of a refresh.
    public struct Refreshed: Sendable, Hashable {
        public var document: TypographyDocument
        /// Whether the document is another one than the cached copy.
        public var isNew: Bool
        /// Whether there is a cached copy of it now; false if the folder cannot be written, or for a file.
        public var isCached: Bool
    }

    private enum Place: Sendable {
        case web(RemoteAddress, DocumentCache<DocumentFormat>)
        case file(String)
    }

    private let place: Place
    private let format: DocumentFormat?
    private let limits: RemoteLimits
    /// The name of the document, which is its address without a user and a password.
    public nonisolated let name: String
    private var running: Task<Result<Refreshed, RemoteDocumentError>, Never>?

    /// Names a document.
    ///
    /// - Parameters:
    ///   - url: Its address.
    ///   - app: The folder of the app's cached files, such as `org.example.Reader`.
    ///   - name: The name of the cached copy without its type; two documents of one app need different ones.
    ///   - format: The format; nil to detect it.
    ///   - limits: The limits of a load.
    ///   - cacheHome: The folder of cached files; nil for the user's.
    /// - Throws: ``RemoteDocumentError/invalidAddress(_:)``, ``RemoteDocumentError/invalidName(_:)`` or
    ///   ``RemoteDocumentError/noFolder``.
    public init(
        _ url: URL, app: String, name: String = "TypographyKit", format: DocumentFormat? = nil,
        limits: RemoteLimits = RemoteLimits(), cacheHome: String? = nil
    ) throws(RemoteDocumentError) {
        let text = url.absoluteString
        self.name = RemoteAddress.shown(text)
        self.format = format
        self.limits = limits
        if url.isFileURL {
            place = .file(url.path(percentEncoded: false))
        } else {
            guard let address = RemoteAddress(text) else { throw .invalidAddress(RemoteAddress.shown(text)) }
            // Not with `??`, which does not keep the type of errors.
            let home: String
            if let cacheHome { home = cacheHome } else { home = try CacheFolder.ofUser() }
            let cache = DocumentCache<DocumentFormat>(
                home: home, app: try CacheName(app), folder: "typography", name: try CacheName(name),
                address: self.name, limit: limits.size)
            place = .web(address, cache)
        }
    }

    /// Names the newer document to which the settings of local documents lead (`configuration-url`); nil if these have no
    /// address.
    ///
    /// - Parameters:
    ///   - settings: The settings of documents that came with the app or from the user. Those of remote documents would
    ///     let a server name another one, or a local file.
    ///   - app: The folder of the app's cached files, such as `org.example.Reader`.
    ///   - limits: The limits of a load.
    ///   - cacheHome: The folder of cached files; nil for the user's.
    /// - Throws: ``RemoteDocumentError/invalidAddress(_:)``, ``RemoteDocumentError/invalidName(_:)`` or
    ///   ``RemoteDocumentError/noFolder``.
    public init?(
        following settings: TypographySettings, app: String, limits: RemoteLimits = RemoteLimits(),
        cacheHome: String? = nil
    ) throws(RemoteDocumentError) {
        guard let text = settings.configurationURL else { return nil }
        guard let url = URL(string: text) else { throw .invalidAddress(RemoteAddress.shown(text)) }
        try self.init(
            url, app: app, name: settings.configurationName, format: settings.configurationFormat, limits: limits,
            cacheHome: cacheHome)
    }

    /// Returns the cached copy without asking the server; nil if there is none that can be used.
    public func cached() -> TypographyDocument? {
        guard case .web(_, let cache) = place, let copy = cache.read() else { return nil }
        return try? TypographyDocument(copy.data, name: name, format: copy.format)
    }

    /// Asks the server for the present document.
    ///
    /// Simultaneous calls share one request.
    /// - Throws: The reason for which there is no present document; the cached copy stays as it is.
    public func refresh() async throws(RemoteDocumentError) -> Refreshed {
        let task = running ?? Task { await attempt() }
        running = task
        let result = await task.value
        if running == task { running = nil }
        return try result.get()
    }

    private func attempt() async -> Result<Refreshed, RemoteDocumentError> {
        do throws(RemoteDocumentError) {
            switch place {
            case .file(let path):
                guard let data = LocalFile.contents(of: path, limit: limits.size) else { throw .unreadableFile(path) }
                return .success(Refreshed(document: try document(data, format), isNew: true, isCached: false))
            case .web(let address, let cache): return .success(try await load(address, cache))
            }
        } catch {
            return .failure(error)
        }
    }

    private func load(
        _ address: RemoteAddress, _ cache: DocumentCache<DocumentFormat>
    ) async throws(RemoteDocumentError) -> Refreshed {
        let copy = cache.read()
        // A copy that cannot be used any more is fetched again, not confirmed.
        let known = copy.flatMap { try? document($0.data, $0.format) }
        let validators = known == nil ? Validators() : copy?.validators ?? Validators()
        switch try await Transfer.load(address, unless: validators, within: limits) {
        case .unchanged:
            guard let copy, let known else { throw .status(304, name) }
            let isCached = (try? cache.write(copy.data, copy.format, copy.validators)) != nil
            return Refreshed(document: known, isNew: false, isCached: isCached)
        case .document(let data, let validators):
            let format = format ?? DocumentFormat(of: data)
            let document = try document(data, format)
            let isCached = (try? cache.write(data, format, validators)) != nil
            return Refreshed(document: document, isNew: data != copy?.data, isCached: isCached)
        }
    }

    private func document(
        _ data: Data, _ format: DocumentFormat?
    ) throws(RemoteDocumentError) -> TypographyDocument {
        do throws(TypographyDocumentError) {
            return try TypographyDocument(data, name: name, format: format)
        } catch {
            throw .invalidDocument(name, reason: error.text)
        }
    }
}

extension TypographyModel {
    /// Shows the cached copy of a document, in the place of an earlier one from the same address or after all others.
    ///
    /// - Returns: Whether there is a copy.
    @discardableResult
    public func showCached(_ remote: RemoteTypography) async -> Bool {
        guard let document = await remote.cached() else { return false }
        update { $0.put(document) }
        return true
    }

    /// Asks the server for a document and shows it, in the place of an earlier one from the same address or after all
    /// others.
    ///
    /// Listeners get one event with all that it changes.
    /// - Throws: The reason for which there is no present document; the model stays as it is.
    @discardableResult
    public func refresh(from remote: RemoteTypography) async throws(RemoteDocumentError) -> RemoteTypography.Refreshed {
        let refreshed = try await remote.refresh()
        update { $0.put(refreshed.document) }
        return refreshed
    }
}
