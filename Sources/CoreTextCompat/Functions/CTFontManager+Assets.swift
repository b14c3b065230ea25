import FontRegistry
public import Foundation

/// Registers fonts of a bundle by the names of assets.
///
/// An asset is a data set of an asset catalogue that was copied into the bundle (`.xcassets`), or a font file of the
/// bundle with that PostScript name; a variable font or a collection also has its family as a name. The handler is called
/// as by `CTFontManagerRegisterFontURLs`. Without a bundle, it is the program's.
public func CTFontManagerRegisterFontsWithAssetNames(
    _ fontAssetNames: CFArray, _ bundle: CFBundle?, _ scope: CTFontManagerScope, _ enabled: Bool,
    _ registrationHandler: ((_ errors: CFArray, _ done: Bool) -> Bool)?
) {
    let items = (fontAssetNames as [AnyObject]).map { object in
        CTFontDescriptor.text(object).map(CallItem.asset) ?? .other(String(describing: object))
    }
    let assets = FontAssets(bundle ?? .main)
    FileRegistration(in: scope, isEnabled: enabled).run(items, registrationHandler) { item throws(FontError) in
        try assets.files(named: item.name).map(FontSource.file)
    }
}
