/**
 * The contract between PayLink and its plugins.
 *
 * Plugins report facts; core owns the states. Everything that crosses the boundary is plain data.
 *
 * @packageDocumentation
 */
export * from './checkout.js'
export * from './config-field.js'
export * from './context.js'
export * from './email.js'
export * from './errors.js'
export * from './invoicing.js'
export * from './manifest.js'
export * from './provider.js'
export * from './simulator.js'
