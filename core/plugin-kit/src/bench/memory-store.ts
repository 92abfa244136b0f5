import type { PluginStore } from '@paylink/plugin-api'

const MAX_LISTED = 1000

/** A `PluginStore` in memory that counts its writes. */
export class MemoryStore implements PluginStore {
  private readonly entries = new Map<string, string>()
  writes = 0

  async get(key: string): Promise<string | null> {
    return this.entries.get(key) ?? null
  }

  async set(key: string, value: string): Promise<void> {
    this.writes++
    this.entries.set(key, value)
  }

  async add(key: string, value: string): Promise<boolean> {
    if (this.entries.has(key)) return false
    await this.set(key, value)
    return true
  }

  async list(
    prefix: string,
    { before, limit = MAX_LISTED }: { before?: string; limit?: number } = {},
  ): Promise<{ key: string; value: string }[]> {
    const found = [...this.entries].filter(([key]) => key.startsWith(prefix) && (before === undefined || key < before))
    return found
      .sort(([a], [b]) => (a < b ? 1 : -1))
      .slice(0, Math.min(limit, MAX_LISTED))
      .map(([key, value]) => ({ key, value }))
  }
}
