import { z } from 'zod'
import { languages } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { ownValue } from '#shared/own-value.ts'

export const noticeKinds = [
  'renewal',
  'reminder',
  'regular',
  'price-increase',
  'price-unchanged',
  'promotion-end',
  'card-expiry',
] as const

/** The kinds of advance notices to members. */
export type NoticeKind = (typeof noticeKinds)[number]

const Text = z.string().min(1)
const Days = z.number().int().min(0)

/** One rule of one place: which notice, from how many to how few days before the event, and its sentence. */
const NoticeRule = z
  .object({
    id: Text,
    /** Where the rule comes from. */
    source: Text,
    kind: z.enum(noticeKinds),
    /** Only for subscriptions with an interval longer than this, in months. */
    over_months: z.number().int().min(0).default(0),
    /** Of the kind `regular`: how often. */
    every_months: z.number().int().min(1).nullable().default(null),
    /** Null: the place has no window; its sentence is added to any notice. */
    from_days: Days.nullable(),
    to_days: Days.nullable(),
    text: Text,
    /** The sentence in other languages than English, by their codes. */
    translations: z.partialRecord(z.enum(languages), Text).default({}),
  })
  .refine(({ from_days: from, to_days: to }) => (from === null) === (to === null), 'a window has two ends')
  .refine(
    ({ kind, every_months: every }) => (kind === 'regular') === (every !== null),
    'only what is regular has a rhythm',
  )

const Jurisdiction = z.object({
  id: Text,
  name: Text,
  /** ISO country codes, or `*` for everywhere. */
  countries: z.array(Text).min(1),
  /** Empty: all regions. */
  regions: z.array(Text),
  rules: z.array(NoticeRule).min(1),
})

type Jurisdiction = z.output<typeof Jurisdiction>

/** Where a subscription is delivered. */
export interface Place {
  readonly country: string
  readonly region: string
}

/** When a notice may be sent, and the rules it follows. */
export interface NoticeWindow {
  /** Days before the event: the first and the last on which it is in time. */
  readonly fromDays: number
  readonly toDays: number
  readonly everyMonths: number | null
  readonly rules: readonly { readonly id: string; readonly text: string }[]
}

const appliesIn = ({ countries, regions }: Jurisdiction, { country, region }: Place): boolean =>
  (countries.includes('*') || countries.includes(country)) &&
  (regions.length === 0 || regions.includes(region))

/** The narrowest window of all rules that hold at a place; null when nothing has to be said there. */
export const windowFor = (
  jurisdictions: readonly Jurisdiction[],
  place: Place,
  kind: NoticeKind,
  intervalMonths: number,
): NoticeWindow | null => {
  const rules = jurisdictions
    .filter((one) => appliesIn(one, place))
    .flatMap((one) => one.rules)
    .filter((rule) => rule.kind === kind && intervalMonths > rule.over_months)
  const windows = rules.flatMap(({ from_days: from, to_days: to }) =>
    from === null || to === null ? [] : [{ from, to }],
  )
  if (windows.length === 0) return null
  const intervals = rules.flatMap(({ every_months: every }) => (every === null ? [] : [every]))
  return {
    fromDays: Math.min(...windows.map(({ from }) => from)),
    toDays: Math.max(...windows.map(({ to }) => to)),
    everyMonths: intervals.length === 0 ? null : Math.min(...intervals),
    rules: rules.map(({ id, text }) => ({ id, text })),
  }
}

/** A sentence of a rule in another language; a text that is of no rule, or not translated, stays as it is. */
export const ruleText = (jurisdictions: readonly Jurisdiction[], text: string, locale: Locale): string => {
  const rule = jurisdictions.flatMap(({ rules }) => rules).find((one) => one.text === text)
  return (rule && ownValue(rule.translations, locale)) ?? text
}

const longestIntervalMonths = 12

/** Places whose rules leave no day that satisfies all of them; the file must have none. */
const contradictions = (jurisdictions: readonly Jurisdiction[]): readonly string[] =>
  jurisdictions.flatMap(({ id, countries, regions }) =>
    noticeKinds.flatMap((kind) =>
      [1, 3, 6, longestIntervalMonths].flatMap((months) => {
        const place = { country: countries[0] ?? '', region: regions[0] ?? '' }
        const window = windowFor(jurisdictions, place, kind, months)
        return window && window.fromDays < window.toDays
          ? [`${id}: no day is left for the notice ${kind}`]
          : []
      }),
    ),
  )

/** The file of places and their rules. */
export const Jurisdictions = z
  .object({ jurisdictions: z.array(Jurisdiction).min(1) })
  .superRefine(({ jurisdictions }, check) => {
    for (const message of contradictions(jurisdictions))
      check.addIssue({ code: 'custom', path: ['jurisdictions'], message })
  })
  .transform(({ jurisdictions }) => jurisdictions)

export type Jurisdictions = z.output<typeof Jurisdictions>
