import type { Generation } from '../database/generation.js'
import type { Bell } from '../jobs/bell.js'
import { type Clock, DAY_MS, iso, later, MINUTE_MS, SECOND_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { Timer } from '../kernel/timer.js'
import { type CallTransport, type HandedOver, SEND_DEADLINE_MS } from '../plugin-host/call-transport.js'
import type { MailAddresses } from './addresses.js'
import type { Email } from './email.js'
import type { Invoice } from '../invoicing/invoice.js'
import type { EmailBody, Emails, Step } from './emails.repository.js'
import type { MailByProvider } from './mail-by-provider.js'
import type { MailRoute, MailRoutes } from './mail-routes.js'
import { toOutgoingMail } from './outgoing-mail.js'
import { pauseAfter } from './retry-schedule.js'
import { NotToBeSentError, NotYetError, type WriteLetter, type Written } from './write-letter.js'

/** Of each mode. As many as the mail plugin keeps connections: what waits for one need not be in hand. */
const MOST_AT_ONCE = 3
/** To write a letter. Who takes longer has died, and nothing was sent. */
const PREPARING_MS = MINUTE_MS
/** Longer than sending can take: who is heard of no more by then has died over it. */
const SENDING_MS = 2 * SEND_DEADLINE_MS
/** What no bell told of: further attempts, and what other processes wrote. */
const LOOK_EVERY_MS = SECOND_MS
/** What is being sent may end; what is not with the server by then is given up, and known not to be. */
const DRAIN_MS = 5 * SECOND_MS
const MOST_TRIES = 5
const BETWEEN_TRIES_MS = 2 * SECOND_MS
const UNTIL_SET_UP_MS = 5 * MINUTE_MS
/** A mail that cannot be written, or sent anywhere, is given up then. */
const LONGEST_WAIT_MS = DAY_MS
/** The last attempt is made within a day. */
const TOO_LATE_MS = 2 * DAY_MS

/** Sends the mails, as long as it runs. What is due stands in the rows. */
export class SendEmails {
  private readonly underWay = new Set<Promise<void>>()
  private readonly giveUp = new AbortController()
  /** How many, by mode: a mail server that takes its time holds up no simulated mail. */
  private readonly inHand = new Map([true, false].map((livemode) => [livemode, 0]))
  private isStopped = false
  private isTurning = false
  private isWanted = false
  private cancelLook: () => void = () => undefined
  private endListening: () => Promise<void> = () => Promise.resolve()

  constructor(
    private readonly emails: Emails,
    private readonly writeLetter: WriteLetter,
    private readonly routes: MailRoutes,
    private readonly callTransport: CallTransport,
    private readonly byProvider: MailByProvider,
    private readonly addresses: MailAddresses,
    private readonly generation: Generation,
    private readonly bell: Bell,
    private readonly processId: string,
    private readonly clock: Clock,
    private readonly timer: Timer,
    private readonly log: Log,
  ) {}

  start(): void {
    this.endListening = this.bell.listen('emails', () => this.turn())
    this.lookIn(0)
  }

  /** Takes nothing more, lets what is under way end for a while, and gives the rest back. */
  async stop(): Promise<void> {
    this.isStopped = true
    this.cancelLook()
    const cancel = this.timer.after(DRAIN_MS, () => this.giveUp.abort())
    this.follow(this.endListening())
    // Again: what was being taken at this moment begins to be given back only now.
    while (this.underWay.size > 0) await Promise.allSettled(this.underWay)
    cancel()
  }

  private lookIn(ms: number): void {
    if (this.isStopped) return
    this.cancelLook = this.timer.after(ms, () => {
      this.turn()
      this.lookIn(LOOK_EVERY_MS)
    })
  }

  /** One at a time; whoever calls meanwhile gets another. */
  private turn(): void {
    if (this.isStopped) return
    if (this.isTurning) {
      this.isWanted = true
      return
    }
    this.isTurning = true
    this.follow(
      this.claim()
        .catch((error: unknown) => this.log.error({ err: error }, 'could not look for mails to send'))
        .finally(() => {
          this.isTurning = false
          if (!this.isWanted) return
          this.isWanted = false
          this.turn()
        }),
    )
  }

  private async claim(): Promise<void> {
    for (const livemode of this.inHand.keys()) await this.claimOf(livemode)
  }

  private async claimOf(livemode: boolean): Promise<void> {
    const room = MOST_AT_ONCE - (this.inHand.get(livemode) ?? 0)
    if (room <= 0) return
    const until = iso(later(this.clock.now(), PREPARING_MS))
    const claimed = await this.emails.claim(this.processId, livemode, room, until)
    // What is written is to be as the account says now.
    if (claimed.length > 0) await this.generation.refresh()
    for (const email of claimed) {
      this.count(livemode, 1)
      this.follow(
        this.handle(email)
          .catch((error: unknown) => this.log.error({ err: error, email: email.id }, 'could not send a mail'))
          .finally(() => {
            this.count(livemode, -1)
            this.turn()
          }),
      )
    }
  }

  private count(livemode: boolean, change: number): void {
    this.inHand.set(livemode, (this.inHand.get(livemode) ?? 0) + change)
  }

  private follow(work: Promise<void>): void {
    const followed: Promise<void> = work.finally(() => this.underWay.delete(followed))
    this.underWay.add(followed)
  }

  private async handle(email: Email): Promise<void> {
    if (this.isStopped) return this.giveBack(email)
    // The service was away for days: whoever asked for it is to say whether it is still wanted.
    if (this.ageOf(email) > TOO_LATE_MS) {
      await this.emails.refuse(email, this.processId, 'it waited for more than two days')
      return
    }
    let written: Written
    try {
      written = await this.writeLetter.run(email)
    } catch (error) {
      return this.couldNotWrite(email, error)
    }
    const { invoice } = written
    if (email.via === 'provider' && invoice) return this.sendByProvider(email, written, invoice)
    if (!email.livemode) {
      await this.emails.simulate(email, this.processId, written.letter)
      return
    }
    const route = this.routes.live
    if (route) await this.send(email, written, route)
    else await this.wait(email, 'no mail server is set up')
  }

  /** Its words are the provider's own: ours are kept only where nothing is sent. */
  private async sendByProvider(email: Email, written: Written, invoice: Invoice): Promise<void> {
    if (!email.livemode) {
      const simulated = await this.byProvider.send(invoice, email.to)
      if (simulated?.fate === 'put_off') return this.wait(email, simulated.says)
      if (simulated?.fate === 'refused') await this.emails.refuse(email, this.processId, simulated.says)
      else await this.emails.simulate(email, this.processId, written.letter)
      return
    }
    if (this.isStopped) return this.giveBack(email)
    const attempt = email.attempts + 1
    if (!(await this.begin(email, attempt, null, iso(later(this.clock.now(), SENDING_MS))))) return
    const handedOver = await this.byProvider.send(invoice, email.to)
    if (!handedOver) throw new Error(`no provider was asked to mail the live invoice ${invoice.id}`)
    await this.record(email, attempt, this.after(attempt, handedOver))
  }

  private async send(email: Email, written: Written, route: MailRoute): Promise<void> {
    const until = iso(later(this.clock.now(), SENDING_MS))
    const mail = toOutgoingMail(email, written, route, this.addresses)
    if (this.isStopped) return this.giveBack(email)
    const attempt = email.attempts + 1
    if (!(await this.begin(email, attempt, written.letter, until))) return
    const handedOver = await this.callTransport.send(route.transport, mail, this.giveUp.signal)
    await this.record(email, attempt, this.after(attempt, handedOver))
    this.tell(email, handedOver)
  }

  /** False: it must not be sent. */
  private async begin(email: Email, attempt: number, letter: EmailBody | null, until: string): Promise<boolean> {
    try {
      return await this.emails.begin(email, this.processId, letter, until)
    } catch (error) {
      this.log.warn({ err: error, email: email.id }, 'could not write down that a mail is being sent')
      // Perhaps it was written all the same, and only the answer lost: nobody is to think that it may have been sent.
      const nextAttemptAt = iso(this.clock.now())
      await this.record(email, attempt, { trigger: 'given_back', error: email.error, nextAttemptAt })
      return false
    }
  }

  /** What is known must not be lost over a database that is away for a moment. */
  private async record(email: Email, attempt: number, step: Step): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.emails.record(email.id, attempt, step)
      } catch (error) {
        if (tries === MOST_TRIES) throw error
        this.log.warn({ err: error, email: email.id }, 'could not write down what came of a mail; trying again')
        await this.timer.sleep(BETWEEN_TRIES_MS)
      }
    }
  }

  /** Not what the server says, which may name the customer: that stands with the mail. */
  private tell(email: Email, { fate, fault }: HandedOver): void {
    if (fault === 'auth')
      this.log.error({ email: email.id }, 'the mail server wants another user or password: mails wait')
    else if (fate !== 'accepted') this.log.warn({ email: email.id, fate }, 'a mail was not taken')
  }

  private after(attempt: number, { fate, says }: HandedOver): Step {
    if (fate !== 'put_off') return { trigger: fate, error: fate === 'accepted' ? null : says }
    // Not the server's doing: we are leaving, and whoever comes next begins with it.
    if (this.giveUp.signal.aborted) return { trigger: 'given_back', error: says, nextAttemptAt: iso(this.clock.now()) }
    const pause = pauseAfter(attempt)
    if (pause === null) return { trigger: 'refused', error: `given up after ${attempt} attempts: ${says}` }
    return { trigger: 'put_off', error: says, nextAttemptAt: iso(later(this.clock.now(), pause)) }
  }

  private async couldNotWrite(email: Email, error: unknown): Promise<void> {
    if (error instanceof NotToBeSentError) {
      await this.emails.refuse(email, this.processId, error.message)
      return
    }
    if (error instanceof NotYetError) return this.wait(email, error.message)
    this.log.error({ err: error, email: email.id }, 'could not write a mail')
    await this.wait(email, 'it could not be written; the log says why')
  }

  private async wait(email: Email, why: string): Promise<void> {
    const nextAttemptAt = iso(later(this.clock.now(), UNTIL_SET_UP_MS))
    if (this.ageOf(email) > LONGEST_WAIT_MS) await this.emails.refuse(email, this.processId, why)
    else await this.emails.postpone(email, this.processId, why, nextAttemptAt)
  }

  private ageOf({ createdAt }: Email): number {
    return this.clock.now().getTime() - Date.parse(createdAt)
  }

  private async giveBack(email: Email): Promise<void> {
    await this.emails.postpone(email, this.processId, email.error, iso(this.clock.now()))
  }
}
