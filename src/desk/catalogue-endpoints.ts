import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { oneLine } from '#shared/one-line.ts'
import { readErrors, reads } from './endpoint-defaults.ts'

const Code = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'Please enter small letters and digits, with hyphens between.')
  .max(60)

const number = z.coerce.number().int().min(0).max(1_000_000_000)

/** A field of an entry by its name (`src/catalogue/rules/entry-fields.ts`), as it is typed. */
const Values = z.array(z.object({ field: z.string().max(60), value: z.string().max(2000) })).max(120)

const Changes = z.array(
  z.object({
    field: z.string(),
    /** As JSON; null for nothing. */
    before: z.string().nullable(),
    after: z.string().nullable(),
  }),
)

export type DeskCatalogueChanges = z.output<typeof Changes>

const Version = z.object({
  number: z.number().int(),
  at: z.string(),
  /** Who or what published it. */
  by: z.string(),
})

export type DeskCatalogueVersion = z.output<typeof Version>

const DeskEntry = z.object({
  code: z.string(),
  name: z.string(),
  /** Null for a bundle, which has no plan of its own. */
  product: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Whether it can be bought by itself. */
  is_sold_alone: z.boolean(),
  interval_months: z.number().int().nullable(),
  is_refill: z.boolean(),
  prices: z.array(z.object({ currency: z.string(), price: z.string() })),
  /** How much of it buyers can get, and how much one piece takes. */
  stock: z.object({ product: z.string(), available: z.number().int(), takes: z.number().int() }).nullable(),
  changed: Version,
})

export type DeskCatalogueEntry = z.output<typeof DeskEntry>

/** Every entry of the catalogue, in the order of its lists. */
export const listDeskCatalogue = defineEndpoint({
  ...reads,
  name: 'listDeskCatalogue',
  method: 'GET',
  path: '/api/desk/catalogue/',
  permission: 'catalogue:read',
  payload: z.object({}),
  reply: z.object({ entries: z.array(DeskEntry) }),
  errors: readErrors,
})

/** What fields of an entry may name. */
export const listEntryChoices = defineEndpoint({
  ...reads,
  name: 'listEntryChoices',
  method: 'GET',
  path: '/api/desk/catalogue/choices/',
  permission: 'catalogue:read',
  payload: z.object({}),
  reply: z.object({
    /** Of the release and uploaded ones; an entry names some by the address of a file, and some by their names. */
    pictures: z.array(z.object({ name: z.string(), address: z.string(), label: z.string() })),
    surveys: z.array(z.string()),
  }),
  errors: readErrors,
})

/** One entry: its fields, and its versions with the newest first. */
export const viewDeskEntry = defineEndpoint({
  ...reads,
  name: 'viewDeskEntry',
  method: 'GET',
  path: '/api/desk/catalogue/entries/{code}/',
  permission: 'catalogue:read',
  payload: z.object({ code: Code }),
  reply: z.object({
    code: z.string(),
    name: z.string(),
    has_plan: z.boolean(),
    page: z.string(),
    values: Values,
    versions: z.array(Version),
  }),
  errors: readErrors,
})

const Reason = oneLine().min(3, 'Please give a reason.').max(200, 'Please give a shorter reason.')

const entry = {
  code: Code,
  /** The version that was read; 0 for a new entry. */
  base: number,
  values: Values,
}

/**
 * What publishing these fields would change, by the decision of the publication itself. Where others published since `base`, their
 * changes, and the fields with theirs where this person changed nothing.
 */
export const previewDeskEntry = defineEndpoint({
  ...reads,
  name: 'previewDeskEntry',
  method: 'POST',
  path: '/api/desk/catalogue/entries/{code}/preview/',
  permission: 'catalogue:read',
  payload: z.object(entry),
  reply: z.object({
    version: z.number().int(),
    values: Values,
    meanwhile: Changes,
    changes: Changes,
    /** What is wrong, by field; nothing can be published then. */
    faults: z.array(z.object({ field: z.string(), message: z.string() })),
  }),
  errors: readErrors,
})

/** Publishes an entry; new buyers pay by it at once. ACTION_NOT_ALLOWED when another version is the latest. */
export const publishDeskEntry = defineEndpoint({
  ...reads,
  name: 'publishDeskEntry',
  method: 'POST',
  path: '/api/desk/catalogue/entries/{code}/publish/',
  permission: 'catalogue:change',
  payload: z.object(entry),
  reply: z.object({ version: z.number().int().nullable() }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})

/** Asks somebody who may publish for exactly what was previewed. ACTION_NOT_ALLOWED when another version is the latest. */
export const requestEntryApproval = defineEndpoint({
  ...reads,
  name: 'requestEntryApproval',
  method: 'POST',
  path: '/api/desk/catalogue/entries/{code}/request/',
  permission: 'catalogue:draft',
  payload: z.object({ ...entry, reason: Reason, request_id: z.uuid() }),
  reply: z.object({ id: z.string() }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})

/** What a version of an entry changed, and what restoring it would. */
export const viewEntryVersion = defineEndpoint({
  ...reads,
  name: 'viewEntryVersion',
  method: 'GET',
  path: '/api/desk/catalogue/entries/{code}/versions/{number}/',
  permission: 'catalogue:read',
  payload: z.object({ code: Code, number }),
  reply: z.object({
    version: Version,
    latest: z.number().int(),
    changed: Changes,
    restoring: Changes,
  }),
  errors: readErrors,
})

/** Publishes what an entry said in an earlier version. ACTION_NOT_ALLOWED when another version is the latest. */
export const restoreDeskEntry = defineEndpoint({
  ...reads,
  name: 'restoreDeskEntry',
  method: 'POST',
  path: '/api/desk/catalogue/entries/{code}/versions/{number}/restore/',
  permission: 'catalogue:change',
  payload: z.object({ code: Code, number, base: number }),
  reply: z.object({ version: z.number().int().nullable() }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})
