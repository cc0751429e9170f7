import type { ReactNode } from 'react'
import type { DeskAudience } from '../experiment-endpoints.ts'
import { ChoiceEntry, Entry, Pair, Fields } from './parts/entry.tsx'

/** What is in the fields of a form, as it was typed. */
export type EnteredTexts = ReadonlyMap<string, string>

/** The fields of a posted form; of several of one name the last. */
export const textsOf = (form: FormData): EnteredTexts =>
  new Map(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.trim()] as const] : [])),
  )

export const textIn = (texts: EnteredTexts, name: string): string => texts.get(name) ?? ''

interface Refused {
  readonly entered: EnteredTexts
  readonly errors: ReadonlyMap<string, string>
}

/**
 * The version that a form is about: after a refused field still the one that it was entered for, so that what someone else saved since
 * is not replaced unseen. Every other refusal says what has changed, and the form goes on from the latest version.
 */
export const baseOf = (answer: Refused | undefined, latest: number, name = 'base'): string | number =>
  (answer && answer.errors.size > 0 && textIn(answer.entered, name)) || latest

/** A text when it is one of the values; `otherwise` for any other one. */
export const oneOf = <T extends string>(values: readonly T[], text: string, otherwise: T): T =>
  values.find((value) => value === text) ?? otherwise

/** Countries as they are typed: `us, CA`. */
const countriesIn = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .filter((code) => code !== '')
    .map((code) => code.toUpperCase())

/** Whom something is for, as the endpoints take it. */
export const audienceIn = (texts: EnteredTexts): DeskAudience => ({
  countries: countriesIn(textIn(texts, 'countries')),
  subscribers: oneOf(['all', 'only', 'none'], textIn(texts, 'subscribers'), 'all'),
  devices: oneOf(['all', 'phone', 'desktop'], textIn(texts, 'devices'), 'all'),
})

/** The fields of an audience that is stored. */
export const audienceTexts = ({ countries, subscribers, devices }: DeskAudience): [string, string][] => [
  ['countries', countries.join(', ')],
  ['subscribers', subscribers],
  ['devices', devices],
]

/** The sentence of a field's refusal, also of one inside of a list: `audience.countries.0`. */
export const errorAt = (errors: ReadonlyMap<string, string>, path: string): string | undefined =>
  errors.get(path) ?? [...errors].find(([field]) => field.startsWith(`${path}.`))?.[1]

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
