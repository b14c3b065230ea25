public import FontModel
public import Foundation

extension FontDescriptor {
    /// The file to open: where fontconfig finds the font, or the file that was read.
    ///
    /// Nil for data in memory and for registered fonts that are disabled.
    public var url: URL? { path.map(URL.init(localPath:)) }
}

extension Registration {
    /// The file as given at registration, which may no longer exist; nil for fonts that were given as data.
    public var originalURL: URL? { record.file.hasPrefix("/") ? URL(localPath: record.file) : nil }

    /// The file that fontconfig finds, or nil while the registration is disabled.
    public var url: URL? { path.map(URL.init(localPath:)) }

    /// The time of the registration.
    public var registrationDate: Date { Date(timeIntervalSince1970: record.registeredAt) }
}

extension FontChange.Face {
    /// The file that fontconfig finds (before the change, for a removal), or nil while disabled.
    public var url: URL? { path.map(URL.init(localPath:)) }
}

extension FontQuery {
    /// The file: as given at registration, or where fontconfig finds it.
    ///
    /// A URL that is not of a local file matches only fonts that were given as data with this address as their name.
    public var url: URL? {
        get { file.flatMap { $0.hasPrefix("/") ? URL(localPath: $0) : URL(string: $0) } }
        set { file = newValue.map { (try? $0.localPath()) ?? $0.absoluteString } }
    }

    /// Creates a query for the fonts of a file.
    public init(url: URL) {
        self.init()
        self.url = url
    }
}
