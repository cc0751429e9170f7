import { z } from 'zod'
import { placeParts } from '#location/rules/place-form.ts'
import { defineEndpoint } from '#shared/endpoint.ts'
import { oneLine } from '#shared/one-line.ts'
import { readErrors, reads } from './endpoint-defaults.ts'

const count = z.number().int()
const Days = z.object({ from: count, until: count })

const Method = z.object({
  code: z.string(),
  label: z.string(),
  days: Days,
  /** As decimals, by currency. */
  fees: z.array(z.object({ currency: z.string(), amount: z.string() })),
  services: z.array(z.string()),
})

const Country = z.object({
  code: z.string(),
  name: z.string(),
  zone: z.string(),
  ships: z.boolean(),
  /** Of the standard method. */
  days: Days,
  fees: Method.shape.fees,
  /** In percent, of the country as a whole. */
  tax: z.number(),
  regions: count,
})

export type DeskCountry = z.output<typeof Country>

const Zone = z.object({ key: z.string(), name: z.string(), countries: count, methods: z.array(Method) })

const Holidays = z.object({
  key: z.string(),
  name: z.string(),
  /** The coming ones, ISO dates. */
  days: z.array(z.object({ name: z.string(), on: z.string() })),
})

export type DeskHolidays = z.output<typeof Holidays>

const History = z.object({ number: count, at: z.string(), by: z.string(), what: z.string() })

/** Where the shop ships, what it costs and how long it takes, as it counts now. */
export const viewDeskPlaces = defineEndpoint({
  ...reads,
  name: 'viewDeskPlaces',
  method: 'GET',
  path: '/api/desk/places/',
  permission: 'catalogue:read',
  payload: z.object({}),
  reply: z.object({
    version: count,
    countries: z.array(Country),
    zones: z.array(Zone),
    holidays: z.array(Holidays),
    warehouse: z.object({ cut_off: z.string(), packing: z.string(), made_to_order: z.string() }),
    history: z.array(History),
  }),
  errors: readErrors,
})

const key = z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,39}(~[a-z][a-z0-9_-]{0,39})?$/, 'Please enter a code.')
const Part = z.object({ part: z.enum(placeParts), key })

const Field = z.object({
  name: z.string(),
  label: z.string(),
  value: z.string(),
  hint: z.string(),
  isLong: z.boolean(),
  choices: z.array(z.string()).nullable(),
})

export type DeskPlaceField = z.output<typeof Field>

/** The form of a country, a shipping method of a zone, holidays or the warehouse; of a new one with nothing in it. */
export const viewDeskPlace = defineEndpoint({
  ...reads,
  name: 'viewDeskPlace',
  method: 'GET',
  path: '/api/desk/places/{part}/{key}/',
  permission: 'catalogue:read',
  payload: Part,
  reply: z.object({ version: count, title: z.string(), is_new: z.boolean(), fields: z.array(Field) }),
  errors: readErrors,
})

/** A change: of one part by its form, of everything by files, or back to a version. */
const Change = z.discriminatedUnion('by', [
  Part.extend({ by: z.literal('form'), values: z.record(z.string(), z.string().max(20_000)) }),
  z.object({
    by: z.literal('files'),
    /** `places.json`, and `tax-rates.json`; empty for the rates as they are. */
    places: z.string().max(200_000),
    taxes: z.string().max(200_000),
  }),
  z.object({ by: z.literal('version'), number: z.coerce.number().int().min(1).max(2_000_000_000) }),
])

export type DeskPlaceChange = z.output<typeof Change>

const Preview = z.object({
  /** Of the version that it changes: sent back with the change, which is refused when another one is the latest. */
  base: count,
  changes: z.array(
    z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  /** Why it cannot be published, by field. */
  faults: z.array(z.object({ field: z.string(), message: z.string() })),
  /** What it means for those who bought already, a sentence each. */
  effects: z.array(z.string()),
  needs_second_person: z.boolean(),
})

export type DeskPlacesPreview = z.output<typeof Preview>

/** What a change would do; nothing is written. */
export const previewDeskPlaces = defineEndpoint({
  ...reads,
  name: 'previewDeskPlaces',
  method: 'POST',
  path: '/api/desk/places/preview/',
  permission: 'catalogue:read',
  payload: z.object({ change: Change }),
  reply: Preview,
  errors: readErrors,
})

const wanted = {
  change: Change,
  base: z.coerce.number().int().min(0).max(2_000_000_000),
  reason: oneLine().min(3, 'Please give a reason.').max(200, 'Please give a shorter reason.'),
}

/**
 * Publishes a change in every process. ACTION_NOT_ALLOWED with a sentence for one that a second person has to approve, that has a
 * fault, or when someone changed the places meanwhile.
 */
export const publishDeskPlaces = defineEndpoint({
  ...reads,
  name: 'publishDeskPlaces',
  method: 'POST',
  path: '/api/desk/places/publish/',
  permission: 'catalogue:change',
  payload: z.object(wanted),
  reply: z.object({ version: count }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})

/** Asks a second person to publish a change of fees, taxes or zones. */
export const requestPlacesApproval = defineEndpoint({
  ...reads,
  name: 'requestPlacesApproval',
  method: 'POST',
  path: '/api/desk/places/request/',
  permission: 'catalogue:change',
  payload: z.object({ ...wanted, request_id: z.uuid() }),
  reply: z.object({ id: z.string() }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})

/** The places as the files of an import. */
export const exportDeskPlaces = defineEndpoint({
  ...reads,
  name: 'exportDeskPlaces',
  method: 'GET',
  path: '/api/desk/places/files/',
  permission: 'catalogue:read',
  payload: z.object({}),
  reply: z.object({ places: z.string(), taxes: z.string() }),
  errors: readErrors,
})
