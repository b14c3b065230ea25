import FontModel
import Foundation

/// The announcements that the service keeps beside the store, as far as a process without the service needs them.
enum LastingAnnouncements {
    private struct Record: Decodable {
        struct Announcement: Decodable {
            var provider: String
            var names: [String]
        }

        var announcements: [Announcement]
    }

    /// The maximum size in bytes of a file that is read.
    private static let largest = 32 << 20

    /// Returns the announced names by provider; none if the file is absent or damaged.
    static func read(_ paths: FontPaths) -> [String: [String]] {
        guard let size = Fingerprint(ofFile: paths.announcements)?.size, size <= largest,
            let bytes = (try? fileContents(paths.announcements)) ?? nil,
            let record = try? JSONDecoder().decode(Record.self, from: Data(bytes))
        else { return [:] }
        return Dictionary(grouping: record.announcements, by: \.provider).mapValues { $0.flatMap(\.names) }
    }
}

extension [ProviderSummary] {
    /// Returns the summaries with the names that providers announced, by id; with those of providers that registered
    /// nothing.
    package func announcing(_ announced: [String: [String]]) -> [ProviderSummary] {
        guard !announced.isEmpty else { return self }
        let known = Set(map(\.id))
        let others = announced.keys.filter { !known.contains($0) }.map { id in
            ProviderSummary(id: id, registrations: 0, faces: 0, bytes: 0, scopes: [], kind: ProviderID.kind(of: id))
        }
        return (self + others).sorted { $0.id < $1.id }.map { provider in
            guard let names = announced[provider.id] else { return provider }
            var provider = provider
            let all = Set(names.map(DisplayText.clean)).subtracting([""])
            provider.announcements = [String](all.sorted().prefix(ProviderSummary.announcementsShown))
            provider.announcementCount = all.count
            return provider
        }
    }
}
