import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { readErrors, reads } from './endpoint-defaults.ts'

const Reconciliation = z.object({
  id: z.string(),
  /** Days in UTC, both included; null for all of time. */
  from: z.string().nullable(),
  until: z.string().nullable(),
  requested_at: z.string(),
  /** The person's name; null for a command. */
  requested_by: z.string().nullable(),
  finished_at: z.string().nullable(),
  /** How many records were compared, by kind. */
  compared: z.array(z.object({ name: z.string(), count: z.number().int() })),
  /** A sentence for each difference. */
  differences: z.array(z.string()),
  /** Why there is no result; null when there is one. */
  failure: z.string().nullable(),
})

export type DeskReconciliation = z.output<typeof Reconciliation>

/** The latest comparisons of the shop's records with the processor's. */
export const listDeskReconciliations = defineEndpoint({
  ...reads,
  name: 'listDeskReconciliations',
  method: 'GET',
  path: '/api/desk/finance/reconciliations/',
  permission: 'finance:read',
  payload: z.object({}),
  reply: z.object({ today: z.string(), processor: z.string(), reconciliations: z.array(Reconciliation) }),
  errors: readErrors,
})

const Day = z.iso.date('Please choose a day.').regex(/^2[01]\d\d-/, 'Please choose a day.')

/** Starts a comparison for the days of UTC from one to another, both included. ACTION_NOT_ALLOWED while one runs. */
export const startDeskReconciliation = defineEndpoint({
  ...reads,
  name: 'startDeskReconciliation',
  method: 'POST',
  path: '/api/desk/finance/reconciliations/',
  permission: 'finance:act',
  payload: z.object({ from: Day, until: Day }).refine(({ from, until }) => from <= until, {
    path: ['until'],
    message: 'The last day is before the first one.',
  }),
  reply: z.object({ id: z.string() }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})
