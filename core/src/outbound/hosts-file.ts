import { readFile, stat } from 'node:fs/promises'
import { isIP } from 'node:net'

/** The hosts file of this machine, which takes precedence over name servers. */
export class HostsFile {
  private readAt = -1
  private byName = new Map<string, string[]>()

  constructor(private readonly path = '/etc/hosts') {}

  /** IPv4 first; empty if the file does not have the name. */
  async addresses(name: string): Promise<string[]> {
    try {
      const { mtimeMs } = await stat(this.path)
      if (mtimeMs !== this.readAt) {
        this.byName = parse(await readFile(this.path, 'utf8'))
        this.readAt = mtimeMs
      }
    } catch {
      // The file is optional.
      return []
    }
    return this.byName.get(name) ?? []
  }
}

function parse(text: string): Map<string, string[]> {
  const byName = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    if (isIP(address) === 0) continue
    for (const name of names) {
      const known = byName.get(name.toLowerCase()) ?? []
      byName.set(
        name.toLowerCase(),
        [...known, address].sort((one, other) => isIP(one) - isIP(other)),
      )
    }
  }
  return byName
}
