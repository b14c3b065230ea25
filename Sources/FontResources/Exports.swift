// Names, faces, matches and colours are part of generated code: one import gives all of them.
@_exported public import FontModel
@_exported public import FontRules
@_exported public import StyleSheets
