import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 200
const HEARTBEAT_MS = 2_000
/** Only for holders whose process cannot be checked: another host or container that shares the folder. */
const SILENT_MS = 30_000

/**
 * Runs `work` in one process at a time. A lock is taken over once its holder and the holder's child have exited. `work`
 * gets a function that records the process id of its child: the orphan of a killed holder still writes files, so it
 * keeps the lock.
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
  let hasLogged = false
  while (!tryAcquire(lock)) {
    if (isAbandoned(lock)) {
      breakLock(lock)
    } else if (!hasLogged) {
      say('Waiting for another process that installs or builds here…')
      hasLogged = true
    }
    await sleep(POLL_MS)
  }
}

/** A non-empty folder cannot be renamed over another, so the lock appears complete or not at all. */
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

/** Checks again under a second lock, so that of two processes that found a dead holder neither removes the other's new lock. */
function breakLock(lock) {
  const guard = `${lock}.break`
  try {
    fs.mkdirSync(guard)
  } catch {
    const since = fs.statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - since > SILENT_MS) fs.rmSync(guard, { recursive: true, force: true })
    return
  }
  if (isAbandoned(lock)) fs.rmSync(lock, { recursive: true, force: true })
  fs.rmSync(guard, { recursive: true, force: true })
}

function isAbandoned(lock) {
  let holder
  try {
    holder = JSON.parse(fs.readFileSync(path.join(lock, 'holder.json'), 'utf8'))
  } catch {
    // Just released, or its folder outlived its file: age decides.
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

/** Tells a process from a later one with the same id; null for a zombie, or where the system does not say. */
function bornAt(pid) {
  try {
    const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')
    return fields[0] === 'Z' ? null : fields[19]
  } catch {
    return null
  }
}
