import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '../kernel/log.js'
import type { Timer } from '../kernel/timer.js'
import { addressGroup } from '../rate-limiting/address-group.js'
import type { ConnectionLimits } from './connection-limits.js'

interface Connection {
  socket: Socket
  /** Null: a trusted proxy, which has no limit of its own. */
  group: Group | null
  /** Not finished yet, in the order of their requests. */
  answers: Set<ServerResponse>
  /** Pipelined requests that were refused. */
  refused: number
  /** How many checks in a row have seen an answer that the client does not read. */
  unreadChecks: number
}

/** Connections of one client. */
interface Group {
  address: string
  open: number
  /** Those without an unfinished request, the longest idle first. */
  idle: Set<Connection>
}

/** How often, in checks, lines are written while there is no place left. */
const CHECKS_BETWEEN_LINES = 60

/**
 * All connections of a server. When places run out, a connection that waits for its client gives way to a new one: the
 * longest idle first. A connection whose request the service is working on never does.
 */
export class Connections {
  private readonly open = new Map<Socket, Connection>()
  private readonly idle = new Set<Connection>()
  private readonly groups = new Map<string, Group>()
  private readonly pressure = { gaveWay: 0, refused: 0, client: null as string | null }
  private checksUntilLine = 0

  constructor(
    private readonly limits: ConnectionLimits,
    private readonly isTrustedProxy: (address: string) => boolean,
    private readonly timer: Timer,
    private readonly log: Log,
  ) {}

  /** Takes a new connection, or destroys it. */
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
    const connection = { socket, group, answers: new Set<ServerResponse>(), refused: 0, unreadChecks: 0 }
    this.open.set(socket, connection)
    if (group) {
      group.open++
      this.groups.set(group.address, group)
    }
    this.setIdle(connection)
    socket.once('close', () => this.remove(connection))
  }

  /** Counts a request. Returns whether its connection may have one more that is not finished. */
  begin(response: ServerResponse, socket: Socket): 'admitted' | 'refused' | 'ignored' {
    const connection = this.open.get(socket)
    if (!connection) return 'ignored'
    const { answers } = connection
    if (answers.size >= this.limits.unfinishedRequests || connection.refused > 0) return this.refuse(connection)
    if (answers.size === 0) this.setBusy(connection)
    answers.add(response)
    response.once('close', () => {
      answers.delete(response)
      connection.unreadChecks = 0
      if (answers.size === 0 && this.open.has(socket)) this.setIdle(connection)
    })
    return 'admitted'
  }

  /** Has the client been sent a part of an answer that is not finished? Then nothing else may be written. */
  isInAnswer(socket: Socket): boolean {
    const [first] = this.open.get(socket)?.answers ?? []
    return first?.headersSent ?? false
  }

  /** Looks for clients that do not read, until the returned function is called. */
  watch(): () => void {
    let cancel = (): void => undefined
    const check = (): void => {
      for (const connection of this.open.values()) this.checkIsRead(connection)
      this.tellPressure()
      cancel = this.timer.after(this.limits.checkMs, check)
    }
    cancel = this.timer.after(this.limits.checkMs, check)
    return () => cancel()
  }

  /** The first request too many is answered; a client that goes on all the same is cut off. */
  private refuse(connection: Connection): 'refused' | 'ignored' {
    connection.refused++
    if (connection.refused > this.limits.unfinishedRequests) connection.socket.destroy()
    return connection.refused === 1 ? 'refused' : 'ignored'
  }

  /** Of one client, or (null) of all. Returns false when the service is working on every one. */
  private makeRoom(group: Group | null): boolean {
    const [longestIdle] = group ? group.idle : this.idle
    const connection = longestIdle ?? this.findWaitingForClient(group)
    this.pressure.client = group?.address ?? this.pressure.client
    if (!connection) return false
    this.pressure.gaveWay++
    connection.socket.destroy()
    this.remove(connection)
    return true
  }

  private findWaitingForClient(group: Group | null): Connection | undefined {
    for (const connection of this.open.values()) {
      const [answer] = connection.answers
      if (answer && (group === null || connection.group === group) && (!answer.req.complete || isHandedOver(answer))) {
        return connection
      }
    }
    return undefined
  }

  /** In counts of checks, not by the clock, which may be set. */
  private checkIsRead(connection: Connection): void {
    const [answer] = connection.answers
    if (!answer || !isHandedOver(answer)) {
      connection.unreadChecks = 0
      return
    }
    connection.unreadChecks++
    if (connection.unreadChecks * this.limits.checkMs >= this.limits.answerMs) connection.socket.destroy()
  }

  private tellPressure(): void {
    if (this.checksUntilLine > 0) this.checksUntilLine--
    const { gaveWay, refused, client } = this.pressure
    if (this.checksUntilLine > 0 || gaveWay + refused === 0) return
    const which = client === null ? {} : { client }
    this.log.warn({ connections: this.open.size, gaveWay, refused, ...which }, 'places for connections have run out')
    Object.assign(this.pressure, { gaveWay: 0, refused: 0, client: null })
    this.checksUntilLine = CHECKS_BETWEEN_LINES
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

  private remove(connection: Connection): void {
    if (!this.open.delete(connection.socket)) return
    this.setBusy(connection)
    if (!connection.group) return
    connection.group.open--
    this.forgetEmpty(connection.group)
  }

  private forgetEmpty(group: Group | null): void {
    if (group?.open === 0) this.groups.delete(group.address)
  }
}

/** All that there is to send was handed to the connection, and the client has not read it. */
const isHandedOver = (answer: ServerResponse): boolean => answer.writableEnded || answer.writableNeedDrain
