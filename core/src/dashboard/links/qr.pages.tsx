import type { VNode } from 'preact'
import type { PaymentLinkView } from '../../payment-links/payment-link.view.js'
import type { ReadPaymentLinks } from '../../payment-links/read-payment-links.js'
import { fileHeaders } from '../../web/answer.js'
import { ButtonLink } from '../../web/button.js'
import { DownloadIcon } from '../../web/icons.js'
import { showPage } from '../answer.js'
import { Amount } from '../components/amount.js'
import { PageHead } from '../components/page-head.js'
import { QrCode, qrPng, qrSvg } from '../components/qr.js'
import type { Route } from '../route.js'
import type { Visit } from '../visit.js'
import { readOwnLink } from './read-own-link.js'
import { linkWords } from './words.js'

/** `/links/:id/qr`: to print, and as files. */
export class QrPages {
  constructor(private readonly links: ReadPaymentLinks) {}

  routes(): Route[] {
    const permission = 'links:charge'
    return [
      { method: 'get', path: '/links/:id/qr', permission, answer: this.show },
      { method: 'get', path: '/links/:id/qr.png', permission, answer: this.sendPng },
      { method: 'get', path: '/links/:id/qr.svg', permission, answer: this.sendSvg },
    ]
  }

  private readonly show = async (visit: Visit): Promise<void> => {
    const link = await readOwnLink(this.links, visit)
    const { qrTitle: title } = linkWords(visit.locale).share
    await showPage(visit, { title, section: 'links', content: <QrPage visit={visit} link={link} /> })
  }

  private readonly sendPng = async (visit: Visit): Promise<void> => {
    const link = await readOwnLink(this.links, visit)
    send(visit, link, 'png', 'image/png', await qrPng(link.url))
  }

  private readonly sendSvg = async (visit: Visit): Promise<void> => {
    const link = await readOwnLink(this.links, visit)
    send(visit, link, 'svg', 'image/svg+xml', Buffer.from(qrSvg(link.url)))
  }
}

function send({ response, locale }: Visit, link: PaymentLinkView, ending: string, type: string, bytes: Buffer): void {
  // Letters and digits alone: file systems and headers take nothing else everywhere.
  const plain = link.title.normalize('NFKD').replace(/[^A-Za-z0-9]+/g, '-')
  const name = linkWords(locale).share.fileName(plain.replace(/^-|-$/g, '').slice(0, 60) || link.id, link.livemode)
  response.status(200).set({
    ...fileHeaders(type),
    'Content-Disposition': `attachment; filename="${name}.${ending}"`,
    'Cache-Control': 'private, no-store',
  })
  response.end(bytes)
}

function QrPage({ visit, link }: { visit: Visit; link: PaymentLinkView }): VNode {
  const words = linkWords(visit.locale).share
  const { account, base, locale } = visit
  return (
    <div class="forms-alone">
      <PageHead title={words.qrTitle} back={{ href: `${base}/links/${link.id}`, label: link.title }}>
        <ButtonLink href={`${base}/links/${link.id}/qr.png`} icon={DownloadIcon} download="">
          {words.downloadPng}
        </ButtonLink>
        <ButtonLink href={`${base}/links/${link.id}/qr.svg`} icon={DownloadIcon} download="">
          {words.downloadSvg}
        </ButtonLink>
      </PageHead>
      <section class="card paper-qr">
        {!link.livemode && <p class="test-paper">{words.testPaper}</p>}
        <p>
          <b>{account.name}</b>
        </p>
        <QrCode text={link.url} label={words.qr} />
        <h2>{link.title}</h2>
        <p>
          <Amount locale={locale} centavos={link.amountCentavos} currency={link.currency} isStrong size="detail" />
        </p>
        <p class="code">{link.url}</p>
        <p class="muted small">{words.qrText}</p>
      </section>
      <p class="muted small only-screen">{words.qrPrint}</p>
    </div>
  )
}
