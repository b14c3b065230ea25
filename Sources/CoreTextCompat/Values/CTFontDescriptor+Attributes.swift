import FontRegistry
import Foundation

extension CTFontDescriptor {
    /// Returns the value of an attribute: the given one, or else that of the font.
    func attribute(_ key: String) -> AnyObject? {
        if let value = given[key] { return value as AnyObject }
        guard let font else { return nil }
        if key == kCTFontCharacterSetAttribute as String { return characters(of: font) }
        return font.coreTextAttribute(key)
    }

    private func characters(of font: FontDescriptor) -> NSCharacterSet? {
        let fonts = CoreTextFonts.current
        let coverage =
            file?.coverage(ofFace: font.face.index)
            ?? (try? CallingThread.wait { () async throws(FontError) in try await fonts.manager.coverage(of: font) })
        guard let coverage else { return nil }
        var characters = CharacterSet()
        for range in coverage.ranges {
            guard let first = Unicode.Scalar(range.lowerBound), let last = Unicode.Scalar(range.upperBound) else {
                continue
            }
            characters.insert(charactersIn: first...last)
        }
        return characters as NSCharacterSet
    }

    /// Returns the family, the style or the full name in the user's language, with the language; nil for other
    /// attributes.
    func localizedAttribute(_ key: String) -> (text: String, language: String)? {
        let kinds: [String: LocalizedName.Kind] = [
            kCTFontFamilyNameAttribute as String: .family, kCTFontStyleNameAttribute as String: .style,
            kCTFontDisplayNameAttribute as String: .fullName,
        ]
        guard given[key] == nil, let font, let kind = kinds[key] else { return nil }
        let name = font.localizedName(kind, for: .current)
        return (name.text, name.language)
    }
}

extension FontDescriptor {
    /// Returns the value of an attribute of Core Text; nil if the font has none.
    fileprivate func coreTextAttribute(_ key: String) -> AnyObject? {
        switch key as CFString {
        case kCTFontURLAttribute: path.flatMap { CoreTextFonts.isInMemory($0) ? nil : url as NSURL? }
        case kCTFontNameAttribute: NSString(string: postscriptName)
        case kCTFontDisplayNameAttribute: NSString(string: fullName)
        case kCTFontFamilyNameAttribute: NSString(string: face.family)
        case kCTFontStyleNameAttribute: NSString(string: style)
        case kCTFontTraitsAttribute: coreTextTraits.dictionary
        case kCTFontVariationAttribute: location
        case kCTFontVariationAxesAttribute: variationAxes
        case kCTFontLanguagesAttribute: face.languages as NSArray
        case kCTFontFormatAttribute: NSNumber(value: format.rawValue)
        case kCTFontRegistrationScopeAttribute: scope.map { NSNumber(value: CTFontManagerScope($0).rawValue) }
        case kCTFontPriorityAttribute: priority.map { NSNumber(value: $0.rawValue) }
        case kCTFontEnabledAttribute: origin == .file ? nil : NSNumber(value: isEnabled)
        case kCTFontRegistrationUserInfoAttribute: tags.first.map(NSString.init)
        default: nil
        }
    }

    private var tags: [String] { if case .registered(_, _, _, _, let tags) = origin { tags } else { [] } }

    private var format: CTFontFormat {
        switch face.outlines {
        case .trueType: .openTypeTrueType
        case .cff, .cff2: .openTypePostScript
        case .bitmap: .bitmap
        }
    }

    private var location: NSDictionary? {
        instance.map { instance in
            Dictionary(
                instance.coordinates.compactMap { tag, value in
                    VariationAxis.number(of: tag).map { ($0, NSNumber(value: value)) }
                }, uniquingKeysWith: { first, _ in first }) as NSDictionary
        }
    }

    var variationAxes: NSArray? {
        guard face.isVariable else { return nil }
        return face.axes.map { axis -> NSDictionary in
            var values: [String: Any] = [
                kCTFontVariationAxisMinimumValueKey as String: NSNumber(value: axis.minimum),
                kCTFontVariationAxisMaximumValueKey as String: NSNumber(value: axis.maximum),
                kCTFontVariationAxisDefaultValueKey as String: NSNumber(value: axis.defaultValue),
                kCTFontVariationAxisNameKey as String: axis.name,
                kCTFontVariationAxisHiddenKey as String: NSNumber(value: axis.isHidden),
            ]
            values[kCTFontVariationAxisIdentifierKey as String] = VariationAxis.number(of: axis.tag)
            return values as NSDictionary
        } as NSArray
    }
}

extension VariationAxis {
    /// Returns the four characters of a tag as a number.
    fileprivate static func number(of tag: String) -> NSNumber? {
        guard tag.utf8.count == 4 else { return nil }
        return NSNumber(value: tag.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    }
}

extension CoreTextTraits {
    /// The traits by Core Text's keys.
    var dictionary: NSDictionary {
        [
            kCTFontSymbolicTrait as String: NSNumber(value: symbolic),
            kCTFontWeightTrait as String: NSNumber(value: weight), kCTFontWidthTrait as String: NSNumber(value: width),
            kCTFontSlantTrait as String: NSNumber(value: slant),
        ] as NSDictionary
    }
}

extension CTFontManagerScope {
    init(_ scope: FontScope) {
        switch scope {
        case .process: self = .process
        case .session: self = .session
        case .persistent: self = .persistent
        }
    }

    /// The scope in which fonts are registered.
    var registering: FontScope {
        switch self {
        case .none, .process: .process
        case .persistent: .persistent
        case .session: .session
        }
    }

    /// The scope of the registrations that are meant; nil for none.
    var meant: FontScope? { self == .none ? nil : registering }
}
