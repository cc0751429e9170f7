import { Note } from '#ui/note.tsx'
import layout from '#ui/layout.module.css'
import { PollUntilSettled } from '#ui/poll-until-settled.tsx'
import type { PageChallenge } from '../endpoints.ts'
import { useMessages } from '#ui/locale-context.ts'
import { cardsMessages } from '../messages/cards-messages.ts'

/** The bank's question, which the processor's script asks on this page. */
export const BankQuestion = ({ publishable_key: key, client_secret: secret }: PageChallenge) => {
  const t = useMessages(cardsMessages)
  return (
    <>
      <Note className={layout.gap5}>
        <span
          data-bank-question=""
          data-key={key}
          data-secret={secret}
          data-answered={t('answered')}
          data-failed={t('failed')}
        >
          {t('confirm')}
        </span>
      </Note>
      <PollUntilSettled />
    </>
  )
}
