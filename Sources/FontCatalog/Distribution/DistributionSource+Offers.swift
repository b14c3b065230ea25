import FontFiles
import FontLookup
package import FontModel

extension DistributionSource {
    /// The package of a family, and whether its fonts are registered.
    private func package(
        of family: DistributionFamily, _ present: RegisteredContents
    ) throws(FontError) -> DistributionPackage {
        let package = DistributionPackage(source: self, family: family, isPresent: false)
        guard let former = try former(of: family.package), former.document == package.document,
            former.files.allSatisfy(present.contains)
        else { return package }
        return DistributionPackage(source: self, family: family, isPresent: true)
    }

    /// What is recorded of the download of a package; nil if it was never downloaded.
    func former(of package: String) throws(FontError) -> DownloadOrigin? {
        try origins.all().first { origin in
            CatalogAddress(origin.address)?.root == address.root && origin.document.hasPrefix(package + "=")
        }
    }

    /// Names are compared with those of the family, of its fonts, and of the package.
    package func answer(
        _ found: CatalogIndex.Family, to name: String, style: String?
    ) async throws(FontError) -> FamilyAnswer? {
        let family = try await details(found.id)
        let folded = LookupName.fold(name)
        func means(_ names: [String]) -> Bool { names.contains { LookupName.fold($0) == folded } }
        let isOfFonts = family.isDescribed && means([family.family] + family.names.values + family.fonts)
        guard isOfFonts || means([family.package, family.id]) else { return nil }
        if let style, !family.fonts.isEmpty, LookupName.fold(style) != "regular",
            !family.fonts.contains(where: { LookupName.fold($0).hasSuffix(LookupName.fold(style)) })
        {
            throw FontError(
                .insufficientInfo,
                "The package \(family.package) has no style \(DisplayText.clean(style)). Omit the style to download all.",
                file: family.family)
        }
        return .offered(
            FamilyOffer(
                key: "\(address.folderName)/\(family.package)", selection: DownloadSelection(style: style),
                isAlias: !isOfFonts
            ) { _, present throws(FontError) in DownloadPlan(try package(of: family, present)) })
    }

    /// A later version is one by dpkg's order.
    package func upgrade(
        of downloaded: DownloadedFamily, present: RegisteredContents
    ) async throws(FontError) -> FontUpgrade {
        let package = String(downloaded.origin.document.prefix { $0 != "=" })
        let offered = try await families(where: { _ in true }).filter { $0.package == package }
        guard let family = offered.first(where: { $0.id == downloaded.origin.id }) ?? offered.first else {
            return FontUpgrade(downloaded, .withdrawn)
        }
        guard let dpkg = places.program("dpkg"), AptPackage.isVersion(downloaded.origin.version),
            AptPackage.isVersion(family.version)
        else { return FontUpgrade(downloaded, .current) }
        let arguments = ["--compare-versions", family.version, "gt", downloaded.origin.version]
        let environment = places.environment
        let order = try await BlockingWork.perform { () throws(FontError) in
            ProgramOutput.run(dpkg, arguments, environment: environment)
        }
        guard order?.status == 0 else { return FontUpgrade(downloaded, .current) }
        return FontUpgrade(downloaded, offering: DownloadPlan(try self.package(of: family, present)))
    }

    /// The command with which an administrator installs the package of a name for all users; nil if the distribution has
    /// no family of the name.
    package func installation(of name: String) async throws(FontError) -> String? {
        guard let index = try await index() else { return nil }
        for candidate in CatalogNames.candidates(for: name, in: index) {
            guard try await answer(candidate, to: name, style: nil) != nil else { continue }
            let package = try await details(candidate.id).package
            return places.hasApt ? "apt install \(package)" : "the package \(package)"
        }
        return nil
    }
}
