import type { PageChallenge } from '#payment/endpoints.ts'
import { BankQuestion } from '#payment/screens/bank-question.tsx'
import { errorCatalogue } from '#shared/errors.ts'
import { refusalText } from '#shared/messages/refusal-text.ts'
import { ButtonLink } from '#ui/button.tsx'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { PollUntilSettled } from '#ui/poll-until-settled.tsx'
import { Note } from '#ui/note.tsx'
import text from '#ui/text.module.css'
import { owedMessages } from '../../messages/owed-messages.ts'
import styles from './update-card-page.module.css'

interface WaitingProps {
  readonly here: string
  readonly challengeUrl: string | null
  readonly pageChallenge: PageChallenge | null
}

/** A payment that the bank has not answered yet. */
export const WaitingPayment = ({ here, challengeUrl, pageChallenge }: WaitingProps) => {
  const t = useMessages(owedMessages)
  return (
    <>
      <h1 className={text.d2}>{t('oneMoment')}</h1>
      <Note className={styles.note}>{refusalText(errorCatalogue.PAYMENT_PENDING.detail, useLocale())}</Note>
      <p className={styles.actions}>
        <ButtonLink kind="secondary" href={here}>
          {t('checkAgain')}
        </ButtonLink>
        {challengeUrl === null || pageChallenge !== null ? null : (
          <ButtonLink kind="link" href={challengeUrl}>
            {t('continueToBank')}
          </ButtonLink>
        )}
      </p>
      {pageChallenge === null ? <PollUntilSettled /> : <BankQuestion {...pageChallenge} />}
    </>
  )
}
