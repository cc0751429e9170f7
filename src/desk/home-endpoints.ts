import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { CurrencyCode, Price } from '#shared/price-schema.ts'
import { readErrors, reads } from './endpoint-defaults.ts'
import { WorkKind } from './rules/work-kinds.ts'

const Sum = z.object({ currency: CurrencyCode, amount: Price })

const RunAccount = z.object({
  id: z.string(),
  started_at: z.string(),
  /** Null while it runs. */
  finished_at: z.string().nullable(),
  due: z.number().int(),
  due_sums: z.array(Sum),
  rows: z.array(
    z.object({
      name: z.string(),
      count: z.number().int().nullable(),
      sums: z.array(Sum),
      outcome: z.string().nullable(),
      tone: z.enum(['full', 'part', 'bad', 'light', 'open']),
    }),
  ),
  /** What has no outcome: nothing, once a run is finished. */
  missing: z.number().int(),
  missing_sums: z.array(Sum),
})

const DaySoFar = z.object({
  /** The days of the columns: today, yesterday, and the same weekday of the last week. */
  days: z.tuple([z.string(), z.string(), z.string()]),
  rows: z.array(
    z.object({
      name: z.string(),
      definition: z.string(),
      /** One for each day until the same time; those of money are of one currency. */
      figures: z.array(z.object({ count: z.number().int().nullable(), sums: z.array(Sum) })),
      /** The rows of today’s figure, if it has some that the role may see. */
      href: z.string().nullable(),
      /** What it came to until the end of each hour, counted or in cents: today until now, yesterday the whole day. */
      line: z.object({ today: z.array(z.number().int()), yesterday: z.array(z.number().int()) }),
    }),
  ),
})

export type DaySoFarReply = z.output<typeof DaySoFar>

export type RunAccountReply = z.output<typeof RunAccount>

/** What needs a person now, as far as the role can do it, the last renewal run to the cent, and the day so far. */
export const viewDeskHome = defineEndpoint({
  ...reads,
  name: 'viewDeskHome',
  method: 'GET',
  path: '/api/desk/home/',
  permission: 'own',
  payload: z.object({}),
  reply: z.object({
    now: z.string(),
    work: z.array(
      z.object({
        kind: WorkKind,
        layer: z.enum(['now', 'today', 'later']),
        title: z.string(),
        what: z.string(),
        count: z.number().int(),
        /** Since when the oldest one waits. */
        since: z.string().nullable(),
        /** The first deadline. */
        due_at: z.string().nullable(),
        sums: z.array(Sum),
      }),
    ),
    /** Null for roles that see no orders, and before the first run. */
    run: RunAccount.nullable(),
    /** Null for roles that do not see the report. */
    day: DaySoFar.nullable(),
  }),
  errors: ['UNAUTHENTICATED', 'VALIDATION_ERROR', 'TOO_MANY_REQUESTS'],
})

export type DeskWork = z.output<typeof viewDeskHome.reply>['work'][number]

/** How much is open at each place of the desk that has something, as far as the role can do it; up to half a minute old. */
export const countDeskWork = defineEndpoint({
  ...reads,
  // Asked for with every page.
  limit: ['rows'],
  name: 'countDeskWork',
  method: 'GET',
  path: '/api/desk/counts/',
  permission: 'own',
  payload: z.object({}),
  reply: z.object({
    places: z.array(z.object({ href: z.string(), count: z.number().int(), is_urgent: z.boolean() })),
  }),
  errors: ['UNAUTHENTICATED', 'VALIDATION_ERROR', 'TOO_MANY_REQUESTS'],
})

export type DeskCount = z.output<typeof countDeskWork.reply>['places'][number]

/** The rows behind one line of the worklist. */
export const listDeskWork = defineEndpoint({
  ...reads,
  name: 'listDeskWork',
  method: 'GET',
  path: '/api/desk/tasks/{kind}/',
  permission: 'own',
  payload: z.object({ kind: WorkKind }),
  reply: z.object({
    title: z.string(),
    what: z.string(),
    /** Whether there are more than are listed. */
    is_more: z.boolean(),
    rows: z.array(
      z.object({
        id: z.string(),
        text: z.string(),
        href: z.string().nullable(),
        at: z.string().nullable(),
        due_at: z.string().nullable(),
        amount: Sum.nullable(),
        /** The pages where it is dealt with, as far as the role may open them. */
        actions: z.array(z.object({ label: z.string(), href: z.string() })),
        /** A parked subscription that can be taken up again; null for other work. */
        retry: z.string().nullable(),
      }),
    ),
  }),
  errors: readErrors,
})

/** The entries of a renewal run with one outcome. */
export const listRenewalEntries = defineEndpoint({
  ...reads,
  name: 'listRenewalEntries',
  method: 'GET',
  path: '/api/desk/renewals/{id}/',
  permission: 'orders:read',
  payload: z.object({ id: z.uuid(), outcome: z.string().max(20).default('billed') }),
  reply: z.object({
    run: RunAccount,
    is_more: z.boolean(),
    entries: z.array(
      z.object({
        subscription_id: z.string(),
        account_id: z.string(),
        /** The plan that renews. */
        name: z.string(),
        due_on: z.string(),
        reason: z.string().nullable(),
        due: Sum.nullable(),
        order_number: z.string().nullable(),
      }),
    ),
  }),
  errors: readErrors,
})
