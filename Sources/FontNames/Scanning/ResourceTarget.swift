/// A target with resources, as its build system describes it.
package struct ResourceTarget: Sendable, Hashable {
    /// What the target links, and so what its generated code can call.
    package enum Registration: String, Sendable, Hashable, CaseIterable {
        /// Neither `ProcessFonts` nor `FontRegistry`: names and tables only.
        case none
        /// `ProcessFonts`.
        case process
        /// `FontRegistry`, with which fonts can be registered in all scopes.
        case registry
    }

    /// The name of the package.
    package var package: String
    /// The name of the target.
    package var name: String
    /// The absolute path of the target's folder, in which `fontnames.json` is.
    package var folder: String
    /// The name of the folder of its resources in the build.
    package var bundle: String
    /// The absolute paths of the files and folders that become resources.
    ///
    /// A folder keeps its name and what is in it.
    package var resources: [String]
    package var registration: Registration

    /// - Parameter bundle: The name of the folder of its resources; nil for the one that SwiftPM gives it.
    package init(
        package: String, name: String, folder: String, bundle: String? = nil, resources: [String],
        registration: Registration = .none
    ) {
        self.package = package
        self.name = name
        self.folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        self.bundle = bundle ?? "\(package)_\(name).resources"
        self.resources = resources
        self.registration = registration
    }

    /// The name that owns the registrations of the module.
    package var module: String { "\(package).\(name)" }

    /// The path of its settings.
    var settingsPath: String { "\(folder)/\(NamesSettings.fileName)" }

    /// Returns the path of a file in the target's folder; an absolute one for a file elsewhere.
    func source(_ path: String) -> String {
        path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
    }
}
