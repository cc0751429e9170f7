import { z } from 'zod'
import sampleFile from './sample-places.json' with { type: 'json' }
import { holidayOf } from './holiday.ts'
import { postalPatternFault } from './postal-pattern.ts'

const countryCode = z.string().regex(/^[A-Z]{2}$/, 'two capital letters, such as DE')
const text = z.string().trim().min(1).max(80)
const key = z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/, 'small letters, digits, hyphens and underscores')
const days = z
  .strictObject({ from: z.int().min(1).max(90), until: z.int().min(1).max(90) })
  .refine(({ from, until }) => from <= until, 'the later number of days last')

const Service = z.strictObject({
  carrier: text,
  service: text,
  /** Who pays duties; `DDP`: the shop does. */
  incoterm: z.enum(['DDP', 'DAP']).optional(),
})

/** How something ships to the countries of a zone. */
const Method = z.strictObject({
  /** `method_code` of the checkout (spec §3). */
  code: key,
  label: text,
  /** Working days at the place of delivery. */
  days,
  /** Countries that take longer, or less long, than the rest of the zone. */
  days_in: z.record(countryCode, days).default({}),
  /** In the smallest unit of each currency. A currency that was ever sold in keeps its row: subscriptions keep theirs. */
  fees: z.record(z.string().regex(/^[A-Z]{3}$/), z.int().min(0).max(1_000_000)),
  /** Free for an order of plans that ship free abroad. */
  waivable: z.boolean().default(false),
  /** Of the carriers; of several, the cheapest one that is offered is bought. */
  services: z.array(Service).default([]),
})

const Zone = z.strictObject({ name: text, methods: z.array(Method).min(1, 'a way to ship there') })

const Country = z.strictObject({
  name: text,
  zone: key,
  /** False for one that is in the list so that its refusal can be shown. */
  ships: z.boolean().default(true),
  /** The pattern of a whole postal code; missing where there are none in daily use. */
  zip: z
    .string()
    .optional()
    .superRefine((pattern, context) => {
      const fault = pattern === undefined ? null : postalPatternFault(pattern)
      if (fault !== null) context.addIssue({ code: 'custom', message: fault })
    }),
  /** Days of supply that one line may hold; missing where only the plan's own limit applies. */
  supply_days: z.int().min(1).max(3_650).optional(),
  /** Names of states or provinces by code; empty where addresses name none, or any text is taken. */
  regions: z.record(z.string().regex(/^[A-Z]{2,3}$/), text).default({}),
  /** By region, which leading characters of a postal code lie in it: `850-853 855`. */
  zip_regions: z
    .record(
      z.string(),
      z
        .string()
        .regex(/^[A-Z0-9]{1,5}(-[A-Z0-9]{1,5})?( [A-Z0-9]{1,5}(-[A-Z0-9]{1,5})?)*$/, 'such as 850-853 855'),
    )
    .default({}),
})

const holidays = z.array(holidayOf)

/** Where the shop ships, what it costs and how long it takes: `places.json`, and each version of it in the database. */
export const PlacesDocument = z.strictObject({
  note: z.string().max(600).default(''),
  countries: z.record(countryCode, Country),
  zones: z.record(key, Zone),
  /** The zone of countries that are not listed. */
  other_zone: key,
  /** Days on which nothing is packed or delivered, by country; `other` for those without days of their own. */
  holidays: z.record(z.union([countryCode, z.literal('other')]), holidays),
  warehouse: z.strictObject({
    /** Orders from this hour on count from the next working day, in the time zone of the shop. */
    cut_off_hour: z.int().min(1).max(23),
    working_days_to_pack: z.int().min(0).max(30),
    /** Days of the calendar until something made to order ships (spec §1: 2 to 4 weeks). */
    made_to_order_days: days,
  }),
  /**
   * Where a buyer may withdraw from the contract within 14 days of delivery, also countries that are not shipped to any more. A
   * version from before it was data counts with those of the law.
   */
  withdrawal_countries: z.array(countryCode).default(sampleFile.withdrawal_countries),
})

export type PlacesDocument = z.output<typeof PlacesDocument>
export type PlaceCountry = PlacesDocument['countries'][string]
export type PlaceZone = PlacesDocument['zones'][string]
export type PlaceMethod = PlaceZone['methods'][number]
