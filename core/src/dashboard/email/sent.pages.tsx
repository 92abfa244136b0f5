import { notFound } from '../../kernel/problem.js'
import type { ReadActorNames } from '../../identity/read-actor-names.js'
import type { ReadSentEmails } from '../../letters/read-sent-emails.js'
import { redirect, showPage } from '../answer.js'
import { choiceIn, isBeyondNewest, listAddress, pageStartIn, textIn } from '../list-address.js'
import type { Route } from '../route.js'
import { parameter, type Visit } from '../visit.js'
import { SENT } from './paths.js'
import { ATTACHMENT_FORMATS, type AttachmentFormat, sendAttachment, sendLetter } from './send-letter.js'
import { SENT_TABS, SentListPage, STATUSES_OF } from './sent-list.js'
import { SentPage } from './sent-page.js'
import { emailWords } from './words.js'

const PAGE = 50

/** `/settings/email/sent`: every mail of a mode, what became of it and how it read. */
export class SentPages {
  constructor(
    private readonly emails: ReadSentEmails,
    private readonly actors: ReadActorNames,
  ) {}

  routes(): Route[] {
    const shared = { method: 'get', permission: 'settings:manage' } as const
    const one = `${SENT}/:id`
    return [
      { ...shared, path: SENT, answer: this.list },
      { ...shared, path: one, answer: this.show },
      { ...shared, path: `${one}/letter`, answer: this.sendLetter },
      ...ATTACHMENT_FORMATS.map((format) => ({
        ...shared,
        path: `${one}/${format}`,
        answer: (visit: Visit) => this.sendFile(visit, format),
      })),
    ]
  }

  private readonly list = async (visit: Visit): Promise<void> => {
    const { principal, request, locale } = visit
    const tab = choiceIn(request.query, 'status', SENT_TABS)
    const about = textIn(request.query, 'about')
    const start = pageStartIn(request.query)
    const filter = { statuses: STATUSES_OF[tab], ...(about !== '' && { about }) }
    const page = await this.emails.page(principal, filter, { start, limit: PAGE })
    const address = listAddress(SENT, { status: tab === 'all' ? '' : tab, about })
    if (isBeyondNewest(start, page)) return redirect(visit, address)
    const content = <SentListPage {...{ visit, page, tab, about, address, isFirst: start === undefined }} />
    await showPage(visit, { title: emailWords(locale).sent.title, section: 'settings', content })
  }

  private readonly show = async (visit: Visit): Promise<void> => {
    const { principal, account, locale } = visit
    const id = parameter(visit, 'id')
    const [email, letter] = await Promise.all([this.emails.one(principal, id), this.emails.letter(principal, id)])
    const names = await this.actors.run(account.id, [email.by])
    const content = <SentPage {...{ visit, email, letter, names }} />
    const isPending = email.status === 'queued' || email.status === 'sending'
    await showPage(visit, { title: emailWords(locale).sent.kinds[email.kind], section: 'settings', content, isPending })
  }

  private readonly sendLetter = async (visit: Visit): Promise<void> => {
    const letter = await this.emails.letter(visit.principal, parameter(visit, 'id'))
    if (!letter) throw notFound('page')
    sendLetter(visit, letter.html)
  }

  private async sendFile(visit: Visit, format: AttachmentFormat): Promise<void> {
    const email = await this.emails.one(visit.principal, parameter(visit, 'id'))
    const content = (await this.emails.letter(visit.principal, email.id))?.[format]
    if (!content) throw notFound('file')
    sendAttachment(visit, format, { content, name: email.paymentId ?? email.id })
  }
}
