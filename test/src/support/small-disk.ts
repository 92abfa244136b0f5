import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOMY_BYTES = 128 * 1024 ** 2
const MAX_ATTEMPTS = 20
/** What `mount` writes without the right to. */
const IS_REFUSED = /permission denied|must be superuser/

export const TO_MOUNT = 'mounting a tmpfs needs root, and in a container the SYS_ADMIN capability'

/** A file system of its own, in memory, which can be full and take no writes. */
export class SmallDisk {
  private constructor(readonly folder: string) {}

  /** May one be mounted here? Any failure but a missing right is thrown, so that no test is left out because of it. */
  static isAllowed(): boolean {
    let disk: SmallDisk
    try {
      disk = SmallDisk.mount()
    } catch (error) {
      if (IS_REFUSED.test(String(error))) return false
      throw error
    }
    disk.remove()
    return true
  }

  static mount(): SmallDisk {
    const folder = mkdtempSync(join(tmpdir(), 'paylink-small-disk-'))
    try {
      const options = ['-t', 'tmpfs', '-o', `size=${ROOMY_BYTES}`]
      const env = { ...process.env, LC_ALL: 'C' }
      execFileSync('mount', [...options, 'tmpfs', folder], { stdio: 'pipe', env })
    } catch (error) {
      rmdirSync(folder)
      throw error
    }
    return new SmallDisk(folder)
  }

  /** From now on there is room for so many bytes more. */
  leave(bytes: number): void {
    for (let attempt = 1; ; attempt++) {
      const { blocks, bfree, bsize } = statfsSync(this.folder)
      try {
        return this.remount(`size=${(blocks - bfree) * bsize + bytes}`)
      } catch (error) {
        // What was written since is more than that.
        if (attempt === MAX_ATTEMPTS) throw error
      }
    }
  }

  makeRoom(): void {
    this.remount(`size=${ROOMY_BYTES}`)
  }

  /** No file of it may be open for writing. */
  refuseWrites(): void {
    this.remount('ro')
  }

  allowWrites(): void {
    this.remount('rw')
  }

  remove(): void {
    // A process that is about to close its last file of it keeps it no longer than that.
    execFileSync('umount', ['--lazy', this.folder])
    rmdirSync(this.folder)
  }

  private remount(option: string): void {
    execFileSync('mount', ['-o', `remount,${option}`, this.folder], { stdio: 'pipe' })
  }
}
