/**
 * What a simulator's pages are made of: the same look, in Spanish and English, on a phone and without scripts.
 * For the sandbox only; payers of real money never see them.
 *
 * @packageDocumentation
 */
export * from './answers.js'
export * from './format.js'
export * from './html.js'
export * from './pieces.js'
export * from './words.js'
