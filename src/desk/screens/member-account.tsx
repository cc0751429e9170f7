import { consentEn } from '#consent/messages/consent-en.ts'
import { cardEndingText } from '#payment/card/rules/card.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import type { viewDeskMemberAccount } from '../member-account-endpoints.ts'
import type { Mark } from '../rules/order-marks.ts'
import { ActionButton } from './parts/action.tsx'
import { DataTable } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { Fields, ReasonEntry } from './parts/entry.tsx'
import { StateMark } from './parts/mark.tsx'
import { Facts, Section } from './parts/section.tsx'
import { Moment, dayText } from './parts/times.tsx'

export type MemberAccount = ReplyOf<typeof viewDeskMemberAccount>

type Card = MemberAccount['cards'][number]

const expiryText = ({ exp_month: month, exp_year: year, state }: Card): string => {
  const day = `${String(month).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`
  if (state === 'good') return day
  return state === 'expired' ? `${day}, expired` : `${day}, expires soon`
}

/** Points and cards, as facts. */
export const accountFacts = ({ points, cards }: MemberAccount): readonly (readonly [string, string])[] => [
  ['Points', points.toLocaleString('en-US')],
  ...(cards.length === 0 ? [['Card', 'none'] as const] : []),
  ...cards.map(
    (card, at) =>
      [
        at === 0 ? 'Card' : `Card ${at + 1}`,
        `${cardEndingText(card)}, ${expiryText(card)}${card.is_default && cards.length > 1 ? ', the default' : ''}`,
      ] as const,
  ),
]

interface SessionsProps {
  readonly account: MemberAccount
  readonly mayAct: boolean
  /** The session that is about to be ended; null for none. */
  readonly ending: string | null
  /** What was typed before a refusal, and what was wrong with it. */
  readonly entered: string | undefined
  readonly errors: ReadonlyMap<string, string>
}

const EndSession = ({
  id,
  entered,
  errors,
}: { readonly id: string } & Pick<SessionsProps, 'entered' | 'errors'>) => (
  <form method="post" action={`?end=${id}`}>
    <input type="hidden" name="intent" value="end-session" />
    <input type="hidden" name="session_id" value={id} />
    <Fields>
      <ReasonEntry entered={entered} error={errors.get('reason')} />
      <p>
        <ActionButton kind="danger">Sign the member out there</ActionButton>
      </p>
    </Fields>
  </form>
)

/** Where the member is signed in; nothing for roles that see no names. */
export const Sessions = ({ account: { sessions }, mayAct, ending, entered, errors }: SessionsProps) => {
  if (sessions === null) return null
  const chosen = sessions.find(({ id }) => id === ending)
  return (
    <Section title="Sessions">
      {sessions.length === 0 ? <p>The member is signed in nowhere.</p> : null}
      <Facts
        facts={sessions.map(({ id, device, last_seen_at: seen }) => [
          device,
          <span key={id}>
            used <Moment at={seen} />{' '}
            {mayAct && id !== ending ? (
              <a href={`?end=${id}`} aria-label={`End… the session of ${device}`}>
                End…
              </a>
            ) : null}
          </span>,
        ])}
      />
      {mayAct && chosen ? <EndSession id={chosen.id} entered={entered} errors={errors} /> : null}
    </Section>
  )
}

const allowed: Mark = { word: 'allowed', level: 'full', tone: 'ok' }
const refused: Mark = { word: 'refused', level: 'empty', tone: 'quiet' }
const notAsked: Mark = { word: 'not subscribed', level: 'empty', tone: 'quiet' }
const requested: Mark = { word: 'not confirmed', level: 'half', tone: 'quiet' }

interface ConsentLine {
  readonly name: string
  readonly mark: Mark
  readonly proof: string
}

const newsletterWords: ReadonlyMap<string, readonly [mark: Mark, text: string]> = new Map([
  ['requested', [requested, 'asked for']],
  ['joined', [allowed, 'joined']],
  ['confirmed', [allowed, 'confirmed']],
  ['unsubscribed', [refused, 'unsubscribed']],
])

const onPage = (page: string): string => (page === '' ? '' : `, on ${page}`)

const linesOf = ({ newsletter, consents }: MemberAccount): readonly ConsentLine[] => {
  const [mark, text] = newsletterWords.get(newsletter?.action ?? '') ?? [notAsked, 'never asked for']
  const letter = newsletter ? `${text} ${dayText(newsletter.at)}${onPage(newsletter.page)}` : text
  return [
    { name: 'Newsletter', mark, proof: letter },
    ...consents.map(({ group, is_allowed: isAllowed, is_by_signal: isBySignal, at, page }) => ({
      name: consentEn[group],
      mark: isAllowed ? allowed : refused,
      proof: `${isBySignal ? 'by Global Privacy Control, ' : ''}${dayText(at)}${onPage(page)}`,
    })),
  ]
}

const columns: readonly Column<ConsentLine>[] = [
  { name: 'What', cell: ({ name }) => name },
  { name: 'State', cell: ({ mark }) => <StateMark mark={mark} /> },
  { name: 'Proof', cell: ({ proof }) => proof, isQuiet: true, fills: true, wraps: true },
]

/** What the member allowed and refused, with the proof. */
export const Consents = ({ account }: { readonly account: MemberAccount }) => (
  <Section
    title="Consent"
    aside={account.proofs === 1 ? '1 choice is kept as proof' : `${account.proofs} choices are kept as proof`}
  >
    <DataTable
      label="What the member allowed"
      isInside
      rows={linesOf(account)}
      keyOf={({ name }) => name}
      columns={columns}
    />
    {account.consents.length === 0 ? <p>The member has made no choice about cookies.</p> : null}
  </Section>
)
