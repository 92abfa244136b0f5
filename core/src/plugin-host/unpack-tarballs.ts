import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

const TARBALL = /\.(tgz|tar\.gz)$/
const UNPACKED = '.unpacked'

/** A package as `npm pack` makes it, and the folder it is unpacked into. */
export interface Tarball {
  name: string
  folder: string
  /** Why it could not be unpacked. */
  fault: string | null
}

/**
 * Unpacks the tarballs of a folder, each into a folder named by the hash of its content: a replaced tarball is noticed at
 * the next start, and a half-unpacked one never counts.
 */
export async function unpackTarballs(parent: string): Promise<Tarball[]> {
  if (!existsSync(parent)) return []
  const names = (await readdir(parent)).filter((name) => TARBALL.test(name)).sort()
  return Promise.all(names.map((name) => unpack(parent, name)))
}

async function unpack(parent: string, name: string): Promise<Tarball> {
  const path = join(parent, name)
  try {
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    const folder = join(parent, UNPACKED, `${name.replace(TARBALL, '')}-${hash.digest('hex').slice(0, 16)}`)
    if (!existsSync(folder)) await extract(path, folder)
    return { name, folder, fault: null }
  } catch (error) {
    return {
      name,
      folder: path,
      fault: `it cannot be unpacked: ${error instanceof Error ? error.message : String(error)}`,
    }
  }
}

async function extract(path: string, folder: string): Promise<void> {
  await mkdir(join(folder, '..'), { recursive: true })
  const beside = await mkdtemp(`${folder}.`)
  try {
    const { unpackTar } = await import('modern-tar/fs')
    // npm packs regular files below `package/` and nothing else.
    const files = unpackTar(beside, { strip: 1, filter: ({ type }) => type === 'file', fmode: 0o644, dmode: 0o755 })
    await pipeline(createReadStream(path), createGunzip(), files)
    await rename(beside, folder)
  } catch (error) {
    await rm(beside, { recursive: true, force: true })
    // Another process may have been faster.
    if (!existsSync(folder)) throw error
  }
}
