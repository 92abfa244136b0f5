import type { ConfirmIdentity, ConfirmOutcome, Proof } from '../../identity/confirm-identity.js'
import { HashQueueFullError } from '../../identity/hash-queue.js'
import type { OwnSessions } from '../../identity/own-sessions.js'
import type { ReadSecurity } from '../../identity/read-security.js'
import { isPasskeyPossible } from '../../identity/passkey-ceremonies.js'
import { SubmitButton } from '../../web/button.js'
import { CSRF_FIELD } from '../../web/csrf-guard.js'
import { TextField } from '../../web/form.js'
import { fieldsNamed, type Route } from '../route.js'
import type { Visit } from '../visit.js'
import { keepSession, type OutsideVisits, placeOf } from '../outside-visits.js'
import { PasskeyForm, passkeyIn } from './passkey-form.js'
import { Refusal } from './sign-in-views.js'
import { signInWords } from './words.js'

/** `/confirm`, which comes before dangerous acts, and `/sign-out`. */
export class ConfirmPages {
  constructor(
    private readonly outside: OutsideVisits,
    private readonly confirm: ConfirmIdentity,
    private readonly security: ReadSecurity,
    private readonly sessions: OwnSessions,
  ) {}

  routes(): Route[] {
    const permission = 'self'
    const post = { method: 'post', permission, formAt: '/confirm', keeps: fieldsNamed('next') } as const
    return [
      { method: 'get', path: '/confirm', permission, answer: (visit) => this.show(visit) },
      { ...post, path: '/confirm', answer: this.receive },
      { ...post, path: '/confirm/passkey', answer: this.receivePasskey },
      { ...post, path: '/confirm/passkey/options', answer: this.sendOptions },
      { method: 'post', path: '/sign-out', permission, formAt: '', answer: this.signOut },
    ]
  }

  private readonly receive = async (visit: Visit): Promise<void> => {
    const { password, code = '' } = visit.fields
    await this.prove(visit, password === undefined ? { code } : { password })
  }

  private readonly receivePasskey = (visit: Visit): Promise<void> =>
    this.prove(visit, { passkey: passkeyIn(visit.fields) })

  private readonly sendOptions = async ({ response, session }: Visit): Promise<void> => {
    response.set('Cache-Control', 'no-store').json(await this.confirm.passkeyOptions(session))
  }

  /** The cookie stays: it opens nothing any more, and identifies whose form another tab may still send. */
  private readonly signOut = async ({ request, response, session }: Visit): Promise<void> => {
    await this.sessions.signOut(session)
    const next = this.outside.paths.home
    this.outside.redirect({ response }, this.outside.href({ request, next }, '/sign-in', { news: 'signedOut' }))
  }

  private async prove(visit: Visit, proof: Proof): Promise<void> {
    const { request, response, session, locale } = visit
    const place = placeOf(request, this.outside.cookies)
    const outcome = await this.confirm.run(session, proof, place).catch((error: unknown): ConfirmOutcome => {
      if (!(error instanceof HashQueueFullError)) throw error
      return { outcome: 'wait', seconds: HashQueueFullError.RETRY_SECONDS }
    })
    if (outcome.outcome === 'confirmed') {
      keepSession(response, this.outside.cookies, outcome.opened)
      return this.outside.redirect({ response }, this.nextOf(visit))
    }
    const words = signInWords(locale).confirm
    if (outcome.outcome === 'refused') return this.show(visit, words.refused, 422)
    response.set('Retry-After', String(outcome.seconds))
    await this.show(visit, words.wait, 429)
  }

  private async show(visit: Visit, refusal: string | null = null, status = 200): Promise<void> {
    const { session, locale, base, csrfToken, account, request, response, baseUrl } = visit
    const words = signInWords(locale).confirm
    const ways = await this.security.find(session)
    const next = this.nextOf(visit)
    const hasPassword = ways?.hasPassword === true
    const hasPasskey = isPasskeyPossible(baseUrl) && (ways?.passkeyList.length ?? 0) > 0
    const here = `${base}/confirm`
    const content = (
      <div class="stack">
        <div>
          <h1>{words.title}</h1>
          <p class="muted">{words.about(actIn(next, base, words.acts))}</p>
        </div>
        <Refusal text={refusal} />
        {hasPasskey && (
          <>
            <PasskeyForm
              action={`${here}/passkey`}
              options={`${here}/passkey/options`}
              label={words.passkey}
              fields={{ next }}
              csrfToken={csrfToken}
            />
            <p class="or for-passkeys">{words.or}</p>
          </>
        )}
        <div class={hasPasskey ? 'after-passkey' : undefined}>
          <form method="post" action={here} class="stack" novalidate>
            <input type="hidden" name={CSRF_FIELD} value={csrfToken} />
            <input type="hidden" name="next" value={next} />
            {hasPassword ? (
              <TextField
                form={{ values: {}, faults: [] }}
                name="password"
                type="password"
                label={words.password}
                autocomplete="current-password"
              />
            ) : (
              <TextField
                form={{ values: {}, faults: [] }}
                name="code"
                label={words.code}
                autocomplete="one-time-code"
                spellcheck={false}
              />
            )}
            <SubmitButton kind="first" busy={words.busy} isWide>
              {words.button}
            </SubmitButton>
          </form>
        </div>
      </div>
    )
    const below = (
      <aside class="below" aria-label={words.title}>
        <a href={leaveFor(next, base)}>{words.leave}</a>
      </aside>
    )
    const outsideVisit = { request, response, locale, account, place: placeOf(request, this.outside.cookies), next }
    const page = { title: words.title, size: 'card', script: 'passkeys.js', content, below } as const
    this.outside.show({ ...outsideVisit, fields: {} }, { ...page, isTest: !visit.principal.livemode }, status)
  }

  private nextOf({ fields, request, base }: Visit): string {
    const next = this.outside.paths.next(fields['next'] ?? request.query['next'])
    return next === this.outside.paths.home ? base : next
  }
}

/** The act to confirm, as far as the address shows it. */
function actIn(next: string, base: string, acts: Record<string, string>): string | null {
  const path = next.startsWith(base) ? next.slice(base.length) : next
  const found = Object.keys(acts).find((start) => path.startsWith(start))
  return found === undefined ? null : (acts[found] ?? null)
}

/** The section that the act belongs to. */
function leaveFor(next: string, base: string): string {
  const [path = ''] = next.split('?')
  const [section = '', page = ''] = path.slice(base.length + 1).split('/')
  if (section === '' || !path.startsWith(base)) return base
  if (section === 'setup') return `${base}/setup/2`
  return section === 'settings' && page !== '' ? `${base}/${section}/${page}` : `${base}/${section}`
}
