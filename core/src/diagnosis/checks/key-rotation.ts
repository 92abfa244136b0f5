import type { Settings } from '@paylink/config'
import { existsSync } from 'node:fs'
import type { Reader } from '../../database/engine.js'
import { isOwnKey, keyFilesOf } from '../../secrets/key-files.js'
import { readRotation } from '../../secrets/key-rotation.repository.js'
import { SecretKey } from '../../secrets/secret-key.js'
import type { Sealer } from '../../secrets/sealer.js'
import type { Check, CheckUp } from '../check.js'
import { type Finding, hidden, kind, NO_FACTS } from '../finding.js'

const NAME = 'key rotation'

const isOver = kind({ code: 'rotation.over', severity: 'fine', operator: () => 'one secret key is in use' })

const isUnfinished = kind<object, { startedAt: string }>({
  code: 'rotation.unfinished',
  severity: 'wrong',
  operator: ({ startedAt }) =>
    `a replacement of the secret key began at ${startedAt} and has not finished; backups are refused until it has: if no paylink secrets rotate is running, run it again`,
})

const isNotBegun = kind<object, { keyId: string }>({
  code: 'rotation.not_begun',
  severity: 'attention',
  operator: ({ keyId }) =>
    `PAYLINK_SECRET_KEY is set to a new key, and ${keyId} is still in use: once every process has both, run paylink secrets rotate`,
})

const previousIsLeft = kind({
  code: 'rotation.previous_key_left',
  severity: 'attention',
  operator: () => 'PAYLINK_PREVIOUS_SECRET_KEY is no longer needed: remove it',
})

const fileIsLeft = kind<object, { file: string }>({
  code: 'rotation.key_file_left',
  severity: 'attention',
  operator: ({ file }) =>
    `${file} holds a key that is not in use: keep it for older backups elsewhere, and delete it here`,
})

/** Whether the secret key is being replaced, and what is left of it. */
export class KeyRotationCheckUp implements CheckUp {
  readonly isQuick = true

  constructor(
    private readonly settings: Settings,
    private readonly reader: Reader,
    private readonly sealer: Sealer,
  ) {}

  checks(): Promise<Check[]> {
    const look = async (): Promise<Finding[]> => [await this.look()]
    return Promise.resolve([
      { name: NAME, subject: { 'es-MX': 'el cambio de la clave secreta', en: 'the change of the secret key' }, look },
    ])
  }

  private async look(): Promise<Finding> {
    const { settings, sealer } = this
    const rotation = await readRotation(this.reader)
    if (rotation?.finishedAt === null) return isUnfinished(NAME, hidden({ startedAt: rotation.startedAt }))
    if (new SecretKey(settings.secretKey).id !== sealer.keyId) return isNotBegun(NAME, hidden({ keyId: sealer.keyId }))
    if (settings.previousSecretKey !== null) return previousIsLeft(NAME, NO_FACTS)
    const [, ...others] = isOwnKey(settings) ? keyFilesOf(settings.secretKeyFile ?? '') : []
    const file = others.find((one) => existsSync(one))
    return file === undefined ? isOver(NAME, NO_FACTS) : fileIsLeft(NAME, hidden({ file }))
  }
}
