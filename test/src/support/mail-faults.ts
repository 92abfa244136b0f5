import type { Socket } from 'node:net'

/** Where in a session: `data` is the answer to DATA, `mid` amid the bytes of the mail, `end` after its final dot. */
export type MailStage = 'connect' | 'ehlo' | 'auth' | 'mail' | 'rcpt' | 'data' | 'mid' | 'end'

/**
 * What goes wrong there: an answer instead of the usual one; a line that is no SMTP; the connection cut, at `data` right
 * after 354, at `end` after the mail was accepted; or silence, forever.
 */
export type MailFault =
  | { at: MailStage; code: number; text: string }
  | { at: MailStage; line: string }
  | { at: MailStage; cut: true }
  | { at: MailStage; silent: true }

/** Between client and server: passes on command by command, answer by answer, but for the fault. */
export class FaultyLine {
  private stage: MailStage = 'connect'
  private isInMessage = false
  private isWaiting = true
  private isDead = false
  private fromClient = Buffer.alloc(0)
  private fromServer = ''

  constructor(
    private readonly client: Socket,
    private readonly server: Socket,
    private readonly faultAt: (stage: MailStage) => MailFault | null,
  ) {
    client.on('data', (chunk: Buffer) => {
      this.fromClient = Buffer.concat([this.fromClient, chunk])
      this.passOn()
    })
    server.on('data', (chunk: Buffer) => this.answer(chunk.toString('latin1')))
    client.on('error', () => undefined).on('close', () => server.destroy())
    server.on('error', () => undefined).on('close', () => client.destroy())
  }

  /** One command at a time: clients send several at once. */
  private passOn(): void {
    while (!this.isWaiting && !this.isDead && this.fromClient.length > 0) {
      if (this.isInMessage) {
        if (!this.passMessage()) return
        continue
      }
      const end = this.fromClient.indexOf('\r\n')
      if (end < 0) return
      const line = this.fromClient.subarray(0, end + 2)
      this.fromClient = this.fromClient.subarray(end + 2)
      this.stage = stageOf(line.toString('latin1')) ?? this.stage
      const fault = this.faultAt(this.stage)
      if (fault && !('cut' in fault && this.stage === 'data')) {
        this.commit(fault)
        continue
      }
      this.isWaiting = true
      this.server.write(line)
    }
  }

  /** @returns whether the mail's end was there */
  private passMessage(): boolean {
    const fault = this.faultAt('mid')
    if (fault) {
      this.commit(fault)
      // Whatever was answered, the rest of the mail is discarded.
      this.isDead = true
      this.server.removeAllListeners('close').destroy()
      return false
    }
    const dot = this.fromClient.indexOf('\r\n.\r\n')
    if (dot < 0) return false
    const message = this.fromClient.subarray(0, dot + 5)
    this.fromClient = this.fromClient.subarray(dot + 5)
    this.stage = 'end'
    this.isInMessage = false
    this.isWaiting = true
    this.server.write(message)
    return true
  }

  private answer(text: string): void {
    this.fromServer += text
    if (this.isDead || !/(^|\r\n)\d{3}( [^\r\n]*)?\r\n$/.test(this.fromServer)) return
    const reply = this.fromServer
    this.fromServer = ''
    this.isWaiting = false
    const fault = this.stage === 'connect' || this.stage === 'end' ? this.faultAt(this.stage) : null
    if (fault) this.commit(fault)
    else this.client.write(reply)
    if (this.stage === 'data' && reply.startsWith('354')) {
      this.isInMessage = true
      if (this.faultAt('data')) {
        this.isDead = true
        // The 354 arrives first.
        this.client.destroySoon()
      }
    }
    this.passOn()
  }

  private commit(fault: MailFault): void {
    if ('code' in fault) this.client.write(`${fault.code} ${fault.text}\r\n`)
    else if ('line' in fault) this.client.write(`${fault.line}\r\n`)
    else this.isDead = true
    if ('cut' in fault) this.client.destroy()
  }
}

function stageOf(line: string): MailStage | null {
  const verb = /^(EHLO|HELO|AUTH|MAIL|RCPT|DATA)\b/i.exec(line)?.[1]?.toLowerCase()
  return verb === 'helo' ? 'ehlo' : ((verb as MailStage | undefined) ?? null)
}
