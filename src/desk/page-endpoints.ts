import { z } from 'zod'
import { ContentPage } from '#content/rules/content-page.ts'
import { pageChecks } from '#content/rules/page-check.ts'
import { structureActions } from '#content/rules/draft-structure.ts'
import { defineEndpoint } from '#shared/endpoint.ts'
import { oneLine } from '#shared/one-line.ts'
import { readErrors, reads } from './endpoint-defaults.ts'
import { PageKey } from './rules/page-key.ts'

const pages = { ...reads, permission: 'pages' } as const

const changeErrors = [...readErrors, 'ACTION_NOT_ALLOWED'] as const

const number = z.coerce.number().int().min(0).max(1_000_000_000)

const PartId = z.string().regex(/^[a-z0-9-]{1,40}$/, 'Please choose a part of the page.')

/** What is in the fields of a form by their names (`src/content/rules/form-shape.ts`); a box that is not checked is left out. */
const Values = z.array(z.object({ field: z.string().max(100), value: z.string().max(20_000) })).max(800)

const By = z.object({ at: z.string(), by: z.string() })

const Scheduled = z.object({
  publish_at: z.string(),
  by: z.string(),
  /** One that could not be published when its time came: another version was, or a page does not fit it. */
  has_failed: z.boolean(),
  note: z.string(),
})

export type DeskScheduledPage = z.output<typeof Scheduled>

const DeskPageRow = z.object({
  page: z.string(),
  path: z.string(),
  title: z.string(),
  /** `hidden`: only by its preview link. */
  state: z.enum(['published', 'hidden', 'new']),
  /** 0 for the file of a release. */
  version: z.number().int(),
  draft: By.nullable(),
  scheduled: Scheduled.nullable(),
})

export type DeskPageRow = z.output<typeof DeskPageRow>

/** Every page of the content, by its address. */
export const listDeskPages = defineEndpoint({
  ...pages,
  name: 'listDeskPages',
  method: 'GET',
  path: '/api/desk/pages/',
  payload: z.object({}),
  reply: z.object({ pages: z.array(DeskPageRow) }),
  errors: readErrors,
})

const address = oneLine().max(200)

/** Begins a page: a draft with a title, which nobody finds before it is published. Its address stays. */
export const createDeskPage = defineEndpoint({
  ...pages,
  name: 'createDeskPage',
  method: 'POST',
  path: '/api/desk/pages/',
  payload: z.object({
    path: address.regex(
      /^\/[a-z0-9]+(?:-[a-z0-9]+)*(?:\/[a-z0-9]+(?:-[a-z0-9]+)*)*$/,
      'Please enter an address such as /our-story: small letters and digits, with hyphens between.',
    ),
    title: oneLine().min(1, 'Please enter a title.').max(120),
    description: oneLine().min(1, 'Please enter a description.').max(300),
  }),
  reply: z.object({ page: z.string() }),
  errors: changeErrors,
})

const Part = z.object({
  id: z.string(),
  kind: z.enum(['page', 'product', 'section', 'block']),
  /** Of a section or a block: `paragraph`. */
  type: z.string(),
  /** Its first words. */
  text: z.string(),
  revision: z.number().int(),
  /** Who changed it in the draft. */
  by: z.string().nullable(),
  has_claim: z.boolean(),
  problems: z.number().int(),
})

export type DeskPagePart = z.output<typeof Part>

const Problem = z.object({
  check: z.enum(pageChecks),
  part: z.string(),
  field: z.string(),
  message: z.string(),
})

export type DeskPageProblem = z.output<typeof Problem>

/** A page as it is edited: the draft, or what is published. `part` is the one whose form is shown. */
export const viewDeskPage = defineEndpoint({
  ...pages,
  name: 'viewDeskPage',
  method: 'GET',
  path: '/api/desk/pages/{page}/',
  payload: z.object({ page: PageKey, part: PartId.default('page') }),
  reply: z.object({
    page: z.string(),
    path: z.string(),
    title: z.string(),
    /** Whether it shows the sections of another page. */
    is_variant: z.boolean(),
    live_version: z.number().int(),
    /** What changes have to be made of. */
    version: z.number().int(),
    /** 0 without a draft. */
    revision: z.number().int(),
    draft: By.nullable(),
    parts: z.array(Part),
    part: Part.extend({ values: Values, section: z.string().nullable() }),
    problems: z.array(Problem),
    /** Texts that are different from what is published. */
    changes: z.number().int(),
    /** Claims that a second person has to read. */
    claims: z.array(z.string()),
    /** Of the draft, or of what is published; null where the draft cannot be shown. */
    preview: z.string().nullable(),
    scheduled: Scheduled.nullable(),
    /** A request for a second person that is not decided yet. */
    request: z.object({ id: z.string(), by: z.string(), is_own: z.boolean() }).nullable(),
  }),
  errors: readErrors,
})

const part = { page: PageKey, part: PartId, version: number, base: number }

/**
 * Saves one part of the draft. Others may have changed other parts meanwhile; where somebody changed the same one, nothing is
 * saved
 * and the reply has theirs. ACTION_NOT_ALLOWED when the page was published meanwhile, or the part was removed.
 */
export const saveDeskPart = defineEndpoint({
  ...pages,
  name: 'saveDeskPart',
  method: 'POST',
  path: '/api/desk/pages/{page}/parts/{part}/',
  payload: z.object({ ...part, values: Values }),
  reply: z.object({
    state: z.enum(['saved', 'conflict']),
    /** The revision that the part has now. */
    revision: z.number().int(),
    /** Of a conflict: what somebody else saved, and who. */
    theirs: z.object({ by: z.string(), values: Values }).nullable(),
  }),
  errors: changeErrors,
})

/** The page as it would be with what is in the form of a part; nothing is saved. */
export const previewDeskPart = defineEndpoint({
  ...pages,
  name: 'previewDeskPart',
  method: 'POST',
  path: '/api/desk/pages/{page}/parts/{part}/preview/',
  payload: z.object({ page: PageKey, part: PartId, values: Values }),
  reply: z.object({
    /** Null where it cannot be shown. */
    shown: ContentPage.nullable(),
    problems: z.array(Problem),
  }),
  errors: readErrors,
})

/** Moves, copies, removes or adds a section or a block of the draft; returns the part to continue with. */
export const restructureDeskPage = defineEndpoint({
  ...pages,
  name: 'restructureDeskPage',
  method: 'POST',
  path: '/api/desk/pages/{page}/parts/{part}/structure/',
  payload: z.object({ ...part, action: z.enum(structureActions), type: z.string().max(40).optional() }),
  reply: z.object({ part: z.string() }),
  errors: changeErrors,
})

const draft = { page: PageKey, revision: number }

/** Drops a draft; what is published stays. ACTION_NOT_ALLOWED when somebody changed it since it was read. */
export const discardDeskDraft = defineEndpoint({
  ...pages,
  name: 'discardDeskDraft',
  method: 'POST',
  path: '/api/desk/pages/{page}/draft/discard/',
  payload: z.object(draft),
  reply: z.object({}),
  errors: changeErrors,
})

/** Continues with a draft that was made of an earlier version, on top of the one that is published now. */
export const rebaseDeskDraft = defineEndpoint({
  ...pages,
  name: 'rebaseDeskDraft',
  method: 'POST',
  path: '/api/desk/pages/{page}/draft/rebase/',
  payload: z.object(draft),
  reply: z.object({}),
  errors: changeErrors,
})

const publication = {
  ...draft,
  note: oneLine().max(200, 'Please write a shorter note.').default(''),
  /** A date and time in the shop's time zone; empty to publish at once. */
  publish_at: z
    .union([z.literal(''), z.iso.datetime({ local: true, error: 'Please enter a date and a time.' })])
    .default(''),
  /** `publish_at` repeated: confirms a time more than a year ahead. */
  far_publish_at: z.string().max(40).default(''),
}

/**
 * Publishes the draft at once in every process, or has it wait for its moment as it is now. ACTION_NOT_ALLOWED with a sentence
 * when a
 * check fails, a claim needs a second person, or somebody changed or published it meanwhile.
 */
export const publishDeskPage = defineEndpoint({
  ...pages,
  name: 'publishDeskPage',
  method: 'POST',
  path: '/api/desk/pages/{page}/publish/',
  payload: z.object(publication),
  reply: z.object({ version: z.number().int().nullable() }),
  errors: changeErrors,
})

/** Asks a second person to read the changed claims, and to publish exactly this draft. */
export const requestPageApproval = defineEndpoint({
  ...pages,
  name: 'requestPageApproval',
  method: 'POST',
  path: '/api/desk/pages/{page}/approval/',
  payload: z.object({
    ...publication,
    request_id: z.uuid(),
    note: oneLine().min(3, 'Please say what changes and why.').max(200, 'Please write a shorter note.'),
  }),
  reply: z.object({ id: z.string() }),
  errors: changeErrors,
})

/** Withdraws one's own request. */
export const withdrawPageApproval = defineEndpoint({
  ...pages,
  name: 'withdrawPageApproval',
  method: 'POST',
  path: '/api/desk/pages/{page}/approval/{id}/withdraw/',
  payload: z.object({ page: PageKey, id: z.uuid() }),
  reply: z.object({}),
  errors: changeErrors,
})

/** Cancels a scheduled version. */
export const cancelDeskSchedule = defineEndpoint({
  ...pages,
  name: 'cancelDeskSchedule',
  method: 'POST',
  path: '/api/desk/pages/{page}/schedule/cancel/',
  payload: z.object({ page: PageKey }),
  reply: z.object({}),
  errors: changeErrors,
})
