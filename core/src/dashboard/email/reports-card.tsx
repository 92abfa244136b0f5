import type { VNode } from 'preact'
import type { ReadMailServer } from '../../mail/read-mail-server.js'
import { Notice } from '../../web/notice.js'
import { Secret } from '../components/copy-button.js'
import type { Visit } from '../visit.js'
import type { EmailWords } from './words.js'

interface Parts {
  visit: Visit
  words: EmailWords
  bounces: string | null
  reports: ReturnType<ReadMailServer['reports']>
}

/** Where a mail server hands in what comes back, and with which token. */
export const ReportsCard = ({ visit, words: { reports: words }, bounces, reports }: Parts): VNode => (
  <>
    {bounces === null && <Notice tone="attention">{words.off}</Notice>}
    <div class="card stack">
      {bounces !== null && <p class="small">{words.inbound(bounces)}</p>}
      <div class="stack near">
        <h2>{words.url}</h2>
        <Secret text={reports.url} locale={visit.locale} />
      </div>
      <div class="stack near">
        <h2>{words.token}</h2>
        <p class="muted small">{words.tokenAbout}</p>
        <Secret text={reports.token} locale={visit.locale} />
      </div>
      <p class="muted small">
        {words.command} <code>paylink emails reports</code>. {words.guide}
      </p>
    </div>
  </>
)
