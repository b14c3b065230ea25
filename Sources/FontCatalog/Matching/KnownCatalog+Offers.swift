import FontLookup
package import FontModel

extension KnownCatalog {
    package func answer(
        _ family: CatalogIndex.Family, to name: String, style: String?
    ) async throws(FontError) -> FamilyAnswer? {
        guard let signed = try await documents().signedFamily(family.id),
            let match = CatalogNames.match(name, in: signed.document)
        else { return nil }
        if let status = signed.document.status ?? family.summary.status { return .gone(status) }
        let source = downloadSource
        return .offered(
            FamilyOffer(
                key: "\(address.folderName)/\(signed.document.id)", selection: match.selection(for: name, style: style),
                isAlias: match.kind == nil
            ) { selection, present throws(FontError) in
                try DownloadPlan(signed, from: source, selection, present: present)
            })
    }

    package func upgrade(
        of family: DownloadedFamily, present: RegisteredContents
    ) async throws(FontError) -> FontUpgrade {
        guard let index = try await index() else {
            var unknown = FontUpgrade(family, .unknown)
            unknown.error = failure
            return unknown
        }
        guard let listed = index.families(where: { id, _ in id == family.origin.id }).first else {
            return FontUpgrade(family, .withdrawn)
        }
        if let status = listed.summary.status {
            var gone = FontUpgrade(family, status.state == .replaced ? .replaced : .withdrawn)
            gone.reason = status.reason.map { DisplayText.clean($0) }
            gone.replacement = index.replacement(status).map { DisplayText.clean($0) }
            return gone
        }
        let signed = try await documents().signedFamily(listed.id)
        guard let signed, signed.sha256 != family.origin.document else { return FontUpgrade(family, .current) }
        let plan = try DownloadPlan(
            signed, from: downloadSource, family.selection(in: signed.document), present: present)
        // The fonts may be the same although the document has other texts.
        guard !plan.isComplete else { return FontUpgrade(family, .current) }
        return FontUpgrade(family, offering: plan)
    }
}

extension CatalogIndex {
    /// The name of the family that replaces one, or of the one that replaces that; nil if none is offered.
    func replacement(_ status: FamilyStatus) -> String? {
        var (next, known) = (status.replacedBy, Set<String>())
        while let id = next, known.insert(id).inserted {
            guard let summary = families(where: { known, _ in known == id }).first?.summary else { return nil }
            guard let further = summary.status else { return summary.family }
            next = further.replacedBy
        }
        return nil
    }
}

extension CatalogNames.Match {
    /// The part of the family that a name means: its preferred files, and that of the face if it is not among them.
    ///
    /// So a download brings the siblings of the face.
    func selection(for name: String, style: String?) -> DownloadSelection {
        guard kind?.wantsRegular == false, let first = document.sets.first else {
            return DownloadSelection(style: style)
        }
        let preferred = document.files.filter { first.files.contains($0.sha256) }.flatMap(\.faces).map(\.face)
        // A style that is asked for beside the name of a face is that of the face, and of no sibling.
        let isOfFace = style != nil && !document.isNamed(name)
        if !isOfFace, LookupName.kind(of: preferred, for: name) != nil { return DownloadSelection(style: style) }
        return DownloadSelection(names: faces.map(\.postscriptName), style: style)
    }
}
