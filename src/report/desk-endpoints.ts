import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { CurrencyCode } from '#shared/price-schema.ts'
import { MovementPlace, rowKinds, rowNumbers } from './rules/row-numbers.ts'
import { Month, Period } from './rules/month.ts'
import { reportParts } from './rules/report.ts'

const reads = {
  spec: 'shop',
  agent: 'denied: desk',
  access: 'staff',
  limit: ['rows'],
  permission: 'report:read',
  method: 'GET',
  errors: ['UNAUTHENTICATED', 'VALIDATION_ERROR', 'NOT_FOUND', 'TOO_MANY_REQUESTS'],
} as const

const Part = z.enum(reportParts)

const Table = z.object({
  title: z.string(),
  note: z.string(),
  columns: z.array(z.string()),
  rows: z.array(
    z.object({
      name: z.string(),
      definition: z.string(),
      is_total: z.boolean(),
      /** One for each column: as it is shown, and the page with its rows, if there is one that the role may see. */
      cells: z.array(z.object({ text: z.string(), href: z.string().nullable() })),
    }),
  ),
})

export type DeskReportTable = z.output<typeof Table>

/** One part of the report, of some months (the last six without any), beside as many months before them. */
export const viewDeskReport = defineEndpoint({
  ...reads,
  name: 'viewDeskReport',
  path: '/api/desk/report/{part}/',
  payload: z.object({
    part: Part,
    from: Month.optional(),
    to: Month.optional(),
    currency: CurrencyCode.optional(),
  }),
  isReport: true,
  reply: z.object({
    part: Part,
    /** Months as `2031-01`, both included. */
    from: z.string(),
    to: z.string(),
    before: z.object({ from: z.string(), to: z.string() }),
    currency: CurrencyCode,
    currencies: z.array(CurrencyCode),
    /** The steps of recurring revenue, of which each begins where the one before ends; only in that part. */
    steps: z.array(
      z.object({
        name: z.string(),
        from_cents: z.number().int(),
        to_cents: z.number().int(),
        amount: z.string(),
      }),
    ),
    tables: z.array(Table),
  }),
})

export type DeskReport = z.output<typeof viewDeskReport.reply>

/** The rows that a number of the report is the sum of, the latest first. */
export const listDeskReportRows = defineEndpoint({
  ...reads,
  name: 'listDeskReportRows',
  path: '/api/desk/report-rows/',
  payload: z.object({
    number: z.enum(rowNumbers),
    /** Months or days, both included; without a first one everything until the last one. */
    from: Period.optional(),
    to: Period,
    currency: CurrencyCode.optional(),
    /** Subscriptions that started in this month. */
    cohort: Month.optional(),
    /** A kind of order, or what has become of a declined renewal. */
    kind: z.enum(rowKinds).optional(),
    after: MovementPlace.optional(),
    limit: z.coerce.number().int().min(1).max(1000).default(50),
  }),
  reply: z.object({
    title: z.string(),
    rows: z.array(
      z.object({
        id: z.string(),
        at: z.string(),
        what: z.string(),
        href: z.string(),
        name: z.string(),
        currency: CurrencyCode,
        amount: z.string(),
        /** How many more subscriptions are live by it: 1, 0 or -1; 1 for what is counted. */
        count: z.number().int(),
      }),
    ),
    older: z.string().nullable(),
  }),
})
