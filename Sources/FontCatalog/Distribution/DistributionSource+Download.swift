import FontFiles
package import FontModel
package import FontRegistry
import Foundation
import Glibc

extension DistributionSource {
    /// Downloads the package of a family with apt, and registers all its fonts.
    ///
    /// apt checks the package by the distribution's signatures. The fonts are unpacked by the worker, with the package's
    /// statement of copyright as the text of their licence. Fonts of an earlier version of the package are replaced.
    /// - Parameters:
    ///   - fonts: A manager of the provider `catalog:<id>`.
    /// - Returns: An outcome for each font.
    /// - Throws: 301 with the cause `network`, `download` or `catalog` if apt does not get the package, 303 if it does not
    ///   have the fonts that the catalogue data promises, and the errors of a registration.
    @discardableResult
    package func download(
        _ id: String, into fonts: FontManager, scope: FontScope = .persistent
    ) async throws(FontError) -> FontSummary {
        let family = try await details(id)
        let folder = try temporaryFolder()
        defer { ChildFolders.remove(folder) }
        let path = try await package(of: family, into: folder)
        let file = try SourceFile(opening: path).file
        let source = FontSource(.opened(file, name: String(PathText.name(of: path)), tag: nil))
        var options = RegistrationOptions(isDryRun: true)
        let found: FontSummary
        do throws(FontError) {
            found = try await fonts.register([source], scope: scope, options: options).summary().orFailure()
        } catch {
            guard error.code == .fileNotFound else { throw error }
            throw FontError(
                .insufficientInfo,
                "The package \(family.package) has no TrueType or OpenType font. Search for another family with `fontctl catalog search`."
            )
        }
        try check(found.registrations.flatMap(\.faces), of: family)
        options.isDryRun = false
        options.replaces = recordedVersion(family.package) != nil
        let summary = try await fonts.register([source], scope: scope, options: options).summary().orFailure()
        try record(family)
        return summary
    }

    /// The command with which an administrator installs a family for all users.
    package func installation(of id: String) async throws(FontError) -> String {
        let package = try await details(id).package
        return places.hasApt ? "apt install \(package)" : "the package \(package)"
    }

    // MARK: Updates

    /// A package whose fonts are registered, and for which there is a later version.
    package struct Update: Sendable, Hashable {
        /// The identifiers of the families.
        package var families: [String]
        package var package: String
        /// The version that is registered.
        package var registered: String
        /// The version that apt offers.
        package var offered: String
    }

    /// The updates of registered packages, by dpkg's order of versions.
    package func updates() async throws(FontError) -> [Update] {
        let packages = ((try? folderEntries(records)) ?? []).filter(AptPackage.isName).sorted()
        guard !packages.isEmpty, let dpkg = places.program("dpkg") else { return [] }
        var offered: [String: (version: String, families: [String])] = [:]
        for family in try await families(where: { _ in true }) where packages.contains(family.package) {
            offered[family.package, default: (family.version, [])].families.append(family.id)
        }
        return packages.compactMap { package in
            guard let registered = recordedVersion(package), let offer = offered[package] else { return nil }
            let order = ProgramOutput.run(
                dpkg, ["--compare-versions", offer.version, "gt", registered], environment: places.environment)
            guard order?.status == 0 else { return nil }
            return Update(
                families: offer.families, package: package, registered: registered, offered: offer.version)
        }
    }

    /// The version of a package whose fonts were registered; nil if there is none.
    private func recordedVersion(_ package: String) -> String? {
        guard let bytes = try? PublishedFolder.read("\(records)/\(package)", atMost: 1_024) else { return nil }
        let version = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
        return AptPackage.isVersion(version) ? version : nil
    }

    private func record(_ family: DistributionFamily) throws(FontError) {
        try PublishedFolder.create(records, onlyForUser: true)
        try PublishedFolder.write(Array("\(family.version)\n".utf8), to: "\(records)/\(family.package)")
    }

    // MARK: The package

    /// A new folder for one package.
    private func temporaryFolder() throws(FontError) -> String {
        try PublishedFolder.create(cache, onlyForUser: true)
        var template = Array("\(cache)/package-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw FontError(
                .registrationFailed, "The package cannot be downloaded into this folder. Check it and its disk.",
                file: cache)
        }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Downloads the package of a family.
    ///
    /// - Returns: The path of the package.
    private func package(of family: DistributionFamily, into folder: String) async throws(FontError) -> String {
        guard let program = places.program("apt-get"), !family.version.isEmpty else {
            throw FontError(
                .registrationFailed,
                "This distribution's packages are not downloaded by apt. Install the package \(family.package) with its package manager."
            )
        }
        let arguments = ["-q", "download", "\(family.package)=\(family.version)"]
        let environment = places.environment
        let ending = try await BlockingWork.perform { () throws(FontError) in
            ProgramOutput.run(program, arguments, environment: environment, folder: folder)
        }
        guard let ending else { throw AptFailure.notStarted(program) }
        let name = try folderEntries(folder).first { $0.hasSuffix(".deb") }
        guard ending.status == 0, let name else { throw AptFailure.error(ending.messages, [family.package]) }
        return "\(folder)/\(name)"
    }

    /// Checks that the fonts of a package have all names that the catalogue data promises.
    ///
    /// Letters and digits are compared: some data has a hyphen where the font has a space.
    private func check(_ faces: [FontFace], of family: DistributionFamily) throws(FontError) {
        func form(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
        var names: Set<String> = []
        for face in faces {
            let fields = [face.postscriptName, face.fullName, face.family, "\(face.family) \(face.style)"]
            names.formUnion(fields.map(form))
        }
        let missing = family.fonts.filter { !names.contains(form($0)) }
        guard let first = missing.first else { return }
        throw FontError(
            .insufficientInfo,
            "The package \(family.package) does not have the font “\(first)” that the distribution's catalogue promises, and none of its fonts is registered. Run `apt update`, then try again."
        )
    }
}
