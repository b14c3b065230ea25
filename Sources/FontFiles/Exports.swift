// The values are part of every surface above: one import gives both.
@_exported public import FontModel
