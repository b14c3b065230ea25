import FontRegistry
import Foundation

extension CTFontDescriptor {
    /// The queries for the fonts of the descriptor, of which the first that matches counts: a name is tried as a PostScript
    /// name, a family and a full name.
    var queries: [FontQuery] {
        let query = conditions
        guard let name = postscriptName else { return [query] }
        var (byName, byFamily, byFullName) = (query, query, query)
        byName.postscriptName = name
        if query.family == nil { byFamily.family = name }
        if query.fullName == nil { byFullName.fullName = name }
        return [byName] + [byFamily, byFullName].filter { $0 != query }
    }

    /// The conditions of all attributes but the name.
    private var conditions: FontQuery {
        var query = FontQuery()
        if let url, (try? url.localPath()) != nil { query.url = url }
        query.family = family
        query.style = Self.text(attribute(kCTFontStyleNameAttribute as String))
        // The full name of a font says no more than its PostScript name.
        query.fullName = Self.text(given[kCTFontDisplayNameAttribute as String])
        if font == nil { query.languages = (given[kCTFontLanguagesAttribute as String] as? [String]) ?? [] }
        if let scope = (given[kCTFontRegistrationScopeAttribute as String] as? NSNumber)?.uint32Value {
            query.scopes = CTFontManagerScope(rawValue: scope)?.meant.map { [$0] }
        }
        query.tag = Self.text(given[kCTFontRegistrationUserInfoAttribute as String])
        if let traits = given[kCTFontTraitsAttribute as String] as? NSDictionary { query.require(traits) }
        return query
    }

    /// Returns the fonts that match, the best first.
    ///
    /// - Parameter required: The keys of the attributes that must match; with none, the nearest font is found if no font
    ///   matches all attributes.
    func matches(requiring required: Set<String>) -> [CTFontDescriptor] {
        // A file that was only read is found by nothing else.
        if font?.origin == .file, given.count == kept.count { return [self] }
        let fonts = CoreTextFonts.current
        for query in queries {
            let found = fonts.fonts(matching: FontQuerySet(including: [query], options: .namedInstances))
            if !found.isEmpty { return found.map { CTFontDescriptor($0, given: kept) } }
        }
        let query = queries[0]
        let conditions = Set(required.flatMap { FontQuery.Condition.conditions(ofKey: $0) })
        let nearest = try? CallingThread.wait { () async throws(FontError) in
            try await fonts.manager.match(query, requiring: conditions)
        }
        guard let font = nearest?.match.font else { return [] }
        return [CTFontDescriptor(font, given: kept)]
    }

    /// The given attributes that a font does not have itself.
    private var kept: [String: Any] {
        given.filter {
            [kCTFontSizeAttribute as String, kCTFontOpticalSizeAttribute as String].contains($0.key)
        }
    }

    /// The fonts among registrations that the name, the family or the file of the descriptor means.
    func meant(among registrations: [Registration]) -> [Registration] {
        if let id = font?.registrationID, registrations.contains(where: { $0.id == id }) {
            return registrations.filter { $0.id == id }
        }
        if let url { return registrations.filter { $0.isOf(url) } }
        let tagged = registrations.filter { registration in userInfo.map(registration.tags.contains) ?? true }
        guard let name = postscriptName else {
            guard let family else { return userInfo == nil ? [] : tagged }
            return tagged.filter { RegistrationSelection.hasFamily(family, $0) }
        }
        // A PostScript name is not that of the family as well.
        let kinds = tagged.map { LookupName.kind(of: $0.faces, for: name) }
        guard let best = kinds.compactMap(\.self).min() else { return [] }
        return zip(tagged, kinds).filter { $1 == best }.map(\.0)
    }
}

extension Registration {
    /// Whether the registration is of the file of a URL, by any path that leads to it.
    func isOf(_ url: URL) -> Bool {
        guard let path = try? url.localPath() else { return false }
        let own = [record.file, self.path].compactMap(\.self).filter { $0.hasPrefix("/") }
        if own.contains(path) { return true }
        guard let fingerprint = Fingerprint(of: path) else { return false }
        return own.contains { Fingerprint(of: $0) == fingerprint }
    }
}

extension FontQuery {
    /// Adds the conditions of traits.
    fileprivate mutating func require(_ values: NSDictionary) {
        func number(_ key: CFString) -> Double? { (values.object(forKey: key) as? NSNumber)?.doubleValue }
        if let bits = (values.object(forKey: kCTFontSymbolicTrait) as? NSNumber)?.uint32Value {
            traits = FontTraits(rawValue: bits & 0xFFFF).intersection(.all)
        }
        if let weight = number(kCTFontWeightTrait).map(CoreTextTraits.openTypeWeight) { self.weight = weight...weight }
        if let width = number(kCTFontWidthTrait).map(CoreTextTraits.percent) { self.width = width...width }
        if let slant = number(kCTFontSlantTrait).map(CoreTextTraits.degrees) { self.slant = slant...slant }
    }
}

extension FontQuery.Condition {
    /// Returns the conditions of an attribute.
    fileprivate static func conditions(ofKey key: String) -> [FontQuery.Condition] {
        switch key as CFString {
        case kCTFontURLAttribute: [.file]
        case kCTFontNameAttribute: [.postscriptName]
        case kCTFontDisplayNameAttribute: [.fullName]
        case kCTFontFamilyNameAttribute: [.family]
        case kCTFontStyleNameAttribute: [.style]
        case kCTFontTraitsAttribute: [.traits, .weight, .width, .slant]
        case kCTFontLanguagesAttribute: [.languages]
        case kCTFontRegistrationScopeAttribute: [.scopes]
        case kCTFontRegistrationUserInfoAttribute: [.tag]
        default: []
        }
    }
}
