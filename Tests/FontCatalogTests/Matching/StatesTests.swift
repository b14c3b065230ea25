import FontCatalog
import FontModel
import FontRegistry
import FontTransfer
import Foundation
import TestSupport
import Testing

/// The states of names in a list of fonts to download.
@Suite struct StatesTests {
    /// An event in a check or a download, with the states before and after it.
    struct Transition: Sendable, CustomTestStringConvertible {
        let event: FontMatchingEvent.State
        let purpose: FontDownloadState.Purpose
        let before: FontDownloadState
        let after: FontDownloadState

        var testDescription: String { "\(event.rawValue) in a \(purpose): \(before) → \(after)" }

        init(
            _ event: FontMatchingEvent.State, _ purpose: FontDownloadState.Purpose, _ before: FontDownloadState,
            _ after: FontDownloadState
        ) {
            (self.event, self.purpose, self.before, self.after) = (event, purpose, before, after)
        }
    }

    static let transitions: [Transition] = [
        Transition(.didBegin, .check, .downloaded, .undefined),
        Transition(.didBegin, .download, .undownloaded, .preparing),
        Transition(.willBeginQuerying, .check, .undefined, .undefined),
        Transition(.willBeginQuerying, .download, .preparing, .preparing),
        Transition(.willBeginDownloading, .check, .undefined, .undownloaded),
        Transition(.willBeginDownloading, .download, .preparing, .downloading(0)),
        Transition(.downloading, .check, .undefined, .undefined),
        Transition(.downloading, .download, .downloading(0), .downloading(40)),
        Transition(.stalled, .download, .downloading(40), .downloading(40)),
        Transition(.didFinishDownloading, .check, .undownloaded, .undownloaded),
        Transition(.didFinishDownloading, .download, .downloading(100), .downloading(100)),
        Transition(.didMatch, .check, .undefined, .downloaded),
        Transition(.didMatch, .download, .downloading(100), .downloaded),
        Transition(.didFailWithError, .check, .undefined, .undefined),
        Transition(.didFailWithError, .download, .downloading(40), .undownloaded),
        Transition(.didFinish, .check, .undefined, .unresponsive),
        Transition(.didFinish, .check, .undownloaded, .undownloaded),
        Transition(.didFinish, .check, .downloaded, .downloaded),
        Transition(.didFinish, .download, .downloaded, .downloaded),
        Transition(.didFinish, .download, .undownloaded, .undownloaded),
        Transition(.didFinish, .download, .preparing, .unresponsive),
        Transition(.didFinish, .download, .downloading(40), .undownloaded),
        Transition(.didFinish, .check, .preparing, .undefined),
        Transition(.didFinish, .check, .downloading(40), .undownloaded),
    ]

    @Test(arguments: transitions)
    func eventsLeadToStates(_ transition: Transition) {
        #expect(
            transition.before.after(transition.event, percentage: 40, in: transition.purpose) == transition.after)
    }

    @Test func siblingsBecomeDownloadedTogether() async throws {
        let site = try await MatchSite(MatchSite.lora)
        let catalogs = try site.catalogs()
        let names = ["Lora-Regular", "Lora-Bold", "Nothing"]
        var seen: [[FontDownloadState]] = []
        var match: Task<[FontMatchingEvent], any Error>?
        for await states in catalogs.states(of: names) {
            seen.append(names.map { states[$0] })
            if seen.count == 2 { match = Task { try await catalogs.match(["Lora-Regular"]).all() } }
            if states["Lora-Bold"] == .downloaded { break }
        }
        #expect(try await match?.value.sequence == "0 4 … 6 7 1")
        #expect(seen.first == [.undefined, .undefined, .undefined])
        #expect(seen.dropFirst().first == [.undownloaded, .undownloaded, .unresponsive])
        let first = seen.dropFirst(2).map { $0[0] }
        #expect(first.prefix(2) == [.preparing, .downloading(0)] && first.last == .downloaded)
        let bold = seen.dropFirst(2).map { $0[1] }
        #expect(bold.dropLast().allSatisfy { $0 == .undownloaded } && bold.last == .downloaded)
        #expect(seen.dropLast().allSatisfy { $0[0] != .downloaded })
    }

    @Test func whatOtherProcessesDoIsSeen() async throws {
        let site = try await MatchSite(MatchSite.lora)
        let other = try site.catalogs()
        var count = 0
        var errors: [String: FontError] = [:]
        for await states in try site.catalogs().states(of: ["Lora-Bold"]) {
            count += 1
            errors = states.errors
            if count == 2 {
                #expect(states["Lora-Bold"] == .undownloaded)
                _ = try await other.match(["Lora-Regular"]).all()
            } else if count == 3 {
                #expect(states["Lora-Bold"] == .downloaded)
                let user = try site.home.user()
                for registration in try await site.registered() { try await user.unregister(registration) }
            } else if count > 3, states["Lora-Bold"] == .undownloaded {
                break
            }
        }
        #expect(errors.isEmpty)
    }

    @Test func aCancelledDownloadLeavesNoneInProgress() async throws {
        let site = try await MatchSite([SyntheticFont(family: "Lora")])
        let files = site.files()
        files.plan([.silent(after: 400)], at: try site.addresses(of: "lora")[0])
        let catalogs = try site.catalogs(over: files)
        var match: Task<[FontMatchingEvent], any Error>?
        var hasBegun = false
        for await states in catalogs.states(of: ["Lora-Regular"]) {
            switch states["Lora-Regular"] {
            case .undownloaded where match == nil: match = Task { try await catalogs.match(["Lora-Regular"]).all() }
            case .downloading where !hasBegun:
                hasBegun = true
                await files.silence.pass()
                match?.cancel()
            default: break
            }
            if hasBegun, states["Lora-Regular"] == .undownloaded { break }
        }
        #expect(hasBegun)
        _ = try await match?.value
    }

    /// A match of other names does not change the states, nor the errors.
    @Test func otherNamesAreLeftOut() async throws {
        let site = try await MatchSite(MatchSite.lora)
        let files = site.files()
        for address in try site.addresses(of: "lora") { files.plan([.missing], at: address) }
        let catalogs = try site.catalogs(over: files)
        var match: Task<[FontMatchingEvent], any Error>?
        for await states in catalogs.states(of: ["Nothing"]) {
            #expect(states.errors.isEmpty)
            if match == nil, states["Nothing"] == .unresponsive {
                match = Task {
                    let events = try await catalogs.match(["Lora-Regular"]).all()
                    // The states follow the order of the matches.
                    _ = try await catalogs.match(["Nothing"]).all()
                    return events
                }
            } else if match != nil, states["Nothing"] == .unresponsive {
                break
            }
        }
        #expect(try await match?.value.failure != nil)
    }

    @Test func aFailureIsWithTheName() async throws {
        let site = try await MatchSite(MatchSite.lora)
        let files = site.files()
        files.plan([.missing], at: try site.addresses(of: "lora")[0])
        let catalogs = try site.catalogs(over: files)
        var match: Task<[FontMatchingEvent], any Error>?
        for await states in catalogs.states(of: ["Lora-Regular"]) {
            if match == nil, states["Lora-Regular"] == .undownloaded {
                match = Task { try await catalogs.match(["Lora-Regular"]).all() }
            }
            guard let error = states.errors["Lora-Regular"] else { continue }
            #expect(states["Lora-Regular"] == .undownloaded && error.code == .registrationFailed)
            break
        }
        #expect(try await match?.value.failure != nil)
    }
}
