import type { VNode } from 'preact'
import type { ListPage } from '../../kernel/keyset.js'
import { Problem } from '../../kernel/problem.js'
import type { AllowAddress } from '../../mail/allow-address.js'
import type { ReadSuppressions } from '../../mail/read-suppressions.js'
import type { ListedSuppression } from '../../mail/suppression.js'
import { ButtonLink } from '../../web/button.js'
import { MailIcon } from '../../web/icons.js'
import { Notice } from '../../web/notice.js'
import { Pager } from '../../web/pager.js'
import { redirect, showPage } from '../answer.js'
import { EmptyState } from '../components/menu.js'
import { dayRange } from '../components/moment.js'
import { PageHead } from '../components/page-head.js'
import { isBeyondNewest, pagesBeside, pageStartIn } from '../list-address.js'
import type { Route } from '../route.js'
import { questionPage } from '../settings/question-page.js'
import { timeFormatOf } from '../time-format.js'
import { parameter, type Visit } from '../visit.js'
import { EMAIL, SENT, SUPPRESSED } from './paths.js'
import { reasonText } from './suppressed-parts.js'
import { emailWords } from './words.js'

const PAGE = 50

/** `/settings/email/suppressed`: to whom no mail goes, and allowing one again. */
export class SuppressedPages {
  constructor(
    private readonly suppressions: ReadSuppressions,
    private readonly allowAddress: AllowAddress,
  ) {}

  routes(): Route[] {
    const permission = 'settings:manage'
    const allow = { path: `${SUPPRESSED}/:id/allow`, permission } as const
    return [
      { method: 'get', path: SUPPRESSED, permission, answer: this.list },
      { ...allow, method: 'get', answer: this.ask },
      { ...allow, method: 'post', answer: this.allow },
    ]
  }

  private readonly list = async (visit: Visit): Promise<void> => {
    const start = pageStartIn(visit.request.query)
    const page = await this.suppressions.page(visit.principal, { start, limit: PAGE })
    if (isBeyondNewest(start, page)) return redirect(visit, SUPPRESSED)
    const content = <SuppressedPage visit={visit} page={page} isFirst={start === undefined} />
    await showPage(visit, { title: emailWords(visit.locale).suppressed.title, section: 'settings', content })
  }

  private readonly ask = async (visit: Visit): Promise<void> => {
    const one = await this.suppressions.one(visit.principal, parameter(visit, 'id'))
    const { suppressed: words } = emailWords(visit.locale)
    const text = (
      <>
        <p>{reasonText(visit, one)}.</p>
        <p>{words.asks[one.reason]}</p>
        <p>{words.nothingSent}</p>
      </>
    )
    const page = questionPage(visit, {
      ...{ title: words.ask(one.address), text, path: `${SUPPRESSED}/${one.deliveryId}/allow`, back: SUPPRESSED },
      ...{ keep: words.keep, confirm: words.allow, busy: words.busy },
    })
    await showPage(visit, page)
  }

  private readonly allow = async (visit: Visit): Promise<void> => {
    const found = await this.suppressions.find(visit.principal, parameter(visit, 'id'))
    // Not there: a second press of the same question, or another person was faster.
    if (found) {
      await this.allowAddress.run(visit.principal, found.address).catch((error: unknown) => {
        if (!(error instanceof Problem) || error.code !== 'not_found') throw error
      })
    }
    redirect(visit, `${SUPPRESSED}?saved=allowed`)
  }
}

function SuppressedPage({
  visit,
  page,
  isFirst,
}: {
  visit: Visit
  page: ListPage<ListedSuppression>
  isFirst: boolean
}): VNode {
  const { base, locale, request } = visit
  const words = emailWords(locale)
  const { suppressed: own } = words
  const isNew = isFirst && page.data.length === 0
  return (
    <div class="narrow">
      <PageHead title={own.title} about={own.about} back={{ href: base + EMAIL, label: words.title }} />
      {request.query['saved'] !== undefined && <Notice tone="good">{own.allowed}</Notice>}
      <section class="card full">
        {page.data.length === 0 ? (
          <EmptyState icon={MailIcon} title={isNew ? own.empty : own.noneHere}>
            {isNew ? own.emptyText : own.noneHereText}
          </EmptyState>
        ) : (
          <Addresses visit={visit} rows={page.data} />
        )}
        {(page.newer !== null || page.older !== null) && (
          <Pager
            locale={locale}
            {...pagesBeside(base + SUPPRESSED, page)}
            range={dayRange(timeFormatOf(visit), page.data)}
          />
        )}
      </section>
    </div>
  )
}

function Addresses({ visit, rows }: { visit: Visit; rows: readonly ListedSuppression[] }): VNode {
  const { suppressed: words } = emailWords(visit.locale)
  return (
    <ul class="addresses">
      {rows.map((one) => (
        <li>
          <div>
            <b>{one.address}</b>
            <small>
              {reasonText(visit, one)} · <a href={`${visit.base}${SENT}/${one.id}`}>{words.why}</a>
            </small>
          </div>
          <ButtonLink href={`${visit.base}${SUPPRESSED}/${one.id}/allow`} isSmall>
            {words.allow}
          </ButtonLink>
        </li>
      ))}
    </ul>
  )
}
