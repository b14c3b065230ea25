import FontRegistry
import Foundation

/// An item of a call: a URL, a descriptor or an asset.
enum CallItem {
    case url(URL)
    case descriptor(CTFontDescriptor)
    case asset(String)
    /// Something that the function does not take.
    case other(String)

    /// The URL, for errors.
    var url: URL? {
        switch self {
        case .url(let url): url
        case .descriptor(let descriptor): descriptor.url
        case .asset, .other: nil
        }
    }

    /// The name for messages.
    var name: String {
        switch self {
        case .url(let url): (try? url.localPath()) ?? url.absoluteString
        case .descriptor(let descriptor):
            descriptor.postscriptName ?? descriptor.family ?? descriptor.url?.path(percentEncoded: false)
                ?? "the descriptor"
        case .asset(let name): name
        case .other(let text): text
        }
    }
}

/// The error of one item of a call.
struct ItemFailure: Error {
    var item: CallItem
    var error: FontError

    init(_ item: CallItem, _ error: FontError) { (self.item, self.error) = (item, error) }

    /// The error as callers receive it.
    var coreTextError: CFError { [self].coreTextErrors[0] }
}

extension FontOutcome {
    /// The error of the outcome as Core Text has it; nil if there is none.
    ///
    /// Content that was registered before is an error, unless it was disabled and is enabled now.
    var coreTextFailure: FontError? {
        switch status {
        case .failed: error
        case .alreadyRegistered where !isEnabledAgain: error
        default: nil
        }
    }
}

extension [ItemFailure] {
    /// The errors as callers receive them, one for each code.
    ///
    /// An error has the URLs, the descriptors and the names of assets that failed with its code, and the errors
    /// themselves with the registrations that conflict.
    var coreTextErrors: [CFError] {
        var groups: [[ItemFailure]] = []
        for failure in self {
            if let place = groups.firstIndex(where: { $0[0].error.code == failure.error.code }) {
                groups[place].append(failure)
            } else {
                groups.append([failure])
            }
        }
        return groups.map { group in
            let error = FontError.coreTextError(group.map(\.error))
            var info = error.userInfo
            let urls = group.compactMap(\.item.url)
            if !urls.isEmpty { info[FontError.coreTextFontURLsKey] = urls }
            let descriptors = group.compactMap { if case .descriptor(let it) = $0.item { it } else { nil } }
            if !descriptors.isEmpty { info[kCTFontManagerErrorFontDescriptorsKey as String] = descriptors }
            let names = group.compactMap { if case .asset(let it) = $0.item { it } else { nil } }
            if !names.isEmpty { info[kCTFontManagerErrorFontAssetNameKey as String] = names }
            return NSError(domain: error.domain, code: error.code, userInfo: info)
        }
    }
}
