// The values and the process scope are part of this library's surface: one import gives all of them.
@_exported public import FontModel
@_exported public import ProcessFonts
