/** The path of the base URL, without a slash at the end: a proxy may serve the installation below a path of its host. */
export const basePathOf = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/$/, '')
