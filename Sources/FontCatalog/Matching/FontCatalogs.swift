import FontFiles
public import FontModel
public import FontRegistry
import Foundation
import Glibc
package import TUF

/// Fonts on demand from the catalogues that are set up on this machine, and from the packages of its distribution
/// (`CTFontDescriptorMatchFontDescriptorsWithProgressHandler`).
///
/// Downloaded fonts are registered persistently and visible to all programs; they belong to the provider `catalog:<id>`.
/// Each comes with the texts of its licence. A catalogue is refreshed when a match asks for a name that is not there, if
/// its last refresh is a day old. Nothing else is fetched, and plain lookups never download.
///
/// ```swift
/// let catalogs = try FontCatalogs(fonts)
/// for try await event in catalogs.match(["KleeOne-SemiBold"], deciding: { $0.downloadSize < 9 << 20 }) {
///     if event.state == .downloading { show(event.percentage) }
/// }
/// ```
public final class FontCatalogs: Sendable {
    /// Decides in 4 whether an offered name is downloaded.
    public typealias Decision = @Sendable (FontDownloadRequest) async -> Bool
    /// Asks a person whether they agree to a licence.
    public typealias Agreement = @Sendable (FontLicenseRequest) async -> Bool

    /// The manager that finds the fonts.
    public let fonts: FontManager
    /// The time without a byte after which a match reports ``FontMatchingEvent/State/stalled``.
    public let stallTime: Duration

    let folders: CatalogFolders
    let context: RegistryContext
    let network: CatalogNetwork
    let environment: CatalogEnvironment
    private let places: DistributionPlaces?
    /// Tells followers of states what matches do.
    let progress = MatchProgress()

    /// Creates the access to the catalogues of a manager's user.
    ///
    /// Nothing is read yet.
    /// - Parameters:
    ///   - fonts: The manager that finds fonts.
    ///   - stallTime: The time without a byte after which a match reports that the download stalls.
    /// - Throws: `FontError` with code ``FontError/Code/unsupportedScope`` (307) for a manager that uses the font service,
    ///   as in a sandbox; ``FontError/Code/registrationFailed`` (301) if there is no folder for copies.
    public convenience init(_ fonts: FontManager, stallTime: Duration = .seconds(5)) throws(FontError) {
        let variables = ProcessInfo.processInfo.environment
        try self.init(
            fonts, folders: nil, network: .live, distribution: DistributionPlaces(environment: variables),
            stallTime: stallTime,
            environment: CatalogEnvironment(isMetered: { await MeteredConnection(environment: variables).read() }))
    }

    /// - Parameters:
    ///   - folders: The folders of the catalogues; nil for those of the user.
    ///   - network: The ways to files.
    ///   - distribution: Where the distribution has its facts; nil if it is no source.
    ///   - environment: The clock and the state of the network.
    package init(
        _ fonts: FontManager, folders: CatalogFolders?, network: CatalogNetwork,
        distribution places: DistributionPlaces? = nil, stallTime: Duration = .seconds(5),
        environment: CatalogEnvironment = CatalogEnvironment()
    ) throws(FontError) {
        guard let context = fonts.storeContext else {
            throw FontError(
                .unsupportedScope,
                "Catalogues are not used over the font service. Request the fonts with FontManager.request(_:timeout:)."
            )
        }
        self.fonts = fonts
        self.context = context
        self.stallTime = stallTime
        self.network = network
        self.places = places
        self.environment = environment
        if let folders {
            self.folders = folders
        } else {
            self.folders = try CatalogFolders(
                context.paths, environment: ProcessInfo.processInfo.environment, share: Self.installedShare)
        }
    }

    /// The folder `<prefix>/share` of the installed fontd.
    private static var installedShare: String {
        let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let beside = program.map { ($0 as NSString).deletingLastPathComponent + "/../share" }
        let folders = [beside, "/usr/local/share"].compactMap(\.self)
        return folders.first { access($0 + "/fontd/catalogs.d", F_OK) == 0 } ?? "/usr/share"
    }

    /// The origins of downloads.
    var origins: DownloadOrigins { DownloadOrigins(context.paths) }

    /// The distribution as a source of families; nil if it is none.
    package func distribution() -> DistributionSource? { places.flatMap(folders.distribution) }

    /// The licence texts to which a person agreed on this machine, with the dates.
    func consents() throws(FontError) -> [DownloadOrigin.Consent] {
        try origins.all().flatMap(\.consent)
    }
}

/// What matches depend on beside files, which tests replace.
package struct CatalogEnvironment: Sendable {
    /// Whether the network counts what is transferred.
    package var isMetered: @Sendable () async -> Bool
    /// The time, by which refreshes are due and metadata expires.
    package var now: @Sendable () -> Timestamp
    /// On whose behalf fonts are downloaded.
    package var asker: DownloadOrigin.Asker
    /// The pauses before a server is asked again.
    package var pause: DownloadPause
    /// Whether packages of the distribution are offered; false where its programs have no network.
    package var offersPackages: Bool
    /// Whether catalogues on servers are refreshed when they are due; if not, the copies that are there count.
    package var refreshes: Bool

    package init(
        isMetered: @escaping @Sendable () async -> Bool = { false },
        now: @escaping @Sendable () -> Timestamp = { Timestamp(seconds: Int64(time(nil))) },
        asker: DownloadOrigin.Asker = .person, pause: DownloadPause = .timed,
        offersPackages: Bool = true, refreshes: Bool = true
    ) {
        self.isMetered = isMetered
        self.now = now
        self.asker = asker
        self.pause = pause
        self.offersPackages = offersPackages
        self.refreshes = refreshes
    }
}
