import type { DeskAudience } from '../experiment-endpoints.ts'

/** What is in the fields of a form, as it was typed. */
export type EnteredTexts = ReadonlyMap<string, string>

/** The fields of a posted form; of several of one name the last. */
export const textsOf = (form: FormData): EnteredTexts =>
  new Map(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.trim()] as const] : [])),
  )

export const textIn = (texts: EnteredTexts, name: string): string => texts.get(name) ?? ''

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
