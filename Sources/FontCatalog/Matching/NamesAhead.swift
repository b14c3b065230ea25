import FontLookup
import FontModel

/// The missing names of a match in their order, of which a few are looked for before it is their turn.
///
/// Nothing is looked for behind a name whose licence may ask for agreement: who stops there has asked servers for no more.
struct NamesAhead {
    /// The most documents of families that are read at the same time, each of which a server may have.
    private static let most = 6

    private let names: [String]
    /// The number of names whose turn came.
    private var turns = 0
    /// The number of names that are looked for or were.
    private var begun = 0
    /// The place of the last one of these whose licence may ask for agreement.
    private var question = -1
    private var readings: [VerifiedMetadata.Reading] = []
    /// The families found so far.
    private(set) var candidates = CatalogOffers.Candidates()

    /// - Parameter names: The names, each of which counts once.
    init(_ names: [String] = []) {
        // Spellings that are equal as strings may have other families.
        var known: Set<[UInt8]> = []
        self.names = names.filter { known.insert(Array($0.utf8)).inserted }
    }

    /// Looks for names from the one on whose turn it is; returns without waiting for documents.
    mutating func turn(to name: String, in offers: CatalogOffers) async {
        guard turns < names.count, names[turns].utf8.elementsEqual(name.utf8) else { return }
        while begun < min(turns + Self.most, names.count), question < turns {
            let (reading, mayAsk) = await offers.begin(names[begun], noting: &candidates)
            if let reading { readings.append(reading) }
            if mayAsk { question = begun }
            begun += 1
        }
        turns += 1
    }

    /// Cancels the readings.
    func end() { for reading in readings { reading.cancel() } }
}

extension CatalogOffers {
    /// The families that may have names, as the indices of signed catalogues have them.
    struct Candidates: Sendable {
        private struct Found {
            /// The version of the index; families of another one do not count.
            let snapshot: Int64
            /// By the bytes of the name.
            var families: [[UInt8]: [CatalogIndex.Family]] = [:]
        }

        /// By the place of the source.
        private var found: [Int: Found] = [:]

        /// The families that may have a name; nil if it was not looked for in the index.
        func families(for name: String, at place: Int, in index: CatalogIndex) -> [CatalogIndex.Family]? {
            guard let found = found[place], found.snapshot == index.snapshot else { return nil }
            return found.families[Array(name.utf8)]
        }

        fileprivate mutating func note(
            _ families: [CatalogIndex.Family], for name: String, at place: Int, in index: CatalogIndex
        ) {
            var found =
                found[place].flatMap { $0.snapshot == index.snapshot ? $0 : nil }
                ?? Found(snapshot: index.snapshot)
            found.families[Array(name.utf8)] = families
            self.found[place] = found
        }
    }

    /// Looks for a name up to the first signed catalogue that has families for it, and begins to read the document of the
    /// first one, which ``find(_:style:among:)`` asks for as well.
    ///
    /// - Returns: The work that reads the document, and whether a licence may ask for agreement, as far as it is listed.
    fileprivate func begin(
        _ name: String, noting candidates: inout Candidates
    ) async -> (reading: VerifiedMetadata.Reading?, mayAsk: Bool) {
        for (place, source) in sources.enumerated() {
            guard let catalog = source as? KnownCatalog, let index = try? await catalog.index() else { continue }
            let families = CatalogNames.candidates(for: name, in: index)
            candidates.note(families, for: name, at: place, in: index)
            guard let first = families.first else { continue }
            let mayAsk = families.contains { !KnownLicense.isOpen($0.summary.license) }
            return (try? catalog.documents().readAhead(first.id), mayAsk)
        }
        return (nil, false)
    }
}
