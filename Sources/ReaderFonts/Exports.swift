// Programs that open a manager also use the declarations of FontRegistry.
@_exported public import FontRegistry
