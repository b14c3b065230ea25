// The values are part of this library's surface: one import gives both.
@_exported public import FontModel
