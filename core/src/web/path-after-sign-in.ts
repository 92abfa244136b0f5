/** The path to open after signing in: a path of this server; anything else could lead to another site. */
export const pathAfterSignIn = (next: unknown, fallback: string): string =>
  typeof next === 'string' && /^\/(?![/\\])[^\s\\]*$/.test(next) ? next : fallback
