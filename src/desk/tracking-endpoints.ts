import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { oneLine } from '#shared/one-line.ts'
import { readErrors, reads } from './endpoint-defaults.ts'

const tracking = { ...reads, permission: 'orders:ship' } as const

/** The most that a file may be. */
export const maxTrackingBytes = 5_000_000

/** Reads a file of tracking numbers and keeps what it says; nothing is shipped by it. */
export const uploadDeskTracking = defineEndpoint({
  ...tracking,
  name: 'uploadDeskTracking',
  method: 'POST',
  path: '/api/desk/tracking-imports/',
  csv: 'body',
  payload: z.object({
    file_name: oneLine().min(1, 'Please choose a file.').max(200).default('upload'),
    /** UTF-8 in base64: JSON if the name ends so, otherwise CSV. A request to this endpoint is at most 100 kB; the page's form is larger. */
    file: z
      .base64('Please choose a file.')
      .max(Math.ceil(maxTrackingBytes / 3) * 4, 'Please choose a file of at most 5 MB.')
      .optional(),
    /** In place of a file: its rows, each read for itself. */
    shipments: z.array(z.unknown()).optional(),
    /** In place of a file: its text, which is also the body of a request of `text/csv`. */
    csv: z.string().optional(),
  }),
  reply: z.object({ id: z.string() }),
  errors: readErrors,
})

const Problem = z.object({
  /** The first row below the head is row 1. */
  row: z.number().int(),
  problem: z.string(),
})

/** What the rows would do now, or what became of them. */
export const viewDeskTracking = defineEndpoint({
  ...tracking,
  name: 'viewDeskTracking',
  method: 'GET',
  path: '/api/desk/tracking-imports/{id}/',
  payload: z.object({ id: z.uuid() }),
  reply: z.object({
    id: z.string(),
    file_name: z.string(),
    uploaded_at: z.string(),
    state: z.enum(['read', 'running', 'finished']),
    rows: z.number().int(),
    /** Rows that are done; nothing is as long as it is only read. */
    done: z.number().int(),
    ships: z.number().int(),
    repeated: z.number().int(),
    empty: z.number().int(),
    problem_count: z.number().int(),
    /** The first 500. */
    problems: z.array(Problem),
    /** Whether it ships so many orders that a second person has to agree. */
    needs_second: z.boolean(),
  }),
  errors: readErrors,
})

/**
 * Ships what the rows say, by a job, each row for itself. Asked again it changes nothing. ACTION_NOT_ALLOWED for a file that ships so
 * many orders that a second person has to agree.
 */
export const applyDeskTracking = defineEndpoint({
  ...tracking,
  name: 'applyDeskTracking',
  method: 'POST',
  path: '/api/desk/tracking-imports/{id}/apply/',
  payload: z.object({ id: z.uuid() }),
  reply: z.object({ success: z.literal(true) }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})
