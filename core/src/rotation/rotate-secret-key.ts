import type { Settings } from '@paylink/config'
import { AuditLog } from '../audit/audit-log.repository.js'
import type { Reader, Tx } from '../database/engine.js'
import type { Generation } from '../database/generation.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso, later, SECOND_MS } from '../kernel/clock.js'
import type { Principal } from '../kernel/principal.js'
import type { Random } from '../kernel/random.js'
import type { Timer } from '../kernel/timer.js'
import { isOwnKey, KeyFiles } from '../secrets/key-files.js'
import { type KeyRotation, lockRotation, readRotation, writeRotation } from '../secrets/key-rotation.repository.js'
import { writeKeyRows } from '../secrets/reseal.repository.js'
import { KEY_BYTES, SecretKey } from '../secrets/secret-key.js'
import { FORMER_KEY_MS, type Sealer } from '../secrets/sealer.js'
import { isRunning, processScope } from '../work/this-process.js'
import type { Workers } from '../work/workers.repository.js'
import type { ResealAll, Resealed } from './reseal-all.js'
import { NothingToRotateError, RotationRunningError } from './rotation-errors.js'

export interface RotationReport {
  keyId: string
  formerKeyId: string
  /** Texts that were sealed anew, by table. */
  resealed: Record<string, number>
  /** Texts that none of the keys opens: they were lost before. */
  unreadable: number
  /** What the former key signed ends then. */
  signedUrlsEndAt: string
}

/** Is told what is being done. */
export type OnStep = (text: string) => void

/** A holder on another host that has not renewed its lease for this long counts as dead. */
const ROTATION_LEASE_MS = 60 * SECOND_MS
/** Other processes learn of the new key with a heartbeat; what they sealed before is committed by then. */
const SETTLE_MS = 20 * SECOND_MS

const NO_PROCESS = 0

interface Parts {
  reader: Reader
  unitOfWork: UnitOfWork
  generation: Generation
  sealer: Sealer
  auditLog: AuditLog
  resealAll: ResealAll
  workers: Workers
  settings: Settings
  clock: Clock
  random: Random
  timer: Timer
}

/**
 * Puts a new secret key in use and seals everything anew with it, while other processes go on. Each step can be repeated:
 * after a kill, the next run goes on where it was.
 */
export class RotateSecretKey {
  constructor(private readonly parts: Parts) {}

  /**
   * @param keepIn a file for a copy of a key that PayLink generated, before it is removed
   * @throws RotationRunningError, NothingToRotateError
   */
  async run(principal: Principal, keepIn: string | null, onStep: OnStep): Promise<RotationReport> {
    const { sealer, settings, random, workers, timer, clock } = this.parts
    const files = isOwnKey(settings) ? new KeyFiles(settings.secretKeyFile ?? '') : null
    const begun = await this.claim()
    try {
      const isUnderWay = begun.to !== null && begun.to === sealer.keyId
      if (keepIn !== null) files?.assertMayKeepIn(keepIn, (isUnderWay ? begun.from : null) ?? sealer.keyId)
      else if (files)
        onStep('backups made until now need the former key, which will be removed: --keep-former FILE keeps it')
      const keyId = isUnderWay ? sealer.keyId : (files?.prepare(() => random.bytes(KEY_BYTES)) ?? this.givenKey())
      sealer.readKeys()
      const rotation = isUnderWay ? begun : await this.putInUse(principal, keyId)
      onStep(`the key ${keyId} is in use`)
      files?.promote(keyId)
      const resealed = await this.reseal(rotation, onStep)
      if (await workers.hasOthers()) {
        onStep(`waiting ${SETTLE_MS / SECOND_MS} s for what other processes were sealing`)
        await timer.sleep(SETTLE_MS)
        add(resealed, await this.reseal(rotation, onStep))
      }
      const formerKeyId = rotation.from ?? ''
      if (keepIn !== null) files?.keepPrevious(keepIn, formerKeyId)
      files?.removePrevious()
      await this.finish(principal, rotation, resealed)
      const signedUrlsEndAt = iso(later(new Date(rotation.startedAt), FORMER_KEY_MS))
      return { keyId, formerKeyId, resealed: resealed.tables, unreadable: resealed.unreadable, signedUrlsEndAt }
    } catch (error) {
      // If the database fails, others notice that this process has ended.
      await this.release(begun, clock).catch(() => undefined)
      throw error
    }
  }

  /** Only one process at a time. Returns the rotation that was cut short, or a new one. */
  private claim(): Promise<KeyRotation> {
    const { unitOfWork, clock } = this.parts
    return unitOfWork.run(async (tx) => {
      const found = await lockRotation(tx)
      const now = iso(clock.now())
      const isOpen = found !== null && found.finishedAt === null
      if (isOpen && this.isHeld(found)) throw new RotationRunningError(found.pid)
      const holder = { place: processScope(), pid: process.pid, seenAt: now }
      const rotation = isOpen
        ? { ...found, ...holder }
        : { from: null, to: null, startedAt: now, finishedAt: null, ...holder }
      await writeRotation(tx, rotation)
      return rotation
    })
  }

  private isHeld({ place, pid, seenAt }: KeyRotation): boolean {
    const now = this.parts.clock.now()
    if (seenAt <= iso(later(now, -ROTATION_LEASE_MS))) return false
    // Its clock may have been ahead: such a lease would not end.
    if (place !== processScope()) return seenAt <= iso(later(now, ROTATION_LEASE_MS))
    // A killed process may have had our id.
    return pid !== process.pid && pid !== NO_PROCESS && isRunning(pid)
  }

  /** Of keys that the operator sets: the new one beside the former one. */
  private givenKey(): string {
    const { id } = new SecretKey(this.parts.settings.secretKey)
    if (id === this.parts.sealer.keyId) throw new NothingToRotateError()
    return id
  }

  /** From the commit on, every process that has the key seals and signs with it. */
  private async putInUse(principal: Principal, keyId: string): Promise<KeyRotation> {
    const { unitOfWork, reader, generation, sealer, clock } = this.parts
    const rows = await sealer.handOver(keyId)
    const successor = await sealer.withRows(rows)
    const rotation = await unitOfWork.run(async (tx) => {
      const claimed = await lockRotation(tx)
      if (!claimed) throw new Error('the record of the rotation is missing')
      const begun = { ...claimed, from: sealer.keyId, to: keyId, startedAt: iso(clock.now()) }
      await writeRotation(tx, begun)
      await writeKeyRows(tx, rows)
      await generation.bump(tx)
      const auditLog = new AuditLog(reader, successor, clock)
      await auditLog.signAnew(tx, sealer)
      await auditLog.append(tx, principal, actOf('secrets.rotation_started', begun))
      return begun
    })
    await sealer.refresh()
    return rotation
  }

  private reseal(rotation: KeyRotation, onStep: OnStep): Promise<Resealed> {
    return this.parts.resealAll.run(async (table, done) => {
      onStep(`${table}: ${done} sealed anew`)
      await this.parts.unitOfWork.run((tx) => this.renew(tx, rotation))
    })
  }

  private async renew(tx: Tx, rotation: KeyRotation): Promise<void> {
    await writeRotation(tx, { ...rotation, seenAt: iso(this.parts.clock.now()) })
  }

  private async finish(principal: Principal, rotation: KeyRotation, resealed: Resealed): Promise<void> {
    const { unitOfWork, auditLog, clock } = this.parts
    await unitOfWork.run(async (tx) => {
      await writeRotation(tx, { ...rotation, finishedAt: iso(clock.now()) })
      await auditLog.append(tx, principal, actOf('secrets.rotated', rotation, { resealed: resealed.tables }))
    })
  }

  /** What failed can be tried again at once. */
  private async release({ place, pid }: KeyRotation, clock: Clock): Promise<void> {
    await this.parts.unitOfWork.run(async (tx) => {
      const rotation = await readRotation(tx)
      if (rotation?.finishedAt !== null || rotation.place !== place || rotation.pid !== pid) return
      const finishedAt = rotation.to === null ? iso(clock.now()) : null
      await writeRotation(tx, { ...rotation, pid: NO_PROCESS, finishedAt })
    })
  }
}

const actOf = (action: string, { from, to }: KeyRotation, more: object = {}) => ({
  accountId: null,
  action,
  target: `key:${to}`,
  details: { from, to, ...more },
})

function add(sum: Resealed, more: Resealed): void {
  for (const [table, count] of Object.entries(more.tables)) sum.tables[table] = (sum.tables[table] ?? 0) + count
  sum.unreadable = more.unreadable
}
