import type { VNode } from 'preact'
import { ButtonLink } from '../../web/button.js'
import { MailIcon } from '../../web/icons.js'
import { Notice } from '../../web/notice.js'
import { StatusChip } from '../components/chip.js'
import { CopyIcon, CrossIcon, PayIcon, PencilIcon } from '../components/icons.js'
import { Menu } from '../components/menu.js'
import { PageHead } from '../components/page-head.js'
import type { FramedPage } from '../framed-page.js'
import { InvoicePart } from '../payments/payment-invoice.js'
import { paymentWords } from '../payments/words.js'
import { may, type Visit } from '../visit.js'
import { Breakdown, LinkFacts } from './link-facts.js'
import { LinkTimeline } from './link-history.js'
import type { LinkParts } from './link-parts.js'
import { LinkSummary } from './link-summary.js'
import { isOpenLink } from './read-own-link.js'
import { WhatsAppCard } from './share-panel.js'
import { linkWords } from './words.js'

export function linkPage(visit: Visit, shown: Omit<LinkParts, 'visit'>): FramedPage {
  const parts = { visit, ...shown }
  const { link, history } = shown
  const words = linkWords(visit.locale)
  const isCreated = visit.request.query['created'] !== undefined
  return {
    title: link.title,
    section: 'links',
    isPending: link.status === 'processing',
    content: (
      <>
        <PageHead
          title={link.title}
          chip={<StatusChip of="link" status={link.status} locale={visit.locale} isLarge />}
          back={{ href: `${visit.base}/links`, label: words.list.title }}
        >
          <Actions {...parts} />
        </PageHead>
        <SavedNotice visit={visit} isCreated={isCreated} />
        <LinkSummary {...parts} />
        {isCreated && isOpenLink(link) && may(visit, 'links:charge') && <WhatsAppCard visit={visit} link={link} />}
        <div class="columns">
          <div>
            <section class="card">
              <h2>{words.one.history}</h2>
              <LinkTimeline {...parts} entries={history.entries} />
              {history.isCut && <p class="muted tiny">{words.one.historyCut}</p>}
            </section>
          </div>
          <div>
            {shown.paid && <InvoicePart visit={visit} payment={shown.paid} isSide />}
            <Breakdown visit={visit} link={link} />
            <LinkFacts {...parts} />
          </div>
        </div>
      </>
    ),
  }
}

/** What this person may do with the link as it is. */
function Actions({ visit, link, paid }: LinkParts): VNode | null {
  const words = linkWords(visit.locale).one
  const { base, locale } = visit
  const address = `${base}/links/${link.id}`
  const [canCharge, canManage] = [may(visit, 'links:charge'), may(visit, 'links:manage')]
  const duplicate = { href: `${base}/links/new?from=${link.id}`, label: words.duplicate, icon: CopyIcon }
  if (!canCharge) return null
  if (!isOpenLink(link)) {
    return (
      <>
        <ButtonLink href={duplicate.href} icon={CopyIcon}>
          {words.duplicate}
        </ButtonLink>
        {paid?.status === 'succeeded' && may(visit, 'payments:manage') && (
          <ButtonLink href={`${base}/payments/${paid.id}#receipt`} icon={MailIcon}>
            {paymentWords(locale).sendReceipt}
          </ButtonLink>
        )}
      </>
    )
  }
  return (
    <>
      {canManage && (
        <ButtonLink href={`${address}/edit`} icon={PencilIcon}>
          {words.edit}
        </ButtonLink>
      )}
      {link.status === 'active' && (
        <ButtonLink href={`${address}/mark-paid`} icon={PayIcon}>
          {words.markPaid}
        </ButtonLink>
      )}
      <Menu
        locale={locale}
        items={[
          duplicate,
          { href: `${address}/email`, label: words.byMail, icon: MailIcon },
          ...(canManage
            ? [{ href: `${address}/disable`, label: words.disable, icon: CrossIcon, isDanger: true, asks: true }]
            : []),
        ]}
      />
    </>
  )
}

/** What was just done, by the query of the address. */
function SavedNotice({ visit, isCreated }: { visit: Visit; isCreated: boolean }): VNode | null {
  const words = linkWords(visit.locale).one
  if (isCreated) {
    return (
      <Notice tone="good">
        <b>{words.created}</b>
        <p>{words.createdText}</p>
      </Notice>
    )
  }
  const { done } = visit.request.query
  const text = Object.entries(words.done).find(([name]) => name === done)?.[1]
  return text === undefined ? null : (
    <Notice tone="good">
      <b>{text}</b>
    </Notice>
  )
}
