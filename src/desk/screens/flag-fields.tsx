import type { ReactNode } from 'react'
import { AudienceFields } from './audience-fields.tsx'
import { textIn } from './flag-form.ts'
import type { EnteredTexts } from './flag-form.ts'
import { Entry, Fields } from './parts/entry.tsx'

interface FlagFieldsProps {
  readonly entered: EnteredTexts
  readonly errors: ReadonlyMap<string, string>
  /** The field of its name, of a new one. */
  readonly name?: ReactNode
  /** Fields of the form alone, and its button. */
  readonly children: ReactNode
}

/** What a flag says. */
export const FlagFields = ({ entered, errors, name, children }: FlagFieldsProps) => (
  <Fields>
    {name}
    <Entry
      label="On for, in percent"
      name="percent"
      inputMode="numeric"
      required
      autoComplete="off"
      hint="0 is off. Raising it takes it from nobody; for all 100 percent a second person is needed. Who has no account and allows no analytics is part of it only at 100."
      defaultValue={textIn(entered, 'percent')}
      error={errors.get('percent')}
    />
    <AudienceFields entered={entered} errors={errors} path="audience" />
    <Entry
      label="What it does"
      name="description"
      maxLength={300}
      autoComplete="off"
      defaultValue={textIn(entered, 'description')}
      error={errors.get('description')}
    />
    {children}
  </Fields>
)
