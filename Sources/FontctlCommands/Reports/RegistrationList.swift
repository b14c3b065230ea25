import FontRegistry

/// The registrations.
struct RegistrationList: Report {
    /// The generation; nil if the list is printed for people, who do not see it.
    var generation: Int64?
    /// The registrations; empty if the list is printed for people, who see the faces.
    var registrations: [Registration] = []
    var faces: [ListedFace]
    /// The provider of the filter, if it has no registrations.
    var unknownProvider: UnknownProvider?
    /// The folders in which programs in a sandbox see fonts.
    var sandboxes: SandboxFolders?

    /// A provider id without registrations.
    struct UnknownProvider: Sendable {
        var id: String
        /// Similar ids.
        var near: [String]
    }

    init(generation: Int64, registrations: [Registration]) {
        self.generation = generation
        self.registrations = registrations
        faces = registrations.flatMap(\.listedFaces)
    }

    init(faces: [ListedFace]) { self.faces = faces }

    var json: JSON {
        let entries = registrations.map { registration in
            JSON.registration(registration).adding(
                ("visibleInSandboxes", sandboxes.map { .bool(registration.path.map($0.show) ?? false) }))
        }
        return ["generation": generation.map { JSON($0) } ?? .null, "registrations": .array(entries)]
    }

    var text: TextOutput {
        TextOutput(
            faces.map { face in
                [
                    face.postscriptName, face.family, face.style, face.weightText, face.scope.rawValue, face.provider,
                    face.isEnabled ? "" : "disabled", face.id, face.file,
                ]
            })
    }

    var diagnostics: [String] {
        guard let unknownProvider else { return [] }
        return [
            "Nothing is registered by “\(unknownProvider.id)”.\(NearNames.question(unknownProvider.near)) `fontctl providers` lists the providers that have registered fonts."
        ]
    }

    var hint: String? {
        unknownProvider == nil
            ? "No registered font matches. `fontctl register FILE` registers a font." : nil
    }
}
