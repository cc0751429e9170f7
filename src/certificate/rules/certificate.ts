import { z } from 'zod'

const Text = z.string().trim().min(1)

/** One test of a lot as its laboratory reported it: what was looked for, how, the limit, and what was found. */
const LabTest = z.strictObject({ group: Text, name: Text, method: Text, limit: Text, result: Text })

/** What was made in one go and tested together. Days are `2026-09-08`. */
const Lot = z.strictObject({
  /** As printed: `DS2609A`. */
  lot: z.string().regex(/^[A-Z]{2,4}\d{4}[A-Z]$/, 'letters, four digits and a letter, such as DS2609A'),
  /** The id of a product of the shop. */
  product: Text,
  contents: Text,
  made_on: z.iso.date(),
  best_before: z.iso.date(),
  tested_on: z.iso.date(),
  released_on: z.iso.date(),
  laboratory: z.strictObject({ name: Text, accreditation: Text }),
  tests: z.array(LabTest).min(1),
})

export type Lot = z.output<typeof Lot>

/** `content/lots.json`: the lots that were released, each number once. */
export const LotsFile = z
  .array(Lot)
  .refine((lots) => new Set(lots.map(({ lot }) => lot)).size === lots.length, 'a lot stands here twice')

type Translate = (text: string) => string

/** A lot with its texts in another language. Methods of laboratories keep their names where they have no other. */
export const lotIn = (lot: Lot, translated: Translate): Lot => ({
  ...lot,
  contents: translated(lot.contents),
  tests: lot.tests.map(({ group, name, method, limit, result }) => ({
    group: translated(group),
    name: translated(name),
    method: translated(method),
    limit: translated(limit),
    result: translated(result),
  })),
})
