import { z } from 'zod'
import { NonEmptyText } from './data-file.ts'
import { isRecord } from '#shared/is-record.ts'

/**
 * The panel that a US dietary supplement carries (21 CFR 101.36), as a product's page and its reference page show it. Texts may
 * have the marks of `inline-text.ts`; a species is in `*`.
 */
export const SupplementFacts = z.strictObject({
  servingSize: NonEmptyText,
  servingsPerContainer: z.int().positive(),
  rows: z
    .array(
      z.strictObject({
        ingredient: NonEmptyText,
        /** Of a strain: `LM-BL01`. */
        code: NonEmptyText.optional(),
        /** With its unit: `8.2 billion CFU`. */
        amount: NonEmptyText,
        /** Whole percents; null where no Daily Value is established. */
        dailyValuePercent: z.int().min(0).nullable(),
      }),
    )
    .min(1),
  /** Notes below the panel, each a sentence. */
  notes: z.array(NonEmptyText),
  otherIngredients: NonEmptyText,
  allergens: NonEmptyText,
})

export type SupplementFacts = z.output<typeof SupplementFacts>

/** The slug that a page's file names; null where it names none. */
export const slugInFile = (page: unknown): string | null =>
  isRecord(page) && typeof page['slug'] === 'string' ? page['slug'] : null

/** What a page's file says of the facts of its product; undefined where it says nothing. */
export const factsInFile = (page: unknown): unknown =>
  isRecord(page) && isRecord(page['product']) ? page['product']['supplementFacts'] : undefined

/**
 * The content of a page's file with the facts of a product in each block that names its page:
 * `{ "kind": "supplement-facts", "of": "daily-synbiotic" }` gets them as `facts`. They are written once, on the product's page.
 * `factsOf` has the facts of a page by its slug; a block of an unknown one stays without, so that its schema refuses it.
 */
export const withSupplementFacts = (value: unknown, factsOf: (slug: string) => unknown): unknown => {
  if (Array.isArray(value)) return value.map((entry: unknown) => withSupplementFacts(entry, factsOf))
  if (!isRecord(value)) return value
  const { kind, of } = value
  if (kind === 'supplement-facts' && typeof of === 'string') return { ...value, facts: factsOf(of) }
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, withSupplementFacts(entry, factsOf)]),
  )
}
