import type { VNode } from 'preact'
import type { UrlTest } from '../../connections/test-notification-url.js'
import { SubmitButton } from '../../web/button.js'
import { PostForm } from '../../web/form.js'
import { Notice } from '../../web/notice.js'
import { CopyButton, CopyField } from '../components/copy-button.js'
import { momentText } from '../components/moment.js'
import { timeFormatOf } from '../time-format.js'
import type { Visit } from '../visit.js'
import { connectionWords } from './words.js'

interface AddressParts {
  visit: Visit
  connectionId: string
  url: string
  /** Below the base: where the test is sent. */
  testPath: string
}

/** Where a provider sends its notifications, to copy and to test. */
export function NotificationAddress({ visit, connectionId, url, testPath }: AddressParts): VNode {
  const { base, csrfToken, locale } = visit
  const words = connectionWords(locale)
  const id = `address-${connectionId}`
  return (
    <div class="way-address">
      <p class="muted" aria-hidden="true">
        {words.facts.address}
      </p>
      <div class="row">
        <CopyField id={id} label={words.facts.address} text={url} />
        <CopyButton text={url} locale={locale} look="small" />
        <PostForm action={`${base}${testPath}`} csrfToken={csrfToken}>
          <SubmitButton isSmall busy={words.testing}>
            {words.test}
          </SubmitButton>
        </PostForm>
      </div>
    </div>
  )
}

interface ProofParts {
  visit: Visit
  /** Of the provider. */
  name: string
  test: UrlTest
  isSandbox: boolean
  /** Undefined: notifications of this kind are not stored. */
  lastNotificationAt?: string | null
}

/** What a test of the address has shown, and what it has not. */
export function UrlTestNotice({ visit, name, test, isSandbox, lastNotificationAt }: ProofParts): VNode {
  const { locale, baseUrl } = visit
  const { proof } = connectionWords(locale)
  const { host } = new URL(baseUrl)
  const { outcome } = test
  const what = outcome === 'elsewhere' ? proof.elsewhere(test.status) : proof[outcome]
  return (
    <Notice tone={outcome === 'answered' ? 'good' : 'attention'}>
      <p>
        <b>{what}</b> {proof[`${outcome}Then`](host)}
      </p>
      {isSandbox ? (
        <p>{proof.sandbox}</p>
      ) : (
        <p>
          {proof.limits(name)}
          {lastNotificationAt === null && ` ${proof.noLast(name)}`}
          {lastNotificationAt && ` ${proof.last(name, momentText(timeFormatOf(visit), lastNotificationAt))}`}
        </p>
      )}
    </Notice>
  )
}
