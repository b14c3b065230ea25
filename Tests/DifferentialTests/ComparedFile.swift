import FontModel
import FontRegistry
import Foundation

/// One file as read by fontd, fontconfig and FreeType.
struct ComparedFile: Sendable {
    var path: String
    var size: Int
    var sha256 = ""
    /// The faces that all three readers found; empty if fontd refuses the file.
    var faces: [ComparedFace] = []
    /// The number of faces that fontd found.
    var faceCount = 0
    /// The error with which fontd refuses the file.
    var refusal: FontError?
    /// The number of faces that FreeType opens; nil if it cannot open all of them.
    var openedCount: Int?
    /// The number of faces that fontconfig lists.
    var listedCount: Int

    /// The file name without the folder.
    var name: String { (path as NSString).lastPathComponent }
    var isTakenByOthers: Bool { openedCount != nil || listedCount > 0 }

    /// Reads the file with all three readers.
    init(_ path: String) {
        self.path = path
        let patterns = ListedPattern.all(of: path)
        let opened = OpenedFace.all(of: path) ?? []
        openedCount = opened.isEmpty ? nil : opened.count
        listedCount = patterns.count { $0.isFace }
        size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
        do throws(FontError) {
            let file = try FontFile(contentsOf: path)
            sha256 = file.sha256
            faceCount = file.faces.count
            faces = file.faces.compactMap { face in
                let own = patterns.filter { $0.face == face.index }
                guard let listed = own.first(where: \.isFace), opened.indices.contains(face.index) else {
                    return nil
                }
                return ComparedFace(
                    ours: face, records: file.nameRecords(ofFace: face.index),
                    coverage: file.coverage(ofFace: face.index), listed: listed,
                    listedInstances: Dictionary(
                        own.filter { $0.instance > 0 }.map { ($0.instance, $0) },
                        uniquingKeysWith: { first, _ in first }),
                    listedVariable: own.first { $0.isVariable }, opened: opened[face.index])
            }
        } catch {
            refusal = error
        }
    }

    /// Returns the differences that concern an accepted file as a whole.
    func differences() -> [Difference] {
        guard refusal == nil else { return [] }
        return [(Difference.Field.listedFaces, listedCount), (.openedFaces, openedCount ?? 0)]
            .filter { $0.1 != faceCount }
            .map { Difference(field: $0.0, face: 0, ours: "\(faceCount)", theirs: "\($0.1)") }
    }
}
