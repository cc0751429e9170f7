import { z } from 'zod'
import { longDate } from '#shared/dates.ts'
import type { Locale } from '#shared/locale.ts'
import { certificatesMessages } from '../messages/certificates-messages.ts'

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

/** A lot number as people type it, in the form in which it is printed: `ds 26-09a` is `DS2609A`. */
export const lotNumber = (typed: string): string => typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

type TestOfLot = Lot['tests'][number]

/** The tests of a lot by their group, both in the order in which they were written. */
export const testGroups = (
  tests: readonly TestOfLot[],
): readonly (readonly [string, readonly TestOfLot[]])[] => [...Map.groupBy(tests, ({ group }) => group)]

type Certificate = Omit<Lot, 'product' | 'tests'> & { readonly product_name: string }

/** What a certificate says besides its tests. */
export const certificateFacts = (
  certificate: Certificate,
  locale: Locale,
): readonly { label: string; value: string }[] => {
  const t = certificatesMessages.in(locale)
  const { product_name: product, contents, laboratory } = certificate
  return [
    { label: t('product'), value: t('contentsOf', { product, contents }) },
    { label: t('lot'), value: certificate.lot },
    { label: t('made'), value: longDate(certificate.made_on, locale) },
    { label: t('bestBefore'), value: longDate(certificate.best_before, locale) },
    { label: t('tested'), value: longDate(certificate.tested_on, locale) },
    { label: t('released'), value: longDate(certificate.released_on, locale) },
    { label: t('laboratory'), value: `${laboratory.name} (${laboratory.accreditation})` },
  ]
}
