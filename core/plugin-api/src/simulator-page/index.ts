/**
 * Building blocks of a simulator's pages: one look, in Spanish and English, for phones too, without scripts. Used in the
 * sandbox only.
 *
 * @packageDocumentation
 */
export * from './answers.js'
export * from './format.js'
export * from './html.js'
export * from './pieces.js'
export * from './words.js'
