/// The folder of downloads, `$XDG_CACHE_HOME/fontd/downloads`.
package struct DownloadFolder: Sendable, Hashable {
    package let path: String

    package init(_ path: String) { self.path = path }
}
