// The values, the store's and the process scope's types are part of this library's surface: one import gives all of them.
@_exported public import FontModel
@_exported public import FontStore
@_exported public import ProcessFonts
