import { Note } from '#ui/note.tsx'
import layout from '#ui/layout.module.css'
import { PollUntilSettled } from '#ui/poll-until-settled.tsx'
import type { PageChallenge } from '../endpoints.ts'

/** The bank's question, which the processor's script asks on this page. */
export const BankQuestion = ({ publishable_key: key, client_secret: secret }: PageChallenge) => (
  <>
    <Note className={layout.gap5}>
      <span data-bank-question="" data-key={key} data-secret={secret}>
        Your bank needs you to confirm the payment on this page.
      </span>
    </Note>
    <PollUntilSettled />
  </>
)
