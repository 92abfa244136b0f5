const SERVERS = ['up', 'serve', 'worker']

/** A module that runs a command, as `bin/paylink` chooses it. */
export function entryFor([command = '']: readonly string[]): string {
  const name = SERVERS.includes(command) ? 'server' : 'main'
  return new URL(`../../../core/dist/bundle/${name}.js`, import.meta.url).href
}
