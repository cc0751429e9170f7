import type { PageChallenge } from '#payment/endpoints.ts'
import { BankQuestion } from '#payment/screens/bank-question.tsx'
import { errorCatalogue } from '#shared/errors.ts'
import { ButtonLink } from '#ui/button.tsx'
import { PollUntilSettled } from '#ui/poll-until-settled.tsx'
import { Note } from '#ui/note.tsx'
import text from '#ui/text.module.css'
import styles from './update-card-page.module.css'

interface WaitingProps {
  readonly here: string
  readonly challengeUrl: string | null
  readonly pageChallenge: PageChallenge | null
}

/** A payment that the bank has not answered yet. */
export const WaitingPayment = ({ here, challengeUrl, pageChallenge }: WaitingProps) => (
  <>
    <h1 className={text.d2}>One moment</h1>
    <Note className={styles.note}>{errorCatalogue.PAYMENT_PENDING.detail}</Note>
    <p className={styles.actions}>
      <ButtonLink kind="secondary" href={here}>
        Check again
      </ButtonLink>
      {challengeUrl === null || pageChallenge !== null ? null : (
        <ButtonLink kind="link" href={challengeUrl}>
          Continue to your bank
        </ButtonLink>
      )}
    </p>
    {pageChallenge === null ? <PollUntilSettled /> : <BankQuestion {...pageChallenge} />}
  </>
)
