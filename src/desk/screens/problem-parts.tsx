import { priceText } from '#shared/money.ts'
import type { DeskProblem } from '../problem-endpoints.ts'
import { problemAddress, problemKindText, problemMarks, problemWishText } from '../rules/problem-words.ts'
import { StateMark } from './parts/mark.tsx'
import { Facts, Section } from './parts/section.tsx'
import { Moment } from './parts/times.tsx'
import styles from './problem-page.module.css'

interface PartProps {
  readonly problem: DeskProblem
}

const Photos = ({ problem }: PartProps) => {
  const { number, photos, photo_count: count } = problem
  if (photos.length === 0 && count === 0) return null
  if (photos.length === 0)
    return (
      <p>{count === 1 ? 'A photo came' : `${count} photos came`} with it. Your role does not see them.</p>
    )
  return (
    <ul className={styles.photos} aria-label="Photos">
      {photos.map((photo, at) => (
        <li key={photo}>
          <a href={`${problemAddress(number)}/photos/${photo}`}>
            <img
              src={`${problemAddress(number)}/photos/${photo}`}
              alt={`${at + 1} of ${photos.length} that the buyer sent`}
            />
          </a>
        </li>
      ))}
    </ul>
  )
}

/** What the buyer reported: units, words and photos. */
export const ProblemReport = ({ problem }: PartProps) => (
  <Section
    title={problemKindText(problem.kind)}
    aside={`Wish: ${problemWishText(problem.wish).toLowerCase()}`}
  >
    <ul className={styles.units} aria-label="What it is about">
      {problem.lines.map(({ name, quantity }) => (
        <li key={name}>
          {quantity} × {name}
        </li>
      ))}
    </ul>
    {problem.details === null ? (
      <p>Your role does not read what the buyer wrote.</p>
    ) : problem.details === '' ? (
      <p>The buyer wrote nothing.</p>
    ) : (
      <blockquote className={styles.words}>{problem.details}</blockquote>
    )}
    <Photos problem={problem} />
  </Section>
)

interface FactsProps extends PartProps {
  readonly mayOpenMember: boolean
}

/** Whose it is, and of which order. */
export const ProblemFacts = ({ problem, mayOpenMember }: FactsProps) => (
  <>
    <Section title="Order">
      <Facts
        facts={[
          [
            'Number',
            <a key="order" href={`/desk/orders/${encodeURIComponent(problem.order_number)}`}>
              {problem.order_number}
            </a>,
          ],
          ['Reported', <Moment key="reported" at={problem.reported_at} />],
        ]}
      />
    </Section>
    <Section
      title="Buyer"
      aside={mayOpenMember ? <a href={`/desk/members/${problem.account_id}`}>Open</a> : undefined}
    >
      {problem.person ? (
        <address>{[problem.person.name, problem.person.email].join('\n')}</address>
      ) : (
        <p>Your role sees no names.</p>
      )}
    </Section>
  </>
)

const whoText = ({ resolved_by: by, is_automatic: isAutomatic }: DeskProblem): string => {
  if (isAutomatic) return 'The shop itself, by its policy'
  return by ?? 'An operator'
}

const Refund = ({ refund }: { readonly refund: NonNullable<DeskProblem['refund']> }) => (
  <>
    {priceText(refund.amount, refund.currency)}. {refund.text}{' '}
    {refund.is_refused ? <a href={`/desk/refunds/${refund.id}`}>See what can be done</a> : null}
  </>
)

/** What became of it, by whom, and with which words. */
export const ProblemOutcome = ({ problem }: PartProps) => {
  const { resolved_at: at, refund, note } = problem
  return (
    <Section title="Outcome">
      <Facts
        facts={[
          ['State', <StateMark key="state" mark={problemMarks[problem.state]} />],
          ['By', whoText(problem)],
          ...(at === null ? [] : [['On', <Moment key="at" at={at} />] as const]),
          ...(refund === null ? [] : [['Refund', <Refund key="refund" refund={refund} />] as const]),
          ...(note === null ? [] : [['Words to the buyer', `“${note}”`] as const]),
        ]}
      />
    </Section>
  )
}

interface ReportedProps {
  readonly problems: readonly Pick<DeskProblem, 'number' | 'kind' | 'state' | 'reported_at'>[]
}

/** The reports of an order or of a member; nothing where there is none. */
export const ReportedProblems = ({ problems }: ReportedProps) =>
  problems.length === 0 ? null : (
    <Section title="Problem reports">
      <ul className={styles.reports}>
        {problems.map(({ number, kind, state, reported_at: at }) => (
          <li key={number}>
            <a href={problemAddress(number)}>{number}</a> {problemKindText(kind)}, <Moment at={at} />{' '}
            <StateMark mark={problemMarks[state]} />
          </li>
        ))}
      </ul>
    </Section>
  )
