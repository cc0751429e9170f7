import { z } from 'zod'
import { campaignChecks } from '#newsletter/rules/campaign-check.ts'
import { campaignStates } from '#newsletter/rules/campaign-content.ts'
import { copyLists } from '#newsletter/rules/delivery-report.ts'
import { leftOutReasons, Segment } from '#newsletter/rules/segment.ts'
import { defineEndpoint } from '#shared/endpoint.ts'
import { oneLine } from '#shared/one-line.ts'
import { CurrencyCode, Price } from '#shared/price-schema.ts'
import { readErrors, reads } from './endpoint-defaults.ts'
import { MomentPlace } from './rules/finance-filter.ts'

const count = z.number().int()
const Id = z.object({ id: z.uuid() })
const Base = z.coerce.number().int().min(1).max(2_000_000_000)

const sees = { ...reads, permission: 'newsletters:read' } as const
const changes = { ...reads, method: 'POST', permission: 'newsletters:change' } as const
const changeErrors = [...readErrors, 'ACTION_NOT_ALLOWED'] as const

const Campaign = z.object({
  id: z.string(),
  subject: z.string(),
  state: z.enum(campaignStates),
  send_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  created_at: z.string(),
  created_by: z.string(),
})

export type DeskCampaignRow = z.output<typeof Campaign>

/** Newsletter campaigns, the newest first, 50 at a time. */
export const listDeskCampaigns = defineEndpoint({
  ...sees,
  name: 'listDeskCampaigns',
  method: 'GET',
  path: '/api/desk/newsletters/',
  payload: z.object({ after: MomentPlace.optional() }),
  reply: z.object({ campaigns: z.array(Campaign), older: z.string().nullable() }),
  errors: readErrors,
})

const Values = z.array(z.object({ field: z.string().max(100), value: z.string().max(10_000) })).max(600)

/** One campaign: what it says, for whom it is, what keeps it from being sent, and what came of it. */
export const viewDeskCampaign = defineEndpoint({
  ...sees,
  name: 'viewDeskCampaign',
  method: 'GET',
  path: '/api/desk/newsletters/{id}/',
  payload: Id,
  reply: Campaign.extend({
    /** Sent back with a change: it is refused when another version is the latest. */
    version: count,
    changed_at: z.string(),
    changed_by: z.string(),
    values: Values,
    segment: Segment,
    problems: z.array(z.object({ check: z.enum(campaignChecks), field: z.string(), message: z.string() })),
    has_claims: z.boolean(),
    per_hour: count.nullable(),
    scheduled_by: z.string().nullable(),
    approved_by: z.string().nullable(),
    request: z.object({ id: z.string(), by: z.string(), is_own: z.boolean() }).nullable(),
    staff: z.array(z.object({ id: z.string(), name: z.string() })),
    counts: z.object({
      waiting: count,
      sent: count,
      failed: count,
      unknown: count,
      left_out: count,
      bounced: count,
      complained: count,
      unsubscribed: count,
      clicked: count,
      counts_clicks: count,
    }),
    revenue: z.array(z.object({ currency: CurrencyCode, orders: count, amount: Price })),
  }),
  errors: readErrors,
})

/** The campaign as a mail in both forms; null before its texts are in order. `bytes` is the size of the HTML. */
export const previewDeskCampaign = defineEndpoint({
  ...sees,
  name: 'previewDeskCampaign',
  method: 'GET',
  path: '/api/desk/newsletters/{id}/preview/',
  payload: Id.extend({ look: z.enum(['light', 'dark']).default('light') }),
  reply: z.object({ html: z.string().nullable(), text: z.string().nullable(), bytes: count }),
  errors: readErrors,
})

/** Who gets it now: how many, some of them, masked for roles that see no names, and why others do not. */
export const viewCampaignReach = defineEndpoint({
  ...sees,
  isReport: true,
  name: 'viewCampaignReach',
  method: 'GET',
  path: '/api/desk/newsletters/{id}/reach/',
  payload: Id,
  reply: z.object({
    count,
    sentence: z.string(),
    sample: z.array(z.string()),
    left_out: z.array(z.object({ reason: z.enum(leftOutReasons), count })),
    needs_second_person: z.boolean(),
  }),
  errors: readErrors,
})

/** Makes a draft that says nothing yet. */
export const createDeskCampaign = defineEndpoint({
  ...changes,
  name: 'createDeskCampaign',
  path: '/api/desk/newsletters/create/',
  payload: z.object({}),
  reply: z.object({ id: z.string() }),
  errors: readErrors,
})

/**
 * Saves what a draft says. What others changed since `base` stays where this changes another field or block; a field or block that both
 * changed is a conflict: nothing is saved, and the reply has theirs, and both changes together. ACTION_NOT_ALLOWED when it is no draft.
 */
export const saveCampaignContent = defineEndpoint({
  ...changes,
  name: 'saveCampaignContent',
  path: '/api/desk/newsletters/{id}/content/',
  payload: Id.extend({ base: Base, values: Values }),
  reply: z.object({
    state: z.enum(['saved', 'conflict']),
    /** The latest version; with a conflict that of the other person, and the base of what is saved next. */
    version: count,
    /** Of a conflict: who saved it and what it says, and the texts with which to go on. */
    theirs: z.object({ by: z.string(), values: Values, merged: Values }).nullable(),
  }),
  errors: changeErrors,
})

/**
 * Saves for whom a draft is, merged as its content is: a condition that both changed is a conflict, and nothing is saved.
 * ACTION_NOT_ALLOWED when it is no draft.
 */
export const saveCampaignSegment = defineEndpoint({
  ...changes,
  name: 'saveCampaignSegment',
  path: '/api/desk/newsletters/{id}/segment/',
  payload: Id.extend({ base: Base, segment: Segment }),
  reply: z.object({
    state: z.enum(['saved', 'conflict']),
    /** As of `saveCampaignContent`. */
    version: count,
    theirs: z.object({ by: z.string(), segment: Segment, merged: Segment }).nullable(),
  }),
  errors: changeErrors,
})

/** Sends one copy to somebody of the desk. */
export const testDeskCampaign = defineEndpoint({
  ...changes,
  name: 'testDeskCampaign',
  path: '/api/desk/newsletters/{id}/test/',
  payload: Id.extend({ version: Base, to: z.uuid('Please choose someone from the list.') }),
  reply: z.object({ done: z.literal(true) }),
  errors: changeErrors,
})

const Plan = Id.extend({
  version: Base,
  /** `2026-11-30T09:00` in the shop's time zone; empty for at once. */
  send_at: oneLine().max(20).default(''),
  /** Copies in an hour; empty for no limit. */
  per_hour: oneLine()
    .regex(/^(?:[1-9]\d{0,5})?$/, 'Please enter a whole number, or nothing.')
    .default(''),
  /** How many were shown, and what was typed. */
  count: z.coerce.number('Please type how many get it.').int().min(0),
  typed: oneLine().max(20),
  reason: oneLine().max(200, 'Please give a shorter reason.').default(''),
  request_id: z.uuid(),
})

/** Schedules a campaign, or asks a second person for it where it is for many or has a claim: `approval` is then the request. */
export const scheduleDeskCampaign = defineEndpoint({
  ...changes,
  name: 'scheduleDeskCampaign',
  path: '/api/desk/newsletters/{id}/schedule/',
  payload: Plan,
  reply: z.object({ approval: z.string().nullable() }),
  errors: changeErrors,
})

/** Cancels a schedule, stops a campaign, or continues it. After the reply to a stop no further copy is started. */
export const moveDeskCampaign = defineEndpoint({
  ...changes,
  name: 'moveDeskCampaign',
  path: '/api/desk/newsletters/{id}/move/',
  payload: Id.extend({
    action: z.enum(['cancel', 'stop', 'continue']),
    reason: oneLine().min(3, 'Please give a reason.').max(200, 'Please give a shorter reason.'),
  }),
  reply: z.object({ done: z.literal(true) }),
  errors: changeErrors,
})

const CopyRow = z.object({
  id: z.string(),
  email: z.string(),
  state: z.string(),
  reason: z.string(),
  at: z.string(),
})

export type DeskCopyRow = z.output<typeof CopyRow>

/** The copies behind a number, 200 at a time; addresses are masked for roles that see no names. */
export const listCampaignCopies = defineEndpoint({
  ...sees,
  name: 'listCampaignCopies',
  method: 'GET',
  path: '/api/desk/newsletters/{id}/copies/',
  payload: Id.extend({ of: z.enum(copyLists), after: z.uuid().optional() }),
  reply: z.object({ subject: z.string(), copies: z.array(CopyRow), older: z.string().nullable() }),
  errors: readErrors,
})

const OrderRow = z.object({
  id: z.string(),
  number: z.string(),
  placed_at: z.string(),
  currency: CurrencyCode,
  amount: Price,
})

export type DeskCampaignOrder = z.output<typeof OrderRow>

/** Purchases within seven days of a click, 200 at a time. */
export const listCampaignOrders = defineEndpoint({
  ...sees,
  name: 'listCampaignOrders',
  method: 'GET',
  path: '/api/desk/newsletters/{id}/orders/',
  payload: Id.extend({ after: z.uuid().optional() }),
  reply: z.object({ subject: z.string(), orders: z.array(OrderRow), older: z.string().nullable() }),
  errors: readErrors,
})

const LinkClicks = z.object({
  href: z.string(),
  /** In the shop's time zone. */
  day: z.string(),
  /** Who followed it for the first time, of those whose clicks are counted. */
  readers: count,
})

export type DeskLinkClicks = z.output<typeof LinkClicks>

/** What was followed in a campaign, by link and day; the links in the order of the mail, also those that nobody followed. */
export const viewCampaignClicks = defineEndpoint({
  ...sees,
  name: 'viewCampaignClicks',
  method: 'GET',
  path: '/api/desk/newsletters/{id}/clicks/',
  payload: Id,
  reply: z.object({ links: z.array(z.string()), clicks: z.array(LinkClicks) }),
  errors: readErrors,
})
