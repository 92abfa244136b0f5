import type { VNode } from 'preact'
import type { Invitation } from '../../identity/invitation.js'
import type { TeamMember } from '../../identity/read-users.js'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import { type Column, DataTable } from '../../web/data-table.js'
import { FaultSummary, type FormFault, PostForm, TextField } from '../../web/form.js'
import { CheckIcon, ClockIcon, MailIcon } from '../../web/icons.js'
import { initialsOf } from '../../web/initials.js'
import { Chip } from '../components/chip.js'
import { ChoiceCards } from '../components/fields.js'
import { PageHead } from '../components/page-head.js'
import type { FramedPage } from '../framed-page.js'
import { frameWords } from '../frame/words.js'
import type { Visit } from '../visit.js'
import { dayText, hasFactor, Notices, PEOPLE, roleChoices, seenText, TEAM, type Told, Way } from './team-parts.js'
import { type TeamWords, teamWords } from './words.js'

export interface Team {
  members: readonly TeamMember[]
  invitations: readonly Invitation[]
  /** Invitations are emailed. */
  canMail: boolean
}

type Row = { member: TeamMember } | { invitation: Invitation }

/** How many people a sentence names. */
const MAX_NAMED = 5

export function teamPage(visit: Visit, team: Team, told: Told & { faults?: readonly FormFault[] } = {}): FramedPage {
  const words = teamWords(visit.locale)
  return {
    title: words.title,
    section: 'settings',
    content: (
      <>
        <PageHead title={words.title} about={words.about} />
        {told.faults && told.faults.length > 0 && <FaultSummary title={words.invite.faults} faults={told.faults} />}
        <Notices visit={visit} {...told} />
        <div class="columns">
          <div>
            <section class="card full team">
              <DataTable<Row>
                caption={words.title}
                columns={columnsOf(visit, words)}
                rows={[
                  ...team.members.map((member) => ({ member })),
                  ...team.invitations.map((invitation) => ({ invitation })),
                ]}
                href={(row) => hrefOf(visit, row)}
              />
            </section>
            <SecondFactorCard visit={visit} words={words} members={team.members} />
          </div>
          <div>
            <InviteCard {...{ visit, words, faults: told.faults ?? [], canMail: team.canMail }} />
          </div>
        </div>
      </>
    ),
  }
}

const hrefOf = ({ base }: Visit, row: Row): string =>
  'member' in row ? `${base}${PEOPLE}/${row.member.id}` : `${base}${TEAM}/invitations/${row.invitation.id}`

function columnsOf(visit: Visit, words: TeamWords): Column<Row>[] {
  const { roles } = frameWords(visit.locale)
  const { columns } = words
  const isOwn = (row: Row): boolean => 'member' in row && row.member.id === visit.session.user.id
  return [
    {
      head: columns.person,
      place: 'title',
      cell: (row) =>
        'member' in row ? (
          <>
            <span class="initials" aria-hidden="true">
              {initialsOf(row.member.name)}
            </span>
            {row.member.name}
            {isOwn(row) && <span class="muted"> ({words.you})</span>}
          </>
        ) : (
          <>
            <span class="initials" aria-hidden="true">
              <MailIcon />
            </span>
            {row.invitation.email}
          </>
        ),
      about: (row) =>
        'member' in row
          ? row.member.email
          : words.invited(dayText(visit, row.invitation.createdAt), dayText(visit, row.invitation.expiresAt)),
    },
    {
      head: columns.role,
      place: 'amount',
      cell: (row) => roles['member' in row ? row.member.role : row.invitation.role],
    },
    {
      head: columns.how,
      place: 'status',
      cell: (row) =>
        'member' in row ? (
          <Way words={words} member={row.member} />
        ) : (
          <Chip tone="grey" icon={ClockIcon}>
            {words.pending}
          </Chip>
        ),
      about: (row) => ('member' in row ? <span class="unless-narrow">{seenText(visit, row.member)}</span> : null),
    },
    {
      head: columns.seen,
      place: 'narrow',
      cell: (row) => ('member' in row ? seenText(visit, row.member) : ''),
    },
    {
      head: columns.act,
      hidesHead: true,
      place: 'wide',
      cell: (row) => (
        <ButtonLink isSmall href={hrefOf(visit, row)}>
          {isOwn(row) ? words.see : words.change}
        </ButtonLink>
      ),
    },
  ]
}

interface InviteParts {
  visit: Visit
  words: TeamWords
  faults: readonly FormFault[]
  canMail: boolean
}

function InviteCard({ visit, words: { invite: words }, faults, canMail }: InviteParts): VNode {
  const { fields } = visit
  return (
    <section class="card">
      <h2>{words.title}</h2>
      <PostForm action={`${visit.base}${TEAM}/invitations`} csrfToken={visit.csrfToken} formKey={visit.formKey}>
        <div class="stack">
          <TextField
            form={{ values: fields, faults }}
            name="email"
            type="email"
            label={words.email}
            autocomplete="off"
            spellcheck={false}
          />
          <ChoiceCards
            legend={words.role}
            name="role"
            choices={roleChoices(visit)}
            chosen={fields['role'] ?? 'viewer'}
            fault={faults.find(({ name }) => name === 'role')?.text}
          />
          <SubmitButton kind="first" busy={words.busy} isWide>
            {canMail ? words.button : words.buttonNoMail}
          </SubmitButton>
          <p class="muted small">{canMail ? words.note : words.noteNoMail}</p>
        </div>
      </PostForm>
    </section>
  )
}

interface FactorParts {
  visit: Visit
  words: TeamWords
  members: readonly TeamMember[]
}

/** Requiring it is offered to those who have one themselves. */
function SecondFactorCard({ visit, words: { factor: words }, members }: FactorParts): VNode {
  const { requiresSecondFactor: isOn } = visit.account
  const lacking = members.filter((member) => !hasFactor(member))
  const isOwnMissing = lacking.some(({ id }) => id === visit.session.user.id)
  const names = namesText(visit, words, lacking)
  return (
    <section class="card factor">
      <div>
        <h2>{isOn ? words.titleOn : words.title}</h2>
        <p class="muted small">
          {isOn
            ? lacking.length === 0
              ? words.missingNone
              : words.missing(names)
            : lacking.length === 0
              ? words.affectsNone
              : words.affects(names)}
        </p>
      </div>
      {!isOn && isOwnMissing ? (
        <p class="muted small">
          {words.ownFirst} <a href={`${visit.base}/settings/security`}>{words.ownFirstLink}</a>.
        </p>
      ) : (
        <PostForm action={`${visit.base}${TEAM}/second-factor`} csrfToken={visit.csrfToken}>
          {isOn && (
            <Chip tone="green" icon={CheckIcon}>
              {words.on}
            </Chip>
          )}
          <SubmitButton
            kind={isOn ? 'ask' : 'outlined'}
            isSmall
            busy={words.busy}
            name="required"
            value={isOn ? 'off' : 'on'}
          >
            {isOn ? words.requireNot : words.require}
          </SubmitButton>
        </PostForm>
      )}
    </section>
  )
}

function namesText({ locale }: Visit, { more }: TeamWords['factor'], people: readonly TeamMember[]): string {
  const named = people.slice(0, MAX_NAMED).map(({ name }) => name)
  const rest = people.length - named.length
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(rest > 0 ? [...named, more(rest)] : named)
}
