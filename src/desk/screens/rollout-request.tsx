import type { ReactNode } from 'react'
import { errorAt, textIn } from './flag-form.tsx'
import type { EnteredTexts } from './flag-form.tsx'
import { ActionButton } from './parts/action.tsx'
import { Entry, Fields, ReasonEntry } from './parts/entry.tsx'
import { Section } from './parts/section.tsx'

interface RolloutRequestProps {
  /** What everyone gets: `the flag on`. */
  readonly what: string
  readonly accounts: number
  readonly base: string | number
  readonly requestId: string
  readonly entered: EnteredTexts
  readonly errors: ReadonlyMap<string, string>
  /** What is asked for, as fields. */
  readonly children: ReactNode
}

/** Asks a second person for something that everyone gets: how many, typed, and why. */
export const RolloutRequest = ({
  what,
  accounts,
  base,
  requestId,
  entered,
  errors,
  children,
}: RolloutRequestProps) => (
  <Section title={`Give everyone ${what}`}>
    <p>
      {`${accounts.toLocaleString('en-US')} accounts are in use, and every visitor sees it too. Nothing happens before a second person of marketing, or an owner, has agreed with a passkey within 7 days.`}
    </p>
    <form method="post">
      <input type="hidden" name="intent" value="ask" />
      <input type="hidden" name="base" value={base} />
      <input type="hidden" name="accounts" value={accounts} />
      <input type="hidden" name="request_id" value={requestId} />
      <Fields>
        {children}
        <Entry
          label="Type the number of accounts"
          name="typed"
          inputMode="numeric"
          required
          autoComplete="off"
          defaultValue={textIn(entered, 'typed')}
          error={errorAt(errors, 'typed')}
        />
        <ReasonEntry
          entered={textIn(entered, 'reason')}
          hint="Who decides reads it, and the audit log keeps it."
        />
        <p>
          <ActionButton>Ask a second person</ActionButton>
        </p>
      </Fields>
    </form>
  </Section>
)
