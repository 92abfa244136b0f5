import { type KeySettings, ownSecretKeyFile, type Settings } from '@paylink/config'
import { accessSync, constants, existsSync, linkSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { syncFolder, writePrivate } from '../database/private-files.js'
import { KEY_BYTES, SecretKey } from './secret-key.js'

/** A new key, before it replaces the one in use. */
const nextOf = (path: string): string => `${path}.next`
/** The key in use before, until everything is sealed with the new one. */
const previousOf = (path: string): string => `${path}.previous`

/** All files beside this one that can hold a key. */
export const keyFilesOf = (path: string): string[] => [path, nextOf(path), previousOf(path)]

/** Every key that a process has been given, as of now: a file may have been replaced since it started. */
export function keysOf({ secretKey, previousSecretKey, secretKeyFile, newSecretKeyFile }: KeySettings): Uint8Array[] {
  const paths = secretKeyFile === null || newSecretKeyFile !== null ? [] : keyFilesOf(secretKeyFile)
  const given = [secretKey, previousSecretKey, ...paths.map(readKey)]
  return given.filter((key) => key !== null)
}

/** PayLink generated the key, and replaces it by itself; else the operator set it, and sets the next one. */
export const isOwnKey = ({ secretKeyFile, dataDir }: Settings): boolean => secretKeyFile === ownSecretKeyFile(dataDir)

/** The replacement of the key file of a data directory. At each moment both keys are in a file that is read. */
export class KeyFiles {
  constructor(private readonly path: string) {}

  /** The new key: the one of an attempt that was cut short, or a generated one. Returns its id. */
  prepare(generate: () => Uint8Array): string {
    const found = readKey(nextOf(this.path))
    if (found) return new SecretKey(found).id
    const key = generate()
    writePrivate(nextOf(this.path), `${Buffer.from(key).toString('base64')}\n`)
    return new SecretKey(key).id
  }

  /** Puts the new key in the place of the one before, which is kept beside it. Has no effect if it is there. */
  promote(keyId: string): void {
    if (idIn(nextOf(this.path)) !== keyId) return
    rmSync(previousOf(this.path), { force: true })
    if (existsSync(this.path)) linkSync(this.path, previousOf(this.path))
    syncFolder(this.path)
    renameSync(nextOf(this.path), this.path)
    syncFolder(this.path)
  }

  /** Can the former key be copied into this file, or is it there from an attempt that was cut short? */
  assertMayKeepIn(file: string, formerId: string): void {
    if (keyFilesOf(resolve(this.path)).includes(resolve(file)))
      throw new Error(`${file} is one of PayLink's own key files, which a rotation replaces. Choose another name.`)
    accessSync(dirname(resolve(file)), constants.W_OK)
    if (existsSync(file) && idIn(file) !== formerId)
      throw new Error(`${file} exists. Choose another name, or delete it.`)
  }

  /** Copies the key that was in use before into a file of the operator's. */
  keepPrevious(file: string, formerId: string): void {
    this.assertMayKeepIn(file, formerId)
    if (existsSync(file)) return
    if (idIn(previousOf(this.path)) !== formerId)
      throw new Error(`The former key was removed already: run the command without --keep-former.`)
    writePrivate(file, readFileSync(previousOf(this.path), 'utf8'))
  }

  removePrevious(): void {
    rmSync(previousOf(this.path), { force: true })
    syncFolder(this.path)
  }
}

function idIn(path: string): string | null {
  const key = readKey(path)
  return key && new SecretKey(key).id
}

function readKey(path: string): Uint8Array | null {
  try {
    const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64')
    return key.length === KEY_BYTES ? key : null
  } catch {
    return null
  }
}
