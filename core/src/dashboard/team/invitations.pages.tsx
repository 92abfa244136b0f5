import type { Invitation } from '../../identity/invitation.js'
import type { InviteUser, MadeInvitation } from '../../identity/invite-user.js'
import { notFound, Problem } from '../../kernel/problem.js'
import { SubmitButton } from '../../web/button.js'
import { type FormFault, PostForm } from '../../web/form.js'
import { AgainIcon, MailIcon } from '../../web/icons.js'
import { redirect, showPage } from '../answer.js'
import { CrossIcon } from '../components/icons.js'
import { Facts } from '../components/timeline.js'
import { frameWords } from '../frame/words.js'
import { fieldsNamed, type Route } from '../route.js'
import { SettingRow } from '../settings/setting-row.js'
import { settingsPage } from '../settings/settings-page.js'
import { keyOf, parameter, type Visit } from '../visit.js'
import { addressPage } from './one-time-address.js'
import type { ShowTeam } from './show-team.js'
import { dayText, roleIn, TEAM } from './team-parts.js'
import { teamWords } from './words.js'

const INVITATIONS = `${TEAM}/invitations`

/** Inviting a person; and an invitation that was not accepted yet. */
export class InvitationsPages {
  constructor(
    private readonly invite: InviteUser,
    private readonly showTeam: ShowTeam,
  ) {}

  routes(): Route[] {
    const one = `${INVITATIONS}/:id`
    const post = { method: 'post', permission: 'account:manage', confirms: true } as const
    return [
      { ...post, path: INVITATIONS, formAt: TEAM, keeps: fieldsNamed('email', 'role'), answer: this.make },
      { method: 'get', path: one, permission: 'account:manage', answer: this.show },
      { ...post, path: `${one}/again`, formAt: one, answer: this.again },
      { ...post, path: `${one}/withdraw`, formAt: one, answer: this.withdraw },
    ]
  }

  private readonly make = async (visit: Visit): Promise<void> => {
    const { fields, principal, locale } = visit
    const { invite: words } = teamWords(locale)
    const role = roleIn(fields['role'])
    if (!role) return this.showTeam.run(visit, { faults: [{ name: 'role', text: words.roleFault }] })
    try {
      await this.tell(visit, await this.invite.run(principal, { email: fields['email'] ?? '', role }, keyOf(visit)))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.code === 'idempotency_key_reuse') return this.showTeam.run(visit, { refusal: words.repeated })
      if (error.code !== 'validation_error') throw error
      const isTaken = error.errors?.some(({ message }) => message.startsWith('already')) === true
      const fault: FormFault = { name: 'email', text: isTaken ? words.emailTaken : words.emailFault }
      await this.showTeam.run(visit, { faults: [fault] })
    }
  }

  private async tell(visit: Visit, made: MadeInvitation): Promise<void> {
    if (made.isMailed) return redirect(visit, `${TEAM}?saved=mailed`)
    await showPage(visit, addressPage(visit, made))
  }

  private readonly show = async (visit: Visit): Promise<void> => {
    const { base, locale, csrfToken } = visit
    const { id, email, role, createdAt, expiresAt } = await this.find(visit)
    const { invitation: words, back, roles } = teamWords(locale)
    const at = `${base}${INVITATIONS}/${id}`
    const facts = [
      { label: words.role, value: `${frameWords(locale).roles[role]}. ${roles[role]}` },
      { label: words.made, value: dayText(visit, createdAt) },
      { label: words.end, value: dayText(visit, expiresAt) },
    ]
    const content = (
      <div class="stack">
        <section class="card">
          <Facts facts={facts} locale={locale} />
        </section>
        <ul class="card full setting-list">
          <SettingRow icon={AgainIcon} title={words.again} about={words.againAbout}>
            <PostForm action={`${at}/again`} csrfToken={csrfToken}>
              <SubmitButton isSmall busy={words.busy} icon={MailIcon}>
                {words.again}
              </SubmitButton>
            </PostForm>
          </SettingRow>
          <SettingRow icon={CrossIcon} title={words.withdraw} about={words.withdrawAbout}>
            <PostForm action={`${at}/withdraw`} csrfToken={csrfToken}>
              <SubmitButton isSmall kind="ask" busy={words.busy}>
                {words.withdraw}
              </SubmitButton>
            </PostForm>
          </SettingRow>
        </ul>
      </div>
    )
    const head = { title: words.title(email ?? ''), back: { href: `${base}${TEAM}`, label: back } }
    await showPage(visit, settingsPage(head, content))
  }

  /** @throws Problem `not_found` */
  private async find(visit: Visit): Promise<Invitation> {
    const open = await this.invite.list(visit.account.id)
    const found = open.find(({ id }) => id === parameter(visit, 'id'))
    if (!found) throw notFound('invitation')
    return found
  }

  private readonly again = (visit: Visit): Promise<void> =>
    this.unlessGone(visit, async () => {
      await this.tell(visit, await this.invite.again(visit.principal, parameter(visit, 'id')))
    })

  private readonly withdraw = (visit: Visit): Promise<void> =>
    this.unlessGone(visit, async () => {
      await this.invite.withdraw(visit.principal, parameter(visit, 'id'))
      redirect(visit, `${TEAM}?saved=withdrawn`)
    })

  /** Accepted meanwhile, or the form was sent twice: the list shows what there is. */
  private async unlessGone(visit: Visit, act: () => Promise<void>): Promise<void> {
    try {
      await act()
    } catch (error) {
      if (!(error instanceof Problem) || !['not_found', 'validation_error'].includes(error.code)) throw error
      await this.showTeam.run(visit, { missing: 'invitation' })
    }
  }
}
