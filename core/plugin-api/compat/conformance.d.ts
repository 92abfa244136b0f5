/** @deprecated Import `@paylink/plugin-kit`. */
export * from '@paylink/plugin-kit'
