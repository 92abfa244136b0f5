import type { VNode } from 'preact'
import type { ReadAccount } from '../../accounts/read-account.js'
import type { PageLocale } from '../../kernel/choose-locale.js'
import { notFound } from '../../kernel/problem.js'
import {
  LETTER_KINDS,
  type LetterKind,
  type Look,
  type PreviewedLetter,
  type PreviewLetter,
} from '../../letters/preview-letter.js'
import { ButtonLink } from '../../web/button.js'
import { DownloadIcon } from '../../web/icons.js'
import { showPage } from '../answer.js'
import { Tabs } from '../components/filter-bar.js'
import { PageHead } from '../components/page-head.js'
import { Facts } from '../components/timeline.js'
import { textIn } from '../list-address.js'
import type { Route } from '../route.js'
import { parameter, type Visit } from '../visit.js'
import { LetterFrame, LetterText } from './letter-parts.js'
import { EMAIL, PREVIEW } from './paths.js'
import { sendAttachment, sendLetter } from './send-letter.js'
import { emailWords } from './words.js'

const LANGUAGES = ['es-MX', 'en'] as const satisfies readonly PageLocale[]

/** `/settings/email/preview/:kind`: how each letter reads, in both languages. */
export class PreviewPages {
  constructor(
    private readonly preview: PreviewLetter,
    private readonly accounts: ReadAccount,
  ) {}

  routes(): Route[] {
    const shared = { method: 'get', permission: 'settings:manage' } as const
    const one = `${PREVIEW}/:kind`
    return [
      { ...shared, path: one, answer: this.show },
      { ...shared, path: `${one}/letter`, answer: this.sendLetter },
      { ...shared, path: `${one}/pdf`, answer: this.sendPdf },
    ]
  }

  private readonly show = async (visit: Visit): Promise<void> => {
    const kind = kindOf(visit)
    const language = languageOf(visit)
    const letter = await this.preview.run(await this.lookOf(visit), kind, language)
    const title = emailWords(visit.locale).previews.kinds[kind].name
    const content = <PreviewPage {...{ visit, kind, language, letter }} />
    await showPage(visit, { title, section: 'settings', content })
  }

  private readonly sendLetter = async (visit: Visit): Promise<void> => {
    const { html } = await this.preview.run(await this.lookOf(visit), kindOf(visit), languageOf(visit))
    sendLetter(visit, html)
  }

  private readonly sendPdf = async (visit: Visit): Promise<void> => {
    if (kindOf(visit) !== 'receipt') throw notFound('file')
    const content = await this.preview.receiptPdf(await this.lookOf(visit), languageOf(visit))
    sendAttachment(visit, 'pdf', { content, name: 'recibo-de-muestra' })
  }

  private async lookOf({ account, principal }: Visit): Promise<Look> {
    return { account, logo: (await this.accounts.logo(account.id)) ?? null, livemode: principal.livemode }
  }
}

/** @throws Problem `not_found` */
function kindOf(visit: Visit): LetterKind {
  const kind = LETTER_KINDS.find((one) => one === parameter(visit, 'kind'))
  if (!kind) throw notFound('page')
  return kind
}

/** Unless the address says otherwise, the one in which letters are sent. */
function languageOf({ request, account }: Visit): PageLocale {
  const asked = textIn(request.query, 'language')
  return LANGUAGES.find((one) => one === asked) ?? account.brand.locale
}

interface PageParts {
  visit: Visit
  kind: LetterKind
  language: PageLocale
  letter: PreviewedLetter
}

function PreviewPage({ visit, kind, language, letter }: PageParts): VNode {
  const words = emailWords(visit.locale)
  const { previews: own } = words
  const base = `${visit.base}${PREVIEW}/${kind}`
  const { name, about } = own.kinds[kind]
  return (
    <div class="narrow">
      <PageHead title={name} about={about} back={{ href: visit.base + EMAIL, label: words.title }} />
      <Tabs
        label={own.languages}
        tabs={LANGUAGES.map((one) => ({
          label: own.language[one],
          href: `${base}?language=${one}`,
          isCurrent: one === language,
        }))}
      />
      <section class="card stack">
        <Facts
          locale={visit.locale}
          facts={[{ label: own.subject, value: <span lang={language}>{letter.subject}</span> }]}
        />
        <p class="muted small">{own.sample}</p>
        <LetterFrame title={own.frame} src={`${base}/letter?language=${language}`} />
        <LetterText title={own.text} text={letter.text} />
        {kind === 'receipt' && (
          <div>
            <ButtonLink href={`${base}/pdf?language=${language}`} icon={DownloadIcon} isSmall>
              {own.pdf}
            </ButtonLink>
          </div>
        )}
        {kind === 'invoice' && <p class="muted small">{own.noPdf}</p>}
      </section>
    </div>
  )
}
