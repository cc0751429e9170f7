import type { ConsentGroup, Groups } from '#consent/rules/consent.ts'
import { isValues } from './event-properties.ts'
import type { Json, Values } from './event-properties.ts'
import { isPlanned, trackingPlan } from './tracking-plan.ts'

/** Where events go. The warehouse is the shop's own database; the others are off until an operator names them. */
export const destinationNames = ['warehouse', 'segment', 'ga4', 'meta'] as const

export type DestinationName = (typeof destinationNames)[number]

/** One event with its full context; a destination gets a part of it. */
export interface TrackedEvent {
  readonly messageId: string
  readonly type: 'page' | 'track' | 'identify'
  /** Of the plan, or `Identified`. */
  readonly name: string
  /** An instant as text. */
  readonly happenedAt: string
  readonly properties: Values
  /** The browser's anonymous id. */
  readonly visit: string | null
  readonly accountId: string | null
  readonly email: string | null
  readonly hashes: Values | null
  /** The campaign values that were last and first met. */
  readonly campaign: { readonly last: Values; readonly first: Values } | null
  /** The Meta click id of spec §9. */
  readonly click: string | null
  readonly place: { readonly country: string; readonly region: string } | null
  /** The browser's user agent. */
  readonly browser: string | null
  /** The groups that were on when it was taken, as `C0001,C0002`. */
  readonly activeGroups: string
}

/** Parts of an event that need separate consent. */
export const disclosedFields = [
  'visit', 'accountId', 'email', 'hashes', 'campaign', 'click', 'place', 'browser',
] as const satisfies readonly (keyof TrackedEvent)[] // prettier-ignore

export type DisclosedField = (typeof disclosedFields)[number]

interface Disclosure {
  /** Without it the destination learns nothing at all. */
  readonly needs: ConsentGroup
  readonly isAdvertising: boolean
  /** What it may get, and the group that each part needs in addition; other parts are never sent. */
  readonly fields: Readonly<Partial<Record<DisclosedField, ConsentGroup>>>
}

/** Which destination may get what, with which consent (spec §9, ruling 24): the complete table, and the only one. */
export const disclosures: Readonly<Record<DestinationName, Disclosure>> = {
  warehouse: {
    needs: 'C0002',
    isAdvertising: false,
    fields: { visit: 'C0002', accountId: 'C0002', email: 'C0002', campaign: 'C0002', place: 'C0002' },
  },
  segment: {
    needs: 'C0002',
    isAdvertising: false,
    fields: {
      visit: 'C0002',
      accountId: 'C0002',
      email: 'C0002',
      campaign: 'C0002',
      place: 'C0002',
      hashes: 'C0004',
      click: 'C0004',
    },
  },
  ga4: {
    needs: 'C0002',
    isAdvertising: false,
    fields: { visit: 'C0002', accountId: 'C0002', campaign: 'C0002' },
  },
  meta: {
    needs: 'C0004',
    isAdvertising: true,
    fields: { hashes: 'C0004', click: 'C0004', browser: 'C0004' },
  },
}

/** The parts that a destination may know under a choice; null when it may know nothing. */
const fieldsFor = (name: DestinationName, groups: Groups): readonly DisclosedField[] | null => {
  const { needs, fields } = disclosures[name]
  if (!groups[needs]) return null
  return disclosedFields.filter((field) => {
    const group = fields[field]
    return group !== undefined && groups[group]
  })
}

/** What a browser may send to the collector under a choice: what some destination may get; null for nothing at all. */
export const collectedFields = (groups: Groups): readonly DisclosedField[] | null => {
  const allowedFields = destinationNames.flatMap((name) => {
    const fields = fieldsFor(name, groups)
    return fields === null ? [] : [fields]
  })
  return allowedFields.length === 0
    ? null
    : disclosedFields.filter((field) => allowedFields.some((fields) => fields.includes(field)))
}

/** Pages that reveal nothing about their reader; an advertiser gets no others. */
const neutralPages: readonly string[] = [
  '/', '/daily-synbiotic', '/daily-synbiotic-refill', '/refills', '/get-started', '/cart', '/checkout', '/thank-you',
] // prettier-ignore

/** The other products reveal facts about a woman's health or a child. */
const isNeutralProduct = (sku: Json | undefined): boolean => typeof sku === 'string' && sku.startsWith('syn-')

const skusOf = ({ sku, products }: Values): readonly (Json | undefined)[] => [
  ...(sku === undefined ? [] : [sku]),
  ...(Array.isArray(products)
    ? products.map((line: Json) => (isValues(line) ? line['sku'] : undefined))
    : []),
]

/** Whether an event reveals health data: by a product that it names, or by a page. */
export const revealsHealth = ({ properties }: Pick<TrackedEvent, 'properties'>): boolean => {
  const { path } = properties
  const hasNeutralPath = path === undefined || (typeof path === 'string' && neutralPages.includes(path))
  return !hasNeutralPath || !skusOf(properties).every(isNeutralProduct)
}

const isAdvertised = (event: TrackedEvent): boolean =>
  isPlanned(event.name) && trackingPlan[event.name].advertises && !revealsHealth(event)

/**
 * What a destination gets of an event under a choice: the event with the allowed parts. Null when it gets nothing:
 * without consent, and, for advertisers, when it reveals health data.
 */
export const discloseTo = (
  name: DestinationName,
  event: TrackedEvent,
  groups: Groups,
): TrackedEvent | null => {
  const fields = fieldsFor(name, groups)
  if (fields === null || (disclosures[name].isAdvertising && !isAdvertised(event))) return null
  const isAllowed = (field: DisclosedField): boolean => fields.includes(field)
  return {
    ...event,
    visit: isAllowed('visit') ? event.visit : null,
    accountId: isAllowed('accountId') ? event.accountId : null,
    email: isAllowed('email') ? event.email : null,
    hashes: isAllowed('hashes') ? event.hashes : null,
    campaign: isAllowed('campaign') ? event.campaign : null,
    click: isAllowed('click') ? event.click : null,
    place: isAllowed('place') ? event.place : null,
    browser: isAllowed('browser') ? event.browser : null,
  }
}
