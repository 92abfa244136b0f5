import type { InitializeHook, ResolveHook } from 'node:module'

const NAME = '@paylink/plugin-api'
let ours = ''

/** The address of the appliance's own copy. */
export const initialize: InitializeHook<string> = (address) => {
  ours = address
}

/** A plugin that was only dropped into a folder finds the contract all the same. One that brings its own keeps it. */
export const resolve: ResolveHook = async (specifier, context, next) => {
  try {
    return await next(specifier, context)
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    if (specifier !== NAME || !isMissing) throw error
    return { url: ours, format: 'module', shortCircuit: true }
  }
}
