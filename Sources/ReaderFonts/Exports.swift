// Programs that open a manager also use the declarations of FontRegistry, and what styles are made of.
@_exported public import FontRegistry
@_exported public import StyleSheets
