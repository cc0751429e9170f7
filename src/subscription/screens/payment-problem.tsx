import { longDate } from '#shared/dates.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import type { Subscription } from '../calls.ts'
import styles from './subscription-section.module.css'

/** What is wrong with the last payment and what helps, where a member cannot overlook it. */
export const PaymentProblem = ({ subscription }: { readonly subscription: Subscription }) => {
  const { payment_problem: problem, card } = subscription
  if (problem === null) return null
  return (
    <Note kind="error" className={styles.problem}>
      <p>
        The order of {longDate(problem.since)} waits: the card ending {card.last4} was declined.{' '}
        {problem.sentence}
        {problem.next_try_on === null
          ? ' We do not ask this card again.'
          : ` Otherwise we ask the same card again on ${longDate(problem.next_try_on)}.`}
      </p>
      <p className={styles.mend}>
        <ButtonLink kind="line" size="small" href={problem.update_card_url}>
          Pay with another card
        </ButtonLink>
      </p>
    </Note>
  )
}
