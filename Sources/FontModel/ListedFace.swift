/// A registered face as one line of a printed list.
///
/// A list of thousands is read several times faster than whole registrations.
package struct ListedFace: Sendable, Hashable {
    package var postscriptName: String
    package var family: String
    package var style: String
    /// The index of the face in the file.
    package var index: Int
    /// The weight from 1 to 1,000.
    package var weight: Double
    /// The axes of a variable face.
    package var axes: [VariationAxis]
    /// The named instances of a variable face.
    package var instances: [NamedInstance]
    package var scope: FontScope
    package var provider: String
    package var isEnabled: Bool
    /// The registration's id.
    package var id: String
    /// The file as it was specified.
    package var file: String
    /// The file that programs open; nil if the font is disabled.
    package var path: String?

    package init(
        postscriptName: String, family: String, style: String, index: Int, weight: Double, axes: [VariationAxis],
        instances: [NamedInstance], scope: FontScope, provider: String, isEnabled: Bool, id: String, file: String,
        path: String?
    ) {
        self.postscriptName = postscriptName
        self.family = family
        self.style = style
        self.index = index
        self.weight = weight
        self.axes = axes
        self.instances = instances
        self.scope = scope
        self.provider = provider
        self.isEnabled = isEnabled
        self.id = id
        self.file = file
        self.path = path
    }
}

extension ListedFace {
    /// The styles that people see, with their weights: that of the face, and those of its instances besides the default
    /// one, which is the face itself.
    package var styles: [(name: String, weight: Double)] {
        [(style, weight)] + instances.filter { !$0.isDefault }.map { ($0.name, $0.coordinates["wght"] ?? weight) }
    }
}

extension Sequence<ListedFace> {
    /// The number of styles that people see, which texts call faces.
    package var styleCount: Int { reduce(0) { $0 + $1.styles.count } }
}

extension FontFace {
    /// Creates a face with the facts of a printed list alone.
    package init(_ listed: ListedFace) {
        self.init(
            postscriptName: listed.postscriptName, family: listed.family, style: listed.style, fullName: "",
            index: listed.index, weight: listed.weight, axes: listed.axes, instances: listed.instances)
    }
}

extension Registration {
    /// The faces in the form of a printed list.
    package var listedFaces: [ListedFace] {
        faces.map { face in
            ListedFace(
                postscriptName: face.postscriptName, family: face.family, style: face.style, index: face.index,
                weight: face.weight, axes: face.axes, instances: face.instances, scope: record.scope,
                provider: record.provider, isEnabled: record.isEnabled, id: id, file: record.file, path: path)
        }
    }
}
