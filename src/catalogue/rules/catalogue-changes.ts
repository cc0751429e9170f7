import { withoutFocus } from '#shared/uploaded-picture.ts'
import { pictureName } from './catalogue-entry.ts'
import { isGrouped, isGroupName, prefixOf } from './product.ts'
import type { CatalogueDocument } from './catalogue-document.ts'
import { isRecord } from '#shared/is-record.ts'

/** One difference of an entry: `plan.prices.USD`, as JSON before and after; null for nothing. */
export interface FieldChange {
  readonly field: string
  readonly before: string | null
  readonly after: string | null
}

const leavesOf = (value: unknown, path = ''): [string, string][] =>
  isRecord(value)
    ? Object.entries(value).flatMap(([key, part]) => leavesOf(part, path === '' ? key : `${path}.${key}`))
    : [[path, JSON.stringify(value)]]

/** In the order of the later document, then what it lacks; empty when both say the same. */
export const fieldChanges = (
  before: CatalogueDocument | null,
  after: CatalogueDocument,
): readonly FieldChange[] => {
  const old = new Map(before === null ? [] : leavesOf(before))
  const fresh = new Map(leavesOf(after))
  return [...new Set([...fresh.keys(), ...old.keys()])].flatMap((field) => {
    const [was = null, is = null] = [old.get(field), fresh.get(field)]
    return was === is ? [] : [{ field, before: was, after: is }]
  })
}

/** Why an entry cannot be published. */
export interface EntryFault {
  readonly sku: string
  readonly field: string
  readonly message: string
}

export type DocumentsByCode = ReadonlyMap<string, CatalogueDocument>

type Check = (document: CatalogueDocument, all: DocumentsByCode) => readonly Omit<EntryFault, 'sku'>[]

const othersOf = (document: CatalogueDocument, all: DocumentsByCode): CatalogueDocument[] =>
  [...all.values()].filter(({ sku, plan }) => sku !== document.sku && plan !== null)

/** A product is known by how its codes begin, so no two begin alike, and all of one do. */
const prefixFault = (sku: string, product: string, others: readonly CatalogueDocument[]): string | null => {
  const begins = ({ sku: other }: CatalogueDocument): boolean => prefixOf(other) === prefixOf(sku)
  const isOwn = ({ plan }: CatalogueDocument): boolean => plan?.product === product
  // The revenue of later products is recorded under how their codes begin.
  if (!isGrouped(sku) && isGroupName(prefixOf(sku)))
    return `codes of another product cannot begin with ${prefixOf(sku)}`
  if (others.some((other) => isOwn(other) && !begins(other)))
    return `a code of ${product} begins otherwise than ${sku}`
  const taken = others.find((other) => begins(other) && !isOwn(other))
  return taken ? `codes that begin with ${prefixOf(sku)} are those of ${taken.plan?.product ?? ''}` : null
}

const identity: Check = (document, all) => {
  const { sku, plan } = document
  if (plan === null) return []
  const prefix = prefixFault(sku, plan.product, othersOf(document, all))
  const sameId = othersOf(document, all).find((other) => other.plan?.id === plan.id)
  const samePlace = othersOf(document, all).find((other) => other.plan?.sort === plan.sort)
  return [
    ...(prefix === null ? [] : [{ field: 'plan.product', message: prefix }]),
    ...(sameId ? [{ field: 'plan.id', message: `${sameId.sku} has this id` }] : []),
    ...(samePlace ? [{ field: 'plan.sort', message: `${samePlace.sku} has this place` }] : []),
  ]
}

const renewal: Check = ({ sku, plan }, all) => {
  if (plan === null) return []
  const field = 'plan.renewsAs'
  if (plan.renewsAs === null)
    return plan.intervalMonths === null
      ? []
      : [{ field, message: 'a plan with an interval has to say what it renews as' }]
  if (plan.intervalMonths === null)
    return [{ field, message: 'a plan that is bought once renews as nothing' }]
  const renewsAs = all.get(plan.renewsAs)?.plan
  if (!renewsAs) return [{ field, message: `there is no plan ${plan.renewsAs}` }]
  if (renewsAs.intervalMonths === null || !renewsAs.isSrp)
    return [{ field, message: `${plan.renewsAs} is not a refill` }]
  return plan.isSrp && plan.renewsAs !== sku ? [{ field, message: 'a refill renews as itself' }] : []
}

const prices: Check = ({ plan }) => {
  if (plan === null) return []
  const amounts = Object.entries(plan.prices)
  const isFree = (price: string): boolean => Number(price) === 0
  if (amounts.length === 1 || !amounts.some(([, price]) => isFree(price))) return []
  return [{ field: 'plan.prices', message: 'what is free has one price, and what is not is free nowhere' }]
}

const fault = (field: string, isWrong: boolean, message: string) => (isWrong ? [{ field, message }] : [])

/** What a plan brings into a cart exists, and its bundle is an entry that no other plan has. */
const rules: Check = (document, all) => {
  const { bringsGift, bundle, isGift } = document.plan?.rules ?? {}
  const brought = bringsGift === undefined ? null : all.get(bringsGift)?.plan
  const entry = bundle === undefined ? null : all.get(bundle.code)
  const others = othersOf(document, all)
  return [
    ...fault('plan.rules.bringsGift', brought === undefined, `there is no plan ${bringsGift ?? ''}`),
    ...fault('plan.rules.bringsGift', brought?.soldAlone === true, `${bringsGift ?? ''} is sold by itself`),
    ...fault('plan.rules.bundle.code', entry === undefined, `there is no entry ${bundle?.code ?? ''}`),
    ...fault(
      'plan.rules.bundle.code',
      (entry?.plan ?? null) !== null,
      `${bundle?.code ?? ''} is a plan itself`,
    ),
    ...fault(
      'plan.rules.bundle.code',
      bundle !== undefined && others.some(({ plan }) => plan?.rules?.bundle?.code === bundle.code),
      'it is the bundle of another plan',
    ),
    ...fault(
      'plan.rules.isGift',
      isGift === true && document.plan?.intervalMonths !== null,
      'a gift is bought once',
    ),
  ]
}

/** One plan of a product says how it is shown. */
const about: Check = (document, all) => {
  const { plan } = document
  const other = othersOf(document, all).find(
    (one) => one.plan?.about !== undefined && one.plan.product === plan?.product,
  )
  return fault(
    'plan.about.page',
    plan?.about !== undefined && other !== undefined,
    `${other?.sku ?? ''} has it`,
  )
}

const checks: readonly Check[] = [identity, renewal, prices, rules, about]

/** What running subscriptions and placed orders rely on. */
const lasting = (
  before: CatalogueDocument | undefined,
  after: CatalogueDocument,
): Omit<EntryFault, 'sku'>[] => {
  if (!before?.plan) return []
  const { plan } = after
  if (plan === null)
    return [{ field: 'plan', message: 'subscriptions and orders may name this plan: it stays' }]
  const fixed = (['id', 'product', 'intervalMonths', 'isSrp'] as const).filter(
    (field) => before.plan?.[field] !== plan[field],
  )
  // A renewal takes it from the plan as it is now, and no notice says that its shipping costs something.
  const paysShipping = before.plan.rules?.shipsFreeAbroad === true && plan.rules?.shipsFreeAbroad !== true
  const lost = Object.keys(before.plan.prices).filter((currency) => !Object.hasOwn(plan.prices, currency))
  return [
    ...fixed.map((field) => ({
      field: `plan.${field}`,
      message: 'it cannot change: subscriptions rely on it',
    })),
    ...lost.map((currency) => ({
      field: `plan.prices.${currency}`,
      message: 'a price cannot be taken away: subscriptions are paid in it',
    })),
    ...fault(
      'plan.rules.shipsFreeAbroad',
      paysShipping,
      'it cannot be taken away: subscriptions in other countries would pay for shipping without a notice',
    ),
  ]
}

/** What an entry may name that is not in the catalogue. */
export interface Nameable {
  /** The names of the shop's pictures, `cut-ds`, and of uploaded ones without their focus. */
  readonly pictures: ReadonlySet<string>
  readonly surveys: ReadonlySet<string>
}

interface NamedPicture {
  readonly field: string
  /** As the entry says it. */
  readonly text: string
  /** Without its focus; null for an address that no picture has. */
  readonly name: string | null
}

/** Every picture that an entry names, by address or by name. */
export const picturesIn = ({ cartImage, upsell, crossSell, plan }: CatalogueDocument): NamedPicture[] => {
  const about = plan?.about
  const addresses = [
    ['cartImage', cartImage],
    ...(upsell?.images ?? []).map((address) => ['upsell.images', address] as const),
    ['crossSell.imageUrl', crossSell?.imageUrl],
    ['plan.image', plan?.image],
  ] as const
  const names = [
    ['plan.about.jar', about?.jar],
    ['plan.about.packet', about?.packet],
    ['plan.about.thanks', about?.thanks],
    ['plan.about.gift.picture', about?.gift?.picture],
  ] as const
  return [
    ...addresses.flatMap(([field, text]) =>
      text === undefined ? [] : [{ field, text, name: pictureName(text) }],
    ),
    ...names.flatMap(([field, text]) =>
      text === undefined ? [] : [{ field, text, name: withoutFocus(text) }],
    ),
  ]
}

/** Pictures and surveys that an entry names and the shop does not have. */
const missing = (document: CatalogueDocument, { pictures, surveys }: Nameable): Omit<EntryFault, 'sku'>[] => {
  const { survey } = document
  const faults = picturesIn(document)
    .filter(({ name }) => name === null || !pictures.has(name))
    .map(({ field, text }) => ({ field, message: `there is no picture ${text}` }))
  return survey === undefined || surveys.has(survey)
    ? faults
    : [...faults, { field: 'survey', message: `there is no survey ${survey}` }]
}

/**
 * What is wrong when these documents replace those of the current catalogue; empty when they may be published. `nameable` is null when nothing that uses it was changed.
 */
export const entryFaults = (
  current: DocumentsByCode,
  documents: readonly CatalogueDocument[],
  nameable: Nameable | null,
): readonly EntryFault[] => {
  const all = new Map([...current, ...documents.map((document) => [document.sku, document] as const)])
  return documents.flatMap((document) =>
    [
      ...checks.flatMap((check) => check(document, all)),
      ...lasting(current.get(document.sku), document),
      ...(nameable === null ? [] : missing(document, nameable)),
    ].map((fault) => ({ sku: document.sku, ...fault })),
  )
}
