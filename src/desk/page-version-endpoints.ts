import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { readErrors, reads } from './endpoint-defaults.ts'
import { PageKey } from './rules/page-key.ts'

const pages = { ...reads, permission: 'pages' } as const

const number = z.coerce.number().int().min(0).max(1_000_000_000)

const Version = z.object({
  number: z.number().int(),
  at: z.string().nullable(),
  by: z.string(),
  approved_by: z.string().nullable(),
  note: z.string(),
  is_live: z.boolean(),
})

export type DeskPageVersion = z.output<typeof Version>

/** `draft`, or the number of a version; 0 is the file of a release. */
const Which = z.union([z.literal('draft'), number])

const Change = z.object({
  place: z.string(),
  runs: z.array(z.object({ kind: z.enum(['same', 'removed', 'added']), text: z.string() })),
})

export type DeskPageChange = z.output<typeof Change>

/** The versions of a page, newest first, and what is different between two of them, word by word. */
export const comparePageVersions = defineEndpoint({
  ...pages,
  name: 'comparePageVersions',
  method: 'GET',
  path: '/api/desk/pages/{page}/versions/',
  payload: z.object({
    page: PageKey,
    /** The draft when there is one, otherwise the latest version. */
    of: Which.optional(),
    /** The one that is published, or before it. */
    against: Which.optional(),
  }),
  reply: z.object({
    title: z.string(),
    has_draft: z.boolean(),
    versions: z.array(Version),
    of: Which,
    against: Which,
    changes: z.array(Change),
  }),
  errors: readErrors,
})

/** Begins a draft with what an earlier version said. ACTION_NOT_ALLOWED when there is a draft. */
export const restoreDeskPage = defineEndpoint({
  ...pages,
  name: 'restoreDeskPage',
  method: 'POST',
  path: '/api/desk/pages/{page}/versions/{number}/restore/',
  payload: z.object({ page: PageKey, number }),
  reply: z.object({}),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})
