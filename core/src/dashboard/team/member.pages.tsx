import { type ChangeUsers, LastOwnerProblem } from '../../identity/change-users.js'
import type { ReadUsers, TeamMember } from '../../identity/read-users.js'
import type { RequestReset } from '../../identity/request-reset.js'
import { notFound, Problem } from '../../kernel/problem.js'
import { redirect, showPage } from '../answer.js'
import type { OutsideVisits } from '../outside-visits.js'
import { fieldsNamed, type Route } from '../route.js'
import { questionPage } from '../settings/question-page.js'
import { parameter, type Visit } from '../visit.js'
import { type Member, memberPage } from './member-view.js'
import { addressPage } from './one-time-address.js'
import { hasFactor, PEOPLE, roleIn, TEAM, type Told } from './team-parts.js'
import type { ShowTeam } from './show-team.js'
import { teamWords } from './words.js'

const ONE = `${PEOPLE}/:id`

/** One person of the team: their role, a second factor that was lost, and their end. */
export class MemberPages {
  constructor(
    private readonly users: ReadUsers,
    private readonly change: ChangeUsers,
    private readonly reset: RequestReset,
    private readonly showTeam: ShowTeam,
    private readonly outside: OutsideVisits,
  ) {}

  routes(): Route[] {
    const shared = { permission: 'account:manage' } as const
    const post = { ...shared, method: 'post', confirms: true } as const
    const remove = `${ONE}/remove`
    const reset = `${ONE}/second-factor`
    return [
      { ...shared, method: 'get', path: ONE, answer: (visit) => this.show(visit) },
      { ...post, path: `${ONE}/role`, formAt: ONE, keeps: fieldsNamed('role'), answer: this.setRole },
      { ...shared, method: 'get', path: remove, answer: this.askToRemove },
      { ...post, path: remove, answer: this.remove },
      { ...shared, method: 'get', path: reset, answer: this.askToReset },
      { ...post, path: reset, answer: this.sendReset },
      { ...shared, method: 'get', path: `${ONE}/password`, answer: this.askForPassword },
      { ...post, path: `${ONE}/password`, answer: this.sendForPassword },
    ]
  }

  private async show(visit: Visit, told: Told = {}): Promise<void> {
    const page = memberPage(visit, await this.find(visit), told)
    await showPage(visit, page, told.refusal === undefined ? 200 : 422)
  }

  /** @throws Problem `not_found` */
  private async find(visit: Visit): Promise<Member> {
    const people = await this.users.list(visit.account.id)
    const member = people.find(({ id }) => id === parameter(visit, 'id'))
    if (!member) throw notFound('user')
    const isLastOwner = member.role === 'owner' && people.filter(({ role }) => role === 'owner').length === 1
    return { member, isLastOwner, isOwn: member.id === visit.session.user.id }
  }

  private readonly setRole = async (visit: Visit): Promise<void> => {
    const role = roleIn(visit.fields['role'])
    const { invite, member: words } = teamWords(visit.locale)
    if (!role) return this.show(visit, { refusal: invite.roleFault })
    const userId = parameter(visit, 'id')
    try {
      await this.change.setRole(visit.principal, userId, role)
    } catch (error) {
      if (error instanceof LastOwnerProblem) return this.show(visit, { refusal: words.lastOwner })
      return this.unlessGone(visit, error)
    }
    if (userId === visit.session.user.id && role !== visit.session.user.role) return this.sendOut(visit, 'ownRole')
    redirect(visit, `${TEAM}?saved=role`)
  }

  private readonly askToRemove = async (visit: Visit): Promise<void> => {
    const { member, isLastOwner, isOwn } = await this.find(visit)
    if (isLastOwner) return redirect(visit, `${PEOPLE}/${member.id}`)
    const { remove: words } = teamWords(visit.locale)
    const question = {
      title: isOwn ? words.ownTitle(visit.account.name) : words.title(member.name),
      text: (
        <>
          <p>{isOwn ? words.ownText : words.text}</p>
          <p>{isOwn ? words.ownStays : words.stays}</p>
        </>
      ),
      path: `${PEOPLE}/${member.id}/remove`,
      back: `${PEOPLE}/${member.id}`,
      keep: isOwn ? words.ownKeep : words.keep,
      confirm: isOwn ? words.ownConfirm : words.confirm,
      busy: words.busy,
    }
    await showPage(visit, questionPage(visit, question))
  }

  private readonly remove = async (visit: Visit): Promise<void> => {
    const userId = parameter(visit, 'id')
    try {
      await this.change.remove(visit.principal, userId)
    } catch (error) {
      if (error instanceof LastOwnerProblem) {
        return this.show(visit, { refusal: teamWords(visit.locale).member.lastOwner })
      }
      return this.unlessGone(visit, error)
    }
    if (userId === visit.session.user.id) return this.sendOut(visit, 'left')
    redirect(visit, `${TEAM}?saved=removed`)
  }

  private readonly askToReset = async (visit: Visit): Promise<void> => {
    const member = await this.findWithFactor(visit)
    const { reset: words } = teamWords(visit.locale)
    const question = {
      title: words.title(member.name),
      text: (
        <>
          <p>
            {this.reset.canMail ? words.mail(member.email) : words.noMail} {words.text}
          </p>
          <p>{words.check}</p>
        </>
      ),
      path: `${PEOPLE}/${member.id}/second-factor`,
      back: `${PEOPLE}/${member.id}`,
      keep: words.keep,
      confirm: words.confirm,
      busy: words.busy,
    }
    await showPage(visit, questionPage(visit, question))
  }

  private readonly sendReset = async (visit: Visit): Promise<void> =>
    this.send(visit, await this.findWithFactor(visit), { clearsSecondFactor: true })

  private readonly askForPassword = async (visit: Visit): Promise<void> => {
    const { id, name, email } = await this.findOther(visit)
    const { password: words } = teamWords(visit.locale)
    const question = {
      title: words.title(name),
      text: (
        <>
          <p>
            {this.reset.canMail ? words.mail(email) : words.noMail} {words.text}
          </p>
          <p>{words.check}</p>
        </>
      ),
      path: `${PEOPLE}/${id}/password`,
      back: `${PEOPLE}/${id}`,
      ...{ keep: words.keep, confirm: words.confirm, busy: words.busy },
    }
    await showPage(visit, questionPage(visit, question))
  }

  private readonly sendForPassword = async (visit: Visit): Promise<void> =>
    this.send(visit, await this.findOther(visit), { clearsSecondFactor: false })

  private async send(visit: Visit, { email }: TeamMember, reset: { clearsSecondFactor: boolean }): Promise<void> {
    const made = await this.reset.forMember(visit.principal, email, reset)
    if (!made.isMailed) return showPage(visit, addressPage(visit, made))
    redirect(visit, `${TEAM}?saved=${reset.clearsSecondFactor ? 'reset' : 'password'}`)
  }

  /** One's own are changed at one's own sign-in. @throws Problem `not_found` */
  private async findOther(visit: Visit): Promise<TeamMember> {
    const { member, isOwn } = await this.find(visit)
    if (isOwn) throw notFound('other user')
    return member
  }

  /** @throws Problem `not_found` */
  private async findWithFactor(visit: Visit): Promise<TeamMember> {
    const member = await this.findOther(visit)
    if (!hasFactor(member)) throw notFound('second factor')
    return member
  }

  private async unlessGone(visit: Visit, error: unknown): Promise<void> {
    if (!(error instanceof Problem) || error.code !== 'not_found') throw error
    await this.showTeam.run(visit, { missing: 'person' })
  }

  /** Their own session has ended with what they did. */
  private sendOut({ request, response }: Visit, news: 'ownRole' | 'left'): void {
    const next = this.outside.paths.home
    this.outside.redirect({ response }, this.outside.href({ request, next }, '/sign-in', { news }))
  }
}
