import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '../kernel/log.js'
import type { Timer } from '../kernel/timer.js'
import { addressGroup } from '../rate-limiting/address-group.js'
import { breakOff } from './break-off.js'
import type { ClientConnectionLimits } from './connection-limits.js'

interface Connection {
  socket: Socket
  /** Null for a trusted proxy, which has no limit per address. */
  group: Group | null
  /** Unfinished, in the order of their requests. Idle connections are many: they share an empty list. */
  responses: readonly ServerResponse[]
  /** Pipelined requests that were refused. */
  refused: number
  /** How many checks in a row have found a response that the client does not read. */
  unreadChecks: number
}

/** The connections of one client. */
interface Group {
  address: string
  open: number
  /** Connections without an unfinished request, the longest idle first. */
  idle: Set<Connection>
}

const NONE: readonly ServerResponse[] = []

/** How often, in checks, a warning is logged while connections run out. */
const CHECKS_BETWEEN_WARNINGS = 60

/**
 * All connections of a server. At the limit, a connection that waits for its client is closed to admit a new one, the
 * longest idle first; never one whose request is being processed.
 */
export class ClientConnections {
  private readonly open = new Map<Socket, Connection>()
  private readonly idle = new Set<Connection>()
  private readonly groups = new Map<string, Group>()
  private readonly pressure = { evicted: 0, refused: 0, client: null as string | null }
  private checksUntilWarning = 0
  private isDraining = false
  /** One function for all sockets: idle ones are many. */
  private readonly onClose: (this: Socket) => void

  constructor(
    private readonly limits: ClientConnectionLimits,
    private readonly isTrustedProxy: (address: string) => boolean,
    private readonly timer: Timer,
    private readonly log: Log,
  ) {
    const remove = (socket: Socket): void => this.remove(socket)
    this.onClose = function () {
      remove(this)
    }
  }

  /** Admits a new connection, or destroys it. */
  add(socket: Socket): void {
    const address = socket.remoteAddress ?? ''
    const group = this.isTrustedProxy(address) ? null : this.groupOf(address)
    const isAdmitted =
      (group === null || group.open < this.limits.perAddress || this.makeRoom(group)) &&
      (this.open.size < this.limits.connections || this.makeRoom(null))
    if (!isAdmitted) {
      this.pressure.refused++
      socket.destroy()
      this.forgetEmpty(group)
      return
    }
    const connection = { socket, group, responses: NONE, refused: 0, unreadChecks: 0 }
    this.open.set(socket, connection)
    if (group) {
      group.open++
      this.groups.set(group.address, group)
    }
    this.setIdle(connection)
    socket.on('close', this.onClose)
  }

  /** Counts a request. Returns whether its connection may have another unfinished one. */
  begin(response: ServerResponse, socket: Socket): 'admitted' | 'refused' | 'ignored' {
    const connection = this.open.get(socket)
    if (!connection) return 'ignored'
    const { length } = connection.responses
    if (length >= this.limits.unfinishedRequests || connection.refused > 0) return this.refuse(connection)
    if (length === 0) this.setBusy(connection)
    if (this.isDraining) response.shouldKeepAlive = false
    connection.responses = [...connection.responses, response]
    response.once('close', () => this.end(response, connection))
    return 'admitted'
  }

  /** Whether a part of a response has been sent; then nothing else may be written. */
  hasStartedResponse(socket: Socket): boolean {
    const [first] = this.open.get(socket)?.responses ?? []
    return first?.headersSent ?? false
  }

  /** Closes connections whose clients do not read, until the returned function is called. */
  watch(): () => void {
    let cancel = (): void => undefined
    const check = (): void => {
      for (const connection of this.open.values()) this.checkIsRead(connection)
      this.logPressure()
      cancel = this.timer.after(this.limits.checkMs, check)
    }
    cancel = this.timer.after(this.limits.checkMs, check)
    return () => cancel()
  }

  /** From now on each response is the last of its connection, and has `Connection: close`. */
  closeAfterResponses(): void {
    this.isDraining = true
    for (const { responses } of this.open.values()) for (const response of responses) response.shouldKeepAlive = false
  }

  /** Ends every connection in the middle of a response, so that its client notices. */
  breakOffResponses(): void {
    for (const { responses } of this.open.values()) {
      const [first] = responses
      if (first?.headersSent) breakOff(first)
    }
  }

  private end(response: ServerResponse, connection: Connection): void {
    const left = connection.responses.filter((other) => other !== response)
    connection.responses = left.length > 0 ? left : NONE
    connection.unreadChecks = 0
    if (left.length === 0 && this.open.has(connection.socket)) this.setIdle(connection)
  }

  /** The first request over the limit gets a response; a client that keeps sending is disconnected. */
  private refuse(connection: Connection): 'refused' | 'ignored' {
    connection.refused++
    if (connection.refused > this.limits.unfinishedRequests) connection.socket.destroy()
    return connection.refused === 1 ? 'refused' : 'ignored'
  }

  /** Closes a connection of one client, or (null) of any. Returns false when all have a request in progress. */
  private makeRoom(group: Group | null): boolean {
    const [longestIdle] = group ? group.idle : this.idle
    const connection = longestIdle ?? this.findWaitingForClient(group)
    this.pressure.client = group?.address ?? this.pressure.client
    if (!connection) return false
    this.pressure.evicted++
    connection.socket.destroy()
    this.remove(connection.socket)
    return true
  }

  private findWaitingForClient(group: Group | null): Connection | undefined {
    for (const connection of this.open.values()) {
      const [response] = connection.responses
      const isOfGroup = group === null || connection.group === group
      if (response && isOfGroup && (!response.req.complete || isFlushed(response))) {
        return connection
      }
    }
    return undefined
  }

  /** Counts checks: the clock may be set. */
  private checkIsRead(connection: Connection): void {
    const [response] = connection.responses
    if (!response || !isFlushed(response)) {
      connection.unreadChecks = 0
      return
    }
    connection.unreadChecks++
    if (connection.unreadChecks * this.limits.checkMs >= this.limits.readResponseMs) connection.socket.destroy()
  }

  private logPressure(): void {
    if (this.checksUntilWarning > 0) this.checksUntilWarning--
    const { evicted, refused, client } = this.pressure
    if (this.checksUntilWarning > 0 || evicted + refused === 0) return
    const which = client === null ? {} : { client }
    this.log.warn({ connections: this.open.size, evicted, refused, ...which }, 'connection limit reached')
    Object.assign(this.pressure, { evicted: 0, refused: 0, client: null })
    this.checksUntilWarning = CHECKS_BETWEEN_WARNINGS
  }

  private groupOf(remoteAddress: string): Group {
    const address = addressGroup(remoteAddress)
    let group = this.groups.get(address)
    if (!group) this.groups.set(address, (group = { address, open: 0, idle: new Set() }))
    return group
  }

  private setIdle(connection: Connection): void {
    this.idle.add(connection)
    connection.group?.idle.add(connection)
  }

  private setBusy(connection: Connection): void {
    this.idle.delete(connection)
    connection.group?.idle.delete(connection)
  }

  private remove(socket: Socket): void {
    const connection = this.open.get(socket)
    if (!connection) return
    this.open.delete(socket)
    this.setBusy(connection)
    if (!connection.group) return
    connection.group.open--
    this.forgetEmpty(connection.group)
  }

  private forgetEmpty(group: Group | null): void {
    if (group?.open === 0) this.groups.delete(group.address)
  }
}

/** Everything written so far waits in the socket for the client to read it. */
const isFlushed = (response: ServerResponse): boolean => response.writableEnded || response.writableNeedDrain
