// Programs that draw fonts also use the declarations of FontRegistry.
@_exported public import FontRegistry
