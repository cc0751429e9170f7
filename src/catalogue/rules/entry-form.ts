import { issueMessages } from '#shared/field-messages.ts'
import { CatalogueDocument } from './catalogue-document.ts'
import type { EntryFault } from './catalogue-changes.ts'
import {
  aboutPrefix,
  amountPrefixes,
  fieldGroups,
  fieldNamed,
  pricePrefix,
  rulesPrefix,
  translationsPrefix,
} from './entry-fields.ts'
import type { EntryField } from './entry-fields.ts'
import { productName } from './product.ts'

/** What is typed into the fields of an entry, by their names. */
export type EntryValues = ReadonlyMap<string, string>

/** `plan.stock.product` of a document; undefined where it has none. */
const valueAt = (document: unknown, name: string): unknown =>
  name
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(key) : undefined,
      document,
    )

const textOf = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'on' : ''
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The fields of an entry as a form shows them; those of a plan only when it has one. */
export const valuesOf = (document: CatalogueDocument): Map<string, string> => {
  const names = fieldGroups
    .filter(({ isPlan = false }) => !isPlan || document.plan !== null)
    .flatMap(({ fields }) => fields.map(({ name }) => name))
  const amounts = amountPrefixes.flatMap((prefix) =>
    Object.keys(valueAt(document, prefix.slice(0, -1)) ?? {}).map((code) => `${prefix}${code}`),
  )
  return new Map([...new Set([...names, ...amounts])].map((name) => [name, textOf(valueAt(document, name))]))
}

/**
 * What somebody typed, on an entry that others changed meanwhile: a field that was left as it was in `base` is as it is now.
 */
export const mergedValues = (base: EntryValues, typed: EntryValues, current: EntryValues): EntryValues =>
  new Map(
    [...new Set([...current.keys(), ...typed.keys()])].map((name) => {
      const mine = typed.get(name) ?? base.get(name) ?? ''
      return [name, mine === (base.get(name) ?? '') ? (current.get(name) ?? mine) : mine]
    }),
  )

type Read = { readonly value: unknown } | { readonly fault: string }

const integerOf = (text: string): Read =>
  /^-?\d{1,9}$/.test(text) ? { value: Number(text) } : { fault: 'Please enter a whole number.' }

const readField = ({ kind }: EntryField, text: string): Read => {
  switch (kind) {
    case 'whole':
      return integerOf(text)
    case 'whole-or-none':
      return text === '' ? { value: null } : integerOf(text)
    case 'number':
      return /^\d{1,9}(\.\d{1,4})?$/.test(text)
        ? { value: Number(text) }
        : { fault: 'Please enter a number.' }
    case 'flag':
      return { value: text === 'on' }
    case 'words':
      return { value: text.split(/[\s,]+/).filter((word) => word !== '') }
    case 'optional':
      return { value: text === '' ? null : text }
    case 'text':
    case 'long':
      return text === '' ? { fault: 'Please enter a value.' } : { value: text }
  }
}

/** A new entry: its code, the id of its plan, and the place that is free in lists. */
export interface NewEntry {
  readonly sku: string
  readonly id: string
  readonly sort: number
}

/** What a new entry says where nothing was typed. */
const defaults = ({ sku, sort }: NewEntry, values: EntryValues): EntryValues => {
  const typed = (name: string): string => values.get(name) ?? ''
  const product = typed('plan.product')
  const page = `/products/${product}`
  const usual: [string, string][] = [
    ['name', productName(typed('plan.name'))],
    ['pdpUrl', page],
    ['numCapsules', typed('plan.capsules')],
    ['supplyLengthInDays', typed('plan.supplyDays')],
    ['supplyLengthInMonths', typed('plan.intervalMonths') || '0'],
    ['cmsContentType', 'product'],
    ['cmsSlug', product],
    ['buyUrl', `/cart?cart=${sku}`],
    ['siteBuyCode', sku],
    ['plan.image', typed('cartImage')],
    ['plan.stock.product', product],
    ['plan.sort', String(sort)],
  ]
  const all = fieldGroups.flatMap(({ fields }) => fields.map(({ name }) => [name, ''] as const))
  return new Map([...all, ...values, ...usual.filter(([name]) => typed(name) === '')])
}

/** `no plan has this id` → `No plan has this id.` */
const sentence = (message: string): string =>
  `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? '' : '.'}`

/** Faults of a decision as sentences by the field of the form. */
export const faultSentences = (
  faults: readonly Pick<EntryFault, 'field' | 'message'>[],
): Map<string, string> =>
  new Map(faults.toReversed().map(({ field, message }) => [fieldOf(field), sentence(message)]))

/** A problem of a price that has no field of its own is shown at the first price. */
const fieldOf = (path: string): string => {
  const name = path.replace(/\.\d+$/, '')
  if (name === 'plan.prices') return fieldGroups[1]?.fields[0]?.name ?? name
  return name === 'plan.id' || name === 'sku' ? 'code' : name
}

type Leaf = readonly [path: readonly string[], value: unknown]

interface ReadValues {
  readonly leaves: readonly Leaf[]
  readonly faults: ReadonlyMap<string, string>
}

/** The object that has these values at their paths. */
const treeOf = (leaves: readonly Leaf[]): unknown => {
  const groups = new Map<string, Leaf[]>()
  for (const [[key = '', ...rest], value] of leaves)
    groups.set(key, [...(groups.get(key) ?? []), [rest, value]])
  return Object.fromEntries(
    [...groups].map(([key, inner]) => {
      const end = inner.find(([path]) => path.length === 0)
      return [key, end ? end[1] : treeOf(inner)]
    }),
  )
}

const emptyParts = (values: EntryValues): Set<string> =>
  new Set(
    fieldGroups.flatMap(({ part, fields }) =>
      part !== undefined && fields.every(({ name }) => !values.get(name)) ? [part] : [],
    ),
  )

/** A field that a document does not have when it is empty. */
const isOptional = (name: string): boolean =>
  [pricePrefix, rulesPrefix, aboutPrefix, translationsPrefix].some((prefix) => name.startsWith(prefix)) ||
  name === 'survey'

const readValues = (values: EntryValues): ReadValues => {
  const empty = emptyParts(values)
  const leaves: Leaf[] = [...empty].map((part) => [[part], null])
  const faults = new Map<string, string>()
  for (const [name, text] of values) {
    const found = fieldNamed(name)
    if (found === null) faults.set(name, 'There is no such field.')
    if (found === null || empty.has(name.split('.')[0] ?? '')) continue
    if (text === '' && isOptional(name)) continue
    const read = readField(found, text.trim())
    if ('fault' in read) faults.set(name, read.fault)
    else leaves.push([name.split('.'), read.value])
  }
  return { leaves, faults }
}

/** The document of what was typed, or a sentence for each field that is wrong. */
export type ReadEntry =
  | { readonly kind: 'read'; readonly document: CatalogueDocument }
  | { readonly kind: 'wrong'; readonly faults: ReadonlyMap<string, string> }

const documentOf = (values: EntryValues, identity: { sku: string; id: string | null }): ReadEntry => {
  const { leaves, faults } = readValues(values)
  const isPriced = leaves.some(([path]) => path[1] === 'prices')
  const own: Leaf[] =
    identity.id === null
      ? [[['plan'], null]]
      : [[['plan', 'id'], identity.id], ...(isPriced ? [] : [[['plan', 'prices'], {}] as const])]
  const parsed = CatalogueDocument.safeParse(treeOf([...leaves, [['sku'], identity.sku], ...own]))
  if (faults.size > 0 || !parsed.success) {
    const issues = issueMessages(parsed.error).map(([field, message]) => ({ field, message }))
    return { kind: 'wrong', faults: new Map([...faultSentences(issues), ...faults]) }
  }
  return { kind: 'read', document: parsed.data }
}

/** A new entry of what was typed. */
export const newEntry = (entry: NewEntry, values: EntryValues): ReadEntry =>
  documentOf(defaults(entry, values), entry)

/** An entry as it would be with what was typed; fields that were not sent are as before. */
export const changedEntry = (before: CatalogueDocument, values: EntryValues): ReadEntry =>
  documentOf(new Map([...valuesOf(before), ...values]), { sku: before.sku, id: before.plan?.id ?? null })
