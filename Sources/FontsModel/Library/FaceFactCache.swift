import FontFiles
import FontLookup
import FontModel
import FontRegistry
import Synchronization

/// Facts of faces that searches ask for and that are read from files: once for the bytes of a registration, and for another
/// file until it changes.
final class FaceFactCache<Fact: Sendable>: Sendable {
    private struct Place: Hashable {
        var file: FileFactCache.Key
        var index: Int
    }

    private let read: @Sendable (SourceFile, _ index: Int) throws(FontError) -> Fact
    private let known = Mutex<[Place: Fact]>([:])

    /// - Parameter read: Reads the fact of a face of a file.
    init(_ read: @escaping @Sendable (SourceFile, _ index: Int) throws(FontError) -> Fact) { self.read = read }

    /// Returns the families with a face, enabled or not, whose fact meets a condition; a file that cannot be read has none.
    func families(
        of manager: FontManager, where holds: @escaping @Sendable (Fact) -> Bool
    ) async throws(FontError) -> Set<String> {
        let all = FontQuerySet(including: [FontQuery()], options: .includeDisabled)
        let fonts = try await manager.fonts(matching: all) + manager.hiddenFonts()
        let files = try await manager.listFacts(of: fonts)
        return try await BlockingWork.perform { () throws(FontError) in
            let found = BlockingWork.results(fonts.count) { self.holds(fonts[$0], in: files, holds) }
            return Set(zip(fonts, found).filter(\.1).map(\.0.face.family))
        }
    }

    private func holds(_ font: FontDescriptor, in files: ListFacts, _ condition: (Fact) -> Bool) -> Bool {
        guard let (key, path) = files.file(of: font) else { return false }
        let place = Place(file: key, index: font.face.index)
        if let fact = known.withLock({ $0[place] }) { return condition(fact) }
        do throws(FontError) {
            let fact = try read(try SourceFile(opening: path), font.face.index)
            known.withLock { $0[place] = fact }
            return condition(fact)
        } catch {
            return false
        }
    }
}

/// The designers of a face (`name` ID 9), in all languages.
enum DesignerFact {
    static func names(_ file: SourceFile, _ index: Int) throws(FontError) -> [String] {
        try FontDetails(ofFace: index, in: file).texts.filter { $0.kind == .designer }.map(\.text)
    }
}

/// The tags of the features of a face (`GSUB` and `GPOS`).
enum FeatureFact {
    static func tags(_ file: SourceFile, _ index: Int) throws(FontError) -> Set<String> {
        Set(try FontFeature.features(ofFace: index, in: file).map(\.tag))
    }
}
