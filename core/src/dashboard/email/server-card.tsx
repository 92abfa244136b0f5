import type { VNode } from 'preact'
import type { MailServerState } from '../../mail/read-mail-server.js'
import { SubmitButton } from '../../web/button.js'
import { PostForm } from '../../web/form.js'
import { AgainIcon, CheckIcon, WarningIcon } from '../../web/icons.js'
import { Notice } from '../../web/notice.js'
import { Chip } from '../components/chip.js'
import { CircleIcon } from '../components/icons.js'
import { type Fact, Facts } from '../components/timeline.js'
import type { Visit } from '../visit.js'
import { REPORTS, TEST } from './paths.js'
import type { EmailWords } from './words.js'

interface Parts {
  visit: Visit
  words: EmailWords
  server: MailServerState
  /** Of a test just now: null: it is ready; otherwise why not. Undefined: it was not tested. */
  answer: string | null | undefined
}

/** Whether mail can leave, from which address, and whether bounces come back. */
export function ServerCard(parts: Parts): VNode {
  const { visit, words, server } = parts
  const { base, csrfToken, locale, account } = visit
  const { server: own } = words
  const { route } = server
  const facts: Fact[] = [
    { label: own.state, value: <StateChip {...parts} /> },
    ...(route
      ? [
          { label: own.sender, value: route.from.address },
          { label: own.replies, value: account.brand.supportEmail ?? own.repliesToSender },
          { label: own.bounces, value: route.bounces === null ? own.bouncesOff : own.bouncesTo(route.bounces) },
        ]
      : []),
  ]
  return (
    <section class="card mail-server" id="server">
      <h2>{own.title}</h2>
      <Facts facts={facts} locale={locale} isSide />
      {route && (
        <PostForm action={base + TEST} csrfToken={csrfToken}>
          <SubmitButton icon={AgainIcon} busy={own.testing} isSmall>
            {own.test}
          </SubmitButton>
          <p class="muted small">{own.testHint}</p>
        </PostForm>
      )}
      <p class="small">
        <a href={base + REPORTS}>{own.reports}</a>
      </p>
    </section>
  )
}

function StateChip({ visit, words: { server: words }, server, answer }: Parts): VNode {
  if (!server.route)
    return (
      <Chip tone={visit.principal.livemode ? 'red' : 'grey'} icon={visit.principal.livemode ? WarningIcon : CircleIcon}>
        {words.notSet}
      </Chip>
    )
  if (answer === undefined)
    return (
      <Chip tone="outline" icon={CircleIcon}>
        {words.set}
      </Chip>
    )
  return (
    <Chip tone={answer === null ? 'green' : 'red'} icon={answer === null ? CheckIcon : WarningIcon}>
      {answer === null ? words.accepts : words.refuses}
    </Chip>
  )
}

/** On top: live mail is not sent, and where that is set; or what the test found. */
export function ServerNotice({ visit, words: { server: words }, server, answer }: Parts): VNode | null {
  const { route, missing } = server
  if (!route) {
    if (!visit.principal.livemode) return <Notice tone="attention">{words.noneInTest}</Notice>
    const settings = missing.length === 0 ? words.pluginGone : missing.join(` ${words.and} `)
    return (
      <Notice tone="wrong">
        <p>
          <b>{words.none}</b>
        </p>
        <p>{words.noneThen(settings)}</p>
      </Notice>
    )
  }
  if (answer === undefined) return null
  if (answer === null) return <Notice tone="good">{words.good(route.from.address)}</Notice>
  return (
    <Notice tone="wrong">
      <p>
        <b>{words.bad}</b>
      </p>
      <p>{words.badThen}</p>
      <p class="small">
        {words.detail}: <q lang="en">{answer}</q>
      </p>
    </Notice>
  )
}
