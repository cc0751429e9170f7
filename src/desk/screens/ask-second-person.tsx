import type { ReactNode } from 'react'
import { ActionButton } from './parts/action.tsx'
import { DeskNote } from './parts/section.tsx'

interface AskSecondPersonProps {
  /** Where the form goes: the page of the action itself. */
  readonly action: string
  /** What the preview refunds, and why this person may not do it. */
  readonly preview: { readonly amount: string; readonly refusal: string | null }
  readonly requestId: string
  /** What was entered, as hidden fields. */
  readonly entered: ReactNode
  /** Fields of this form alone. */
  readonly children?: ReactNode
}

/** Above one's limit somebody else is asked for exactly this. */
export const AskSecondPerson = ({ action, preview, requestId, entered, children }: AskSecondPersonProps) => (
  <form method="post" action={action}>
    {entered}
    <input type="hidden" name="intent" value="ask" />
    <input type="hidden" name="amount" value={preview.amount} />
    <input type="hidden" name="request_id" value={requestId} />
    <DeskNote kind="danger">
      <p>{preview.refusal}</p>
    </DeskNote>
    {children}
    <ActionButton kind="primary">Ask a second person for it</ActionButton>
  </form>
)
