import type { Currency } from '#shared/money.ts'
import { stepUpLimitText } from '../rules/refund-limit.ts'
import { DeskNote } from './parts/section.tsx'

interface StepUpNoteProps {
  /** The action that the passkey confirms; null where none is asked for. */
  readonly confirms: string | null
  readonly currency: Currency
  /** What the passkey counts for: `refund`. */
  readonly what: string
}

/** Why an amount asks for the passkey again. */
export const StepUpNote = ({ confirms, currency, what }: StepUpNoteProps) =>
  confirms === null ? null : (
    <DeskNote kind="accent">
      <p>
        This is above {stepUpLimitText(currency)} of the order, so it asks for your passkey. It counts for
        this {what} alone.
      </p>
    </DeskNote>
  )
