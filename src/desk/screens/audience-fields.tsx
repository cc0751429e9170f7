import { errorAt, textIn } from './flag-form.ts'
import type { EnteredTexts } from './flag-form.ts'
import { ChoiceEntry, Entry, Pair } from './parts/entry.tsx'

interface AudienceFieldsProps {
  readonly entered: EnteredTexts
  readonly errors: ReadonlyMap<string, string>
  /** Its path in the payload: `audience`, or `plan.audience`. */
  readonly path: string
}

/** Whom something is for: only what the shop knows of every request. */
export const AudienceFields = ({ entered, errors, path }: AudienceFieldsProps) => (
  <>
    <Entry
      label="Countries"
      name="countries"
      autoComplete="off"
      hint="Codes such as US, CA. Empty: every country."
      defaultValue={textIn(entered, 'countries')}
      error={errorAt(errors, `${path}.countries`)}
    />
    <Pair>
      <ChoiceEntry
        label="People"
        name="subscribers"
        choices={[
          ['all', 'everyone'],
          ['only', 'subscribers'],
          ['none', 'without a subscription'],
        ]}
        defaultValue={textIn(entered, 'subscribers')}
      />
      <ChoiceEntry
        label="Devices"
        name="devices"
        choices={[
          ['all', 'all devices'],
          ['phone', 'phones and tablets'],
          ['desktop', 'desktops'],
        ]}
        defaultValue={textIn(entered, 'devices')}
      />
    </Pair>
  </>
)
