import { longDate } from '#shared/dates.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import { cardText } from '../record/screens/card-text.ts'
import type { Subscription } from '../endpoints.ts'
import styles from './subscription-section.module.css'

interface PaymentProblemProps {
  readonly subscription: Subscription
  /** Where no heading says which subscription it is. */
  readonly showsName?: boolean
  /** It has the primary button of the page. */
  readonly isPrimary?: boolean
}

type Card = Pick<NonNullable<Subscription['card']>, 'brand' | 'last4'>

const declinedText = (since: string, declined: Card | null): string =>
  `The order of ${longDate(since)} waits: ${declined === null ? 'its card' : cardText(declined)} was declined.`

const nextTryText = (declined: Card | null, next: Card | null, on: string): string => {
  const isSame = next === null || (declined?.brand === next.brand && declined.last4 === next.last4)
  return ` Otherwise, we’ll try ${isSame ? 'the same card again' : cardText(next)} on ${longDate(on)}.`
}

/** What is wrong with the last payment and how to fix it, in a prominent place. */
export const PaymentProblem = ({
  subscription,
  showsName = false,
  isPrimary = false,
}: PaymentProblemProps) => {
  const { payment_problem: problem, stopped_message: stopped, card, plan } = subscription
  const declined = problem?.declined_card ?? card
  if (stopped !== null)
    return (
      <Note className={styles.problem}>
        <p>{stopped}</p>
      </Note>
    )
  if (problem === null) return null
  const remedy = problem.asks_to_confirm ? 'Confirm with your bank' : 'Pay with another card'
  return (
    <Note kind="error" className={styles.problem}>
      <p>{declinedText(problem.since, declined)}</p>
      <p className={styles.cause}>
        {showsName ? `${plan.name}. ` : ''}
        {problem.message}
        {problem.next_try_on === null
          ? ` We won’t try this card again${problem.asks_to_confirm ? ' automatically' : ''}.`
          : nextTryText(declined, card, problem.next_try_on)}
      </p>
      <p className={styles.fix}>
        <ButtonLink
          kind={isPrimary ? 'primary' : 'secondary'}
          size="small"
          href={problem.update_card_url}
          label={`${remedy}, ${plan.name}`}
        >
          {remedy}
        </ButtonLink>
      </p>
    </Note>
  )
}
