public import FontModel

/// An event of a match: a state with what is known in it.
///
/// ``FontCatalogs/match(_:style:deciding:agreeing:)`` gives them in the order of Core Text:
///
/// | case | states |
/// | --- | --- |
/// | the font is on the system | 0 7 1 |
/// | the font was downloaded earlier | 0 6 7 1 |
/// | a part of the family of that name was, and the caller declines the rest at 4 | 0 4 6 7 1 |
/// | it is offered, and the caller declines at 4 | 0 4 6 1 |
/// | it is offered, and the caller agrees at 4 | 0 4 (3 or 5)… 6 7 1 |
/// | the name is unknown, or the family is withdrawn | 0 1 |
/// | failure | 0 … 8 1 |
///
/// 4 to 8 repeat for each name. 2 comes once before a server is asked for a newer catalogue, which is not needed if the last
/// refresh is less than a day old, and never for a catalogue in a folder.
public struct FontMatchingEvent: Sendable, Hashable {
    /// The states of a match, with Apple's numbers (`CTFontDescriptorMatchingState`).
    public enum State: UInt32, Sendable, Hashable, CaseIterable {
        /// 0: the match began; once, first.
        case didBegin = 0
        /// 1: the match ended; once, last.
        case didFinish = 1
        /// 2: servers will be asked for newer catalogues.
        case willBeginQuerying = 2
        /// 3: no byte arrived for some time; see ``FontCatalogs/stallTime``.
        case stalled = 3
        /// 4: the name is offered, and the caller decides whether it is downloaded.
        case willBeginDownloading = 4
        /// 5: bytes arrived.
        case downloading = 5
        /// 6: nothing is left to download for the name, also after the caller declined.
        case didFinishDownloading = 6
        /// 7: the name has a font that programs can use.
        case didMatch = 7
        /// 8: there is no font for the name because of an error.
        case didFailWithError = 8
    }

    /// A name for which nothing is offered.
    public struct Unavailable: Sendable, Hashable {
        /// The name that was asked for.
        public var name: String
        /// The reason in the words of the publisher, for a family that is not offered any more; else nil.
        public var status: FamilyStatus?
        /// The name of the family that replaces it, if the catalogue has it.
        public var replacement: String?
    }

    /// The state.
    public var state: State
    /// The name that is processed (`SourceDescriptor`); nil in 0, 1 and 2.
    public var name: String?
    /// All names of the match (`Descriptors`).
    public var names: [String]
    /// The fonts that were found: in 7 that of the name, in 1 all (`Result`).
    public var results: [FontDescriptor] = []
    /// The part of the name's family that arrived in 5, 0…100 (`Percentage`).
    ///
    /// It never falls, and is 100 only in the last 5. Nil in other states.
    public var percentage: Double?
    /// The bytes that the download of the name's family takes in 3, 4, 5 and 6 (`CurrentAssetSize`).
    public var currentAssetSize: Int64 = 0
    /// The bytes of all downloads of the match that arrived (`TotalDownloadedSize`).
    public var totalDownloadedSize: Int64 = 0
    /// The bytes of all downloads of the match; 0 before they are known (`TotalAssetSize`).
    public var totalAssetSize: Int64 = 0
    /// The error in 8 (`Error`).
    public var error: FontError?
    /// In 1, the names for which nothing is offered, with the reasons.
    public var unavailable: [Unavailable] = []
    /// In 1, what hindered the match and did not end it, such as a catalogue that could not be refreshed or has expired; its
    /// earlier copy was used.
    public var warnings: [FontError] = []
    /// In 1, the numbers of the registrations, by which `FontManager.undo(_:isDryRun:)` takes the downloads back.
    public var operations: [Int64] = []

    init(_ state: State, _ name: String? = nil, of names: [String]) {
        self.state = state
        self.name = name
        self.names = names
    }
}
