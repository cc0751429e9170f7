import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { readDataFile } from '#content/rules/data-file.ts'
import { StartFailure } from '#platform/start-failure.ts'
import type { OwnBrand } from '#shared/brand.ts'
import { colorFaults } from '#shared/brand-colors.ts'
import type { MarkSource } from '#shared/brand-mark.ts'
import { cleanDrawing } from '#shared/mark-drawing.ts'
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

const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'a color such as #0b5c63')
  .toLowerCase()
const scheme = z.strictObject({ accent: color, onAccent: color, link: color })
const colors = z.strictObject({ light: scheme, dark: scheme }).superRefine((chosen, context) => {
  for (const message of colorFaults(chosen)) context.addIssue({ code: 'custom', message })
})

const pictures = z.record(z.enum(pictureRoles), picture)

const isKnownTo = (read: () => unknown): boolean => {
  try {
    read()
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
    quizProduct: text.nullable(),
    quizProductPage: z.string().startsWith('/').nullable(),
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
    colors: colors.nullable().default(null),
    mark: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,60}\.(?:svg|png)$/, 'a file of the folder such as mark.svg')
      .nullable()
      .default(null),
    menu,
    pictures,
    translations: z.partialRecord(z.enum(languages), z.strictObject({ menu, pictures })).default({}),
  })
  .refine((brand) => (brand.quizProduct === null) === (brand.quizProductPage === null), {
    path: ['quizProductPage'],
    message: 'the page of the product of the quiz, or null for both',
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

/** A whole brand, and where its mark is. */
interface ReadBrand {
  readonly brand: OwnBrand
  readonly mark: MarkSource | undefined
}

/** So large a file is no mark. */
const mostMarkBytes = 200_000
const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

const readMark = (folder: string, name: string, address: string | null): MarkSource => {
  const wrong = (problem: string): StartFailure => new StartFailure(`The mark ${name} is wrong: ${problem}`)
  const file = join(folder, name)
  if (!existsSync(file)) throw wrong('The folder has no such file.')
  const bytes = readFileSync(file)
  if (bytes.length > mostMarkBytes) throw wrong('It is larger than 200 KB.')
  if (name.endsWith('.png')) {
    if (!pngStart.every((byte, at) => bytes[at] === byte)) throw wrong('It is no PNG picture.')
    return { kind: 'png', bytes, address }
  }
  const clean = cleanDrawing(bytes.toString('utf8').trim())
  if (clean.kind === 'wrong') throw wrong(clean.problem)
  return { kind: 'svg', bytes: new TextEncoder().encode(clean.svg), address }
}

/**
 * The brand of a content folder with its mark; undefined where it has none. `address` is where mails find the mark. Throws StartFailure with
 * the line of what is wrong.
 */
export const readBrandFile = (
  folder: string | undefined,
  address: string | null = null,
): ReadBrand | undefined => {
  const file = folder && join(resolve(folder), 'brand.json')
  if (!file || !existsSync(file)) return undefined
  const read = readDataFile(readFileSync(file, 'utf8'), BrandFile)
  if (read.kind === 'wrong')
    throw new StartFailure(`The file brand.json is wrong in line ${read.line}: ${read.message}.`)
  const { mark, ...brand } = read.value
  return {
    brand: { ...brand, hasMark: mark !== null },
    mark: mark === null ? undefined : readMark(resolve(folder), mark, address),
  }
}
