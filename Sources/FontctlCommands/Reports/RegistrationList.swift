import FontRegistry

/// What is registered.
struct RegistrationList: Report {
    var generation: Int64
    var registrations: [Registration]

    var json: JSON {
        ["generation": JSON(generation), "registrations": .array(registrations.map(JSON.registration))]
    }

    var text: TextOutput {
        TextOutput(
            registrations.flatMap { registration in
                registration.faces.map { face in
                    [
                        face.postscriptName, face.family, face.style, face.weightText, registration.scope.rawValue,
                        registration.provider, registration.isEnabled ? "" : "disabled", registration.id,
                        registration.file,
                    ]
                }
            })
    }

    var hint: String? { "Nothing is registered that fits. `fontctl register FILE` registers a font." }
}
