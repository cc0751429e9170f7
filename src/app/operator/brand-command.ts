import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { OperatorRefusal, typedAmount } from '#platform/command-line/operator-command.ts'
import { StartFailure } from '#platform/start-failure.ts'
import { readBrandFile } from '../starting/brand-file.ts'
import type { AppCommand, AppCommandContext } from './command-context.ts'
import { knownLanguages, newBrandFiles } from './new-brand.ts'
import type { NewBrand } from './new-brand.ts'

const option = { type: 'string' } as const
/** Given once for each currency or language. */
const repeated = { type: 'string', multiple: true } as const

const options = {
  key: option,
  name: option,
  description: repeated,
  email: option,
  language: repeated,
  currency: repeated,
  'time-zone': option,
  seller: option,
  street: option,
  zip: option,
  city: option,
  region: option,
  country: option,
  phone: option,
  'tax-number': option,
  tax: option,
  shipping: repeated,
  service: option,
  accent: option,
  mark: option,
} as const

type Repeated = 'description' | 'language' | 'currency' | 'shipping'
type Single = Exclude<keyof typeof options, Repeated>

type Values = Readonly<Partial<Record<Single, string> & Record<Repeated, readonly string[]>>>

const needed = (values: Values, name: Single): string => {
  const value = values[name]?.trim()
  if (!value) throw new OperatorRefusal(`--${name} is missing.`)
  return value
}

/** What was given of an option, in its order and each once: `--currency EUR --currency USD`, or `--currency EUR,USD`. */
const listed = (values: Values, name: 'language' | 'currency'): readonly string[] => {
  const typed = (values[name] ?? []).flatMap((one) => one.split(',')).map((one) => one.trim())
  const codes = [...new Set(typed.filter((one) => one !== ''))]
  if (codes.length === 0) throw new OperatorRefusal(`--${name} is missing.`)
  return codes
}

/** One value for all of them, or one for each in their order. Throws OperatorRefusal for another number of values. */
const oneForEach = (
  values: Values,
  name: 'description' | 'shipping',
  of: readonly string[],
  canBeOne: boolean,
): readonly string[] => {
  const typed = (values[name] ?? []).map((one) => one.trim()).filter((one) => one !== '')
  const [first] = typed
  if (first === undefined) throw new OperatorRefusal(`--${name} is missing.`)
  if (typed.length === of.length) return typed
  if (canBeOne && typed.length === 1) return of.map(() => first)
  throw new OperatorRefusal(`Give --${name} once for each of ${of.join(', ')}, in this order.`)
}

const Currency = z.enum(['USD', 'CAD', 'EUR', 'GBP'])

const currenciesIn = (values: Values): NewBrand['currencies'] => {
  const read = z.tuple([Currency], Currency).safeParse(listed(values, 'currency'))
  if (!read.success) throw new OperatorRefusal(`The shop sells in ${Currency.options.join(', ')}.`)
  return read.data
}

const languagesIn = (values: Values): NewBrand['languages'] => {
  const typed = listed(values, 'language')
  const read = knownLanguages(typed)
  if (read === null)
    throw new OperatorRefusal(`The shop has no texts in ${typed.join(', ')}. It has en and de.`)
  return read
}

const countryIn = (values: Values): string => {
  const country = needed(values, 'country')
  if (!/^[A-Z]{2}$/.test(country)) throw new OperatorRefusal(`${country} is not a country such as DE.`)
  return country
}

const percentIn = (values: Values): number => {
  const typed = needed(values, 'tax')
  const percent = Number(typed)
  if (!/^\d{1,2}(\.\d{1,3})?$/.test(typed) || percent > 40)
    throw new OperatorRefusal(`${typed} is not a percentage such as 19.`)
  return percent
}

/** `USt-IdNr. DE000000000`: what the number is called, and the number. */
const taxNumberIn = ({ 'tax-number': typed }: Values): NewBrand['taxNumber'] => {
  if (typed === undefined) return null
  const [, label, number] = /^(.+)\s(\S+)$/.exec(typed.trim()) ?? []
  if (label === undefined || number === undefined)
    throw new OperatorRefusal('Give the name of the number and the number: "VAT ID DE000000000".')
  return { label: label.trim(), number }
}

/** `DHL Paket`: a carrier, and its service as the carrier calls it. */
const serviceIn = ({ service: typed }: Values): NewBrand['service'] => {
  if (typed === undefined) return null
  const [, carrier, service] = /^(\S+)\s(.+)$/.exec(typed.trim()) ?? []
  if (carrier === undefined || service === undefined)
    throw new OperatorRefusal('Give a carrier and its service: "DHL Paket".')
  return { carrier, service: service.trim() }
}

const brandIn = (values: Values): NewBrand => {
  const currencies = currenciesIn(values)
  const languages = languagesIn(values)
  const descriptions = oneForEach(values, 'description', languages, true)
  const fees = oneForEach(values, 'shipping', currencies, false)
  return {
    key: needed(values, 'key'),
    name: needed(values, 'name'),
    descriptions,
    email: needed(values, 'email'),
    languages,
    currencies,
    timeZone: needed(values, 'time-zone'),
    seller: needed(values, 'seller'),
    street: needed(values, 'street'),
    zip: needed(values, 'zip'),
    city: needed(values, 'city'),
    region: values.region ?? '',
    country: countryIn(values),
    phone: needed(values, 'phone'),
    taxNumber: taxNumberIn(values),
    taxPercent: percentIn(values),
    shippingCents: currencies.map((currency, at) => typedAmount(fees[at] ?? '', currency)),
    service: serviceIn(values),
    accent: values.accent ?? null,
    mark: values.mark === undefined ? null : basename(values.mark),
  }
}

/** What a folder has of the sample brand; the rest of it is law, retry days and texts of forms, which every brand begins with. */
const ofTheSample: ReadonlySet<string> = new Set(['pages', 'catalogue', 'surveys', 'cities'])

const writeFolder = async (
  { root }: Pick<AppCommandContext, 'root'>,
  folder: string,
  brand: NewBrand,
  mark: string | undefined,
): Promise<void> => {
  const sample = join(root, 'content')
  for (const name of await readdir(sample))
    if (!ofTheSample.has(name)) await cp(join(sample, name), join(folder, name), { recursive: true })
  await rm(join(folder, 'translations', 'de', 'surveys.json'), { force: true })
  for (const name of ['catalogue', 'surveys']) await mkdir(join(folder, name), { recursive: true })
  for (const [path, value] of newBrandFiles(brand)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), `${JSON.stringify(value, null, 2)}\n`)
  }
  if (mark !== undefined) await cp(resolve(mark), join(folder, basename(mark)))
  readBrandFile(folder)
}

/** Writes the folder beside its place and checks it there: what is refused leaves nothing behind. */
const create = async (context: AppCommandContext, [place, ...rest]: readonly string[], values: Values) => {
  if (place === undefined || rest.length > 0) throw new OperatorRefusal('Give one folder to write.')
  const folder = resolve(place)
  if (existsSync(folder)) throw new OperatorRefusal(`There is something at ${place} already.`)
  const brand = brandIn(values)
  if (values.mark !== undefined && !existsSync(resolve(values.mark)))
    throw new OperatorRefusal(`There is no file ${values.mark}.`)
  const draft = `${folder}.new`
  await rm(draft, { recursive: true, force: true })
  try {
    await writeFolder(context, draft, brand, values.mark)
    await rename(draft, folder)
  } catch (thrown) {
    await rm(draft, { recursive: true, force: true })
    throw thrown instanceof StartFailure ? new OperatorRefusal(thrown.message) : thrown
  }
  const { print } = context
  print(`The brand ${brand.name} is in ${place}.`)
  print(
    `Start its shop with CONTENT_DIR=${place} DEMO=off npm start. Products, pages, places, surveys, stock and`,
  )
  print(
    'coupons are made at the desk while it runs. Its menus lead to /shipping-billing, /subscription-terms,',
  )
  print('/privacy-policy and /terms-conditions: publish these four before you open.')
}

/** Makes the content folder of another brand, so that nobody writes its files by hand. */
export const brandCommand: AppCommand = {
  name: 'brand',
  usages: [
    [
      'create <folder> --key … --name … --description … --email … --language de [--language en] --currency EUR [--currency USD] --time-zone Europe/Berlin --seller … --street … --zip … --city … [--region …] --country DE --phone … [--tax-number "VAT ID …"] --tax 19 --shipping 4.90 [--shipping 5.50] [--service "DHL Paket"] [--accent "#0b5c63"] [--mark mark.svg]',
      'writes the content folder of another brand: its name, seller, languages, currencies, home country and first pages; a description for each language, shipping for each currency',
    ],
  ],
  run: async (context, args) => {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
    const [action, ...rest] = positionals
    if (action !== 'create') throw new OperatorRefusal('Use `brand create <folder>`.')
    await create(context, rest, values)
  },
}
