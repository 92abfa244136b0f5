declare const NAME: unique symbol

/** A value of a general type, which the compiler does not confuse with another of that type. */
export type Named<Value, Name extends string> = Value & { readonly [NAME]: Name }

export type BaseUrl = Named<string, 'base url'>
export type ProcessId = Named<string, 'process id'>
