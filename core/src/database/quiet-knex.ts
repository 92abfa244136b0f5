/** Knex would print a stack on standard output. Each such error is also thrown, and reported once by `OutageWatch`. */
export const QUIET = { warn: (): void => undefined }
