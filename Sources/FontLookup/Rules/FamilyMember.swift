package import FontModel

/// The facts of a font that a menu of families needs.
package struct FamilyMember: Sendable, Hashable {
    var family: String
    package var style: String
    package var postscriptName: String
    var weight: Double
    var slant: Double
    package var priority: FontPriority?
    /// The localised names of the family.
    var localizedFamilies: [LocalizedName]

    package init(
        family: String, style: String, postscriptName: String, weight: Double, slant: Double, priority: FontPriority?
    ) {
        (self.family, self.style, self.postscriptName) = (family, style, postscriptName)
        (self.weight, self.slant, self.priority) = (weight, slant, priority)
        localizedFamilies = []
    }

    package init(_ font: FontDescriptor) {
        self.init(
            family: font.face.family, style: font.style, postscriptName: font.postscriptName, weight: font.weight,
            slant: font.slant, priority: font.rank)
        localizedFamilies = font.face.localizedNames.filter { $0.kind == .family }
    }
}

extension FamilyMember {
    /// Returns a face and its named instances.
    package static func members(_ face: FontFace, _ priority: FontPriority) -> [FamilyMember] {
        let instances = [nil] + face.instances.filter { !$0.isDefault }
        return instances.map { instance in
            var member = FamilyMember(FontDescriptor(face: face, instance: instance, path: nil, origin: .file))
            member.priority = priority
            return member
        }
    }
}
