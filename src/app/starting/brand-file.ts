import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { readDataFile } from '#content/rules/data-file.ts'
import { StartFailure } from '#platform/start-failure.ts'
import type { OwnBrand } from '#shared/brand.ts'
import { pictureRoles } from '#shared/brand-pictures.ts'
import { languages } from '#shared/languages.ts'

const text = z.string().trim().min(1)
const currency = z.enum(['USD', 'CAD', 'EUR', 'GBP'])
const cents = z.int().min(0)
const country = z.string().regex(/^[A-Z]{2}$/, 'two capital letters, such as DE')
const credit = z.strictObject({ forReferrerCents: cents, forFriendCents: cents })
const noCredit = { forReferrerCents: 0, forFriendCents: 0 }

const href = z.templateLiteral(['/', z.string()])
const link = z.strictObject({ label: text, href })
const picture = z.strictObject({ name: text, alt: z.string() })

const menu = z.strictObject({
  panels: z
    .array(z.strictObject({ label: text, links: z.array(link.extend({ note: text })).min(1), picture }))
    .max(3),
  aside: z.array(link),
  shop: z.array(link),
  columns: z.array(z.strictObject({ title: text, links: z.array(link).min(1) })).max(4),
  help: z.array(link),
  legal: z.array(link),
})

const pictures = z.record(z.enum(pictureRoles), picture)

const isKnownTo = (tell: () => unknown): boolean => {
  try {
    tell()
    return true
  } catch {
    return false
  }
}

const locale = z.strictObject({
  code: z.enum(languages),
  formats: text.refine((formats) => isKnownTo(() => new Intl.Locale(formats)), 'a locale such as de-AT'),
  name: text,
  description: text,
})

/** `brand.json` of a content folder: all of a brand, so that nothing of the sample is left. */
const BrandFile = z
  .strictObject({
    key: z.string().regex(/^[a-z][a-z0-9]{1,19}$/, 'small letters and digits'),
    name: text,
    quizProduct: text,
    quizProductPage: z.string().startsWith('/'),
    isDemonstration: z.boolean(),
    supportEmail: z.email(),
    mailFrom: text,
    timeZone: text.refine(
      (timeZone) => isKnownTo(() => new Intl.DateTimeFormat('en-US', { timeZone })),
      'a time zone such as Europe/Berlin',
    ),
    currency,
    currencies: z.array(z.strictObject({ code: currency, name: text })).min(1),
    locale: text.refine((locale) => isKnownTo(() => new Intl.Locale(locale)), 'a locale such as en-IE'),
    locales: z.tuple([locale], locale),
    weekStartsOn: z.enum(['Sunday', 'Monday']),
    social: z.array(z.strictObject({ label: text, href: z.url() })),
    seller: z.strictObject({
      name: text,
      lines: z.array(text).min(1),
      taxNumbers: z.array(z.strictObject({ label: text, number: text })),
    }),
    home: country,
    countries: z
      .array(z.strictObject({ code: country, name: text }))
      .min(1)
      .nullable()
      .default(null),
    shippingFees: z
      .partialRecord(currency, z.strictObject({ abroad: cents, expedited: cents }))
      .nullable()
      .default(null),
    referral: z
      .strictObject({ USD: credit, CAD: credit, EUR: credit, GBP: credit })
      .partial()
      .transform(({ USD = noCredit, CAD = noCredit, EUR = noCredit, GBP = noCredit }) => ({
        USD,
        CAD,
        EUR,
        GBP,
      })),
    disclaimer: text,
    menu,
    pictures,
    translations: z.partialRecord(z.enum(languages), z.strictObject({ menu, pictures })).default({}),
  })
  .refine((brand) => brand.currencies.some(({ code }) => code === brand.currency), {
    path: ['currency'],
    message: 'one of the currencies',
  })
  .refine(
    ({ shippingFees: fees, currencies }) => fees === null || currencies.every(({ code }) => fees[code]),
    {
      path: ['shippingFees'],
      message: 'fees in each currency',
    },
  )
  .refine(({ locales, translations }) => locales.slice(1).every(({ code }) => translations[code]), {
    path: ['translations'],
    message: 'menu and pictures in each language after the first',
  })
  .refine(({ countries, home }) => countries === null || countries.some(({ code }) => code === home), {
    path: ['home'],
    message: 'one of the countries',
  })

/** The brand of a content folder; undefined where it has none. Throws StartFailure with the line of what is wrong. */
export const readBrandFile = (folder: string | undefined): OwnBrand | undefined => {
  const file = folder && join(resolve(folder), 'brand.json')
  if (!file || !existsSync(file)) return undefined
  const read = readDataFile(readFileSync(file, 'utf8'), BrandFile)
  if (read.kind === 'wrong')
    throw new StartFailure(`The file brand.json is wrong in line ${read.line}: ${read.message}.`)
  return read.value
}
