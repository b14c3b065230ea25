// Programs that explain fonts also use the declarations of FontRegistry.
@_exported public import FontRegistry
