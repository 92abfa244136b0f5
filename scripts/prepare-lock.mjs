import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 200
const HEARTBEAT_MS = 2_000
/** Only for holders that cannot be looked up: another host or container on the same folder. */
const SILENT_MS = 30_000

/**
 * Runs `work` while no other process does, however many start at once. A lock whose holder and its child are gone is
 * taken over. `work` is given a function that notes the process id of the child it waits for: a killed holder's
 * orphan still writes files, so it keeps the lock.
 */
export async function withLock(lock, say, work) {
  await acquire(lock, say)
  let child
  const heartbeat = setInterval(() => writeHolder(lock, child), HEARTBEAT_MS)
  try {
    return await work((pid) => writeHolder(lock, (child = pid)))
  } finally {
    clearInterval(heartbeat)
    fs.rmSync(lock, { recursive: true, force: true })
  }
}

async function acquire(lock, say) {
  fs.mkdirSync(path.dirname(lock), { recursive: true })
  let hasSaid = false
  while (!tryAcquire(lock)) {
    if (isAbandoned(lock)) {
      breakLock(lock)
    } else if (!hasSaid) {
      say('Waiting for another process that installs or builds here…')
      hasSaid = true
    }
    await sleep(POLL_MS)
  }
}

/** A folder with a file in it can't be renamed over another such folder: the lock appears whole, or not at all. */
function tryAcquire(lock) {
  const mine = `${lock}.${os.hostname()}.${process.pid}`
  fs.rmSync(mine, { recursive: true, force: true })
  fs.mkdirSync(mine)
  writeHolder(mine)
  try {
    fs.renameSync(mine, lock)
    return true
  } catch (error) {
    fs.rmSync(mine, { recursive: true, force: true })
    if (['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code)) return false
    throw error
  }
}

/** Looks once more behind a second door, so that of two who found a dead holder none removes the other's new lock. */
function breakLock(lock) {
  const door = `${lock}.break`
  try {
    fs.mkdirSync(door)
  } catch {
    const since = fs.statSync(door, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - since > SILENT_MS) fs.rmSync(door, { recursive: true, force: true })
    return
  }
  if (isAbandoned(lock)) fs.rmSync(lock, { recursive: true, force: true })
  fs.rmSync(door, { recursive: true, force: true })
}

function isAbandoned(lock) {
  let holder
  try {
    holder = JSON.parse(fs.readFileSync(path.join(lock, 'holder.json'), 'utf8'))
  } catch {
    // Released just now, or its folder outlived its file: then age decides.
    const stat = fs.statSync(lock, { throwIfNoEntry: false })
    return stat !== undefined && Date.now() - stat.mtimeMs > SILENT_MS
  }
  if (holder.host !== os.hostname()) return Date.now() - holder.at > SILENT_MS
  return !holder.processes.some(({ pid, born }) => isAlive(pid) && bornAt(pid) === born)
}

function writeHolder(lock, child) {
  const pids = child ? [process.pid, child] : [process.pid]
  const processes = pids.map((pid) => ({ pid, born: bornAt(pid) }))
  const file = path.join(lock, 'holder.json')
  fs.writeFileSync(`${file}.new`, JSON.stringify({ host: os.hostname(), processes, at: Date.now() }))
  fs.renameSync(`${file}.new`, file)
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Tells a process from a later one with the same id, and from its own remains; null where the system does not say. */
function bornAt(pid) {
  try {
    const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')
    return fields[0] === 'Z' ? null : fields[19]
  } catch {
    return null
  }
}
