// A provider needs a connection: one import gives both.
@_exported public import FontBus
