import { hash } from 'node:crypto'

const LANES = 8

/**
 * The sum of the SHA-256 hashes of a table's rows: the same in whatever order a database returns them, another one if a
 * row is missing, changed or doubled.
 */
export class RowSum {
  rows = 0
  private readonly lanes = new Uint32Array(LANES)

  /** `line`: one row, as `toLine` writes it. */
  add(line: string): void {
    this.count(line, 1)
  }

  /** Takes back what was added for a row. */
  remove(line: string): void {
    this.count(line, -1)
  }

  private count(line: string, times: 1 | -1): void {
    this.rows += times
    const digest = hash('sha256', line, 'buffer')
    for (let lane = 0; lane < LANES; lane++) {
      this.lanes[lane] = (this.lanes[lane] ?? 0) + times * digest.readUInt32LE(lane * 4)
    }
  }

  hex(): string {
    return Buffer.from(this.lanes.buffer).toString('hex')
  }
}
