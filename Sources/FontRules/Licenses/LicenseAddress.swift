/// The address of a page, as fonts state it: with or without a scheme, in lower case.
///
/// A site is known by its host alone: the path and the query of another site may contain any address.
struct LicenseAddress {
    private let hosts: [Substring]
    /// The part after the first slash.
    let path: Substring

    init(_ text: Substring) {
        var rest = text
        // An archive's address ends with that of the page.
        if let archived = rest.firstRange(of: "://web.archive.org/"),
            let address = rest[archived.upperBound...].firstRange(of: "://")
        {
            rest = rest[address.upperBound...]
        } else if let scheme = rest.firstRange(of: "://") {
            rest = rest[scheme.upperBound...]
        }
        let authority = rest.prefix { !"/?#".contains($0) }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        // A port, or a word such as "at:" before an address without a scheme.
        hosts = host.split(separator: ":").map { $0.trimming { ",;.".contains($0) } }
        path = rest[authority.endIndex...].drop { $0 == "/" }
    }

    /// Whether the page is below that of a known site: its host, or a part of it, and the begin of its path.
    func begins(_ site: String) -> Bool {
        let name = site.prefix { $0 != "/" }
        return hosts.contains { $0 == name || $0.hasSuffix("." + name) }
            && path.hasPrefix(site[name.endIndex...].drop { $0 == "/" })
    }
}

extension Substring {
    fileprivate func trimming(_ isAround: (Character) -> Bool) -> Substring {
        var rest = drop(while: isAround)
        while let last = rest.last, isAround(last) { rest = rest.dropLast() }
        return rest
    }
}
