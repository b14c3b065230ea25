public import FontModel

/// The state of a name in a list of fonts to download.
public enum FontDownloadState: Sendable, Hashable {
    /// Nothing is known.
    case undefined
    /// A download was asked for.
    case preparing
    /// The font is offered and not there.
    case undownloaded
    /// The font is being downloaded: percent that arrived, 0…100.
    case downloading(Double)
    /// The font is there.
    case downloaded
    /// The name was asked for, and nothing is offered.
    case unresponsive

    /// The purpose of a match, by which events lead to states.
    package enum Purpose: Sendable, Hashable, CaseIterable {
        /// To find out what is there: the caller declines at 4.
        case check
        case download
    }

    /// The state after an event of a match.
    package func after(
        _ event: FontMatchingEvent.State, percentage: Double? = nil, in purpose: Purpose
    ) -> FontDownloadState {
        switch (event, purpose) {
        case (.didBegin, .check): return .undefined
        case (.didBegin, .download): return .preparing
        case (.willBeginDownloading, .check): return .undownloaded
        case (.willBeginDownloading, .download): return .downloading(0)
        case (.downloading, .download): return .downloading(percentage ?? 0)
        case (.didMatch, _): return .downloaded
        case (.didFailWithError, .check): return .undefined
        case (.didFailWithError, .download): return .undownloaded
        case (.didFinish, _):
            switch self {
            case .undefined: return .unresponsive
            // A check prepares nothing: the match was cancelled before it found the name.
            case .preparing: return purpose == .check ? .undefined : .unresponsive
            // The download was cancelled.
            case .downloading: return .undownloaded
            default: return self
            }
        case (.willBeginQuerying, _), (.stalled, _), (.didFinishDownloading, _), (.downloading, .check): return self
        }
    }
}

/// The states of several names at one time.
public struct FontDownloadStates: Sendable, Hashable {
    /// The names, in the order in which they were asked for.
    public let names: [String]
    private var states: [String: FontDownloadState]
    /// The errors of the last checks and downloads, by name.
    public internal(set) var errors: [String: FontError] = [:]

    init(_ names: [String]) {
        self.names = names
        states = Dictionary(names.map { ($0, .undefined) }) { first, _ in first }
    }

    /// Whether a name is being downloaded.
    var hasDownloads: Bool {
        states.values.contains { state in
            switch state {
            case .preparing, .downloading: true
            case .undefined, .undownloaded, .downloaded, .unresponsive: false
            }
        }
    }

    /// The state of a name; ``FontDownloadState/undefined`` for one that was not asked for.
    public internal(set) subscript(name: String) -> FontDownloadState {
        get { states[name] ?? .undefined }
        set { if states[name] != nil { states[name] = newValue } }
    }
}
