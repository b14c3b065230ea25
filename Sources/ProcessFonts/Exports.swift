// The values, sources, targets and matches are part of this library's surface: one import gives all of them.
@_exported public import FontFiles
@_exported public import FontLookup
@_exported public import FontModel
@_exported public import FontResources
