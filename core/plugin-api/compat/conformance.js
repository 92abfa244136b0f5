// The kit's former address, for plugins that were made before it had a package of its own.
export * from '@paylink/plugin-kit'
