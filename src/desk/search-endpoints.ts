import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { oneLine } from '#shared/one-line.ts'
import { CurrencyCode, Price } from '#shared/price-schema.ts'
import { readErrors, reads } from './endpoint-defaults.ts'
import { State as SubscriptionState } from '#subscription/endpoints.ts'
import { threadStates } from '#contact/rules/message.ts'
import { DeskOrderRow } from './endpoints.ts'
import { ReportedProblem } from './reported-problem.ts'

/** What was found by the text that somebody typed; a similar member is spelled almost like it. */
const Found = z.object({
  kind: z.enum([
    'member',
    'similar-member',
    'subscription',
    'order',
    'charge',
    'invoice',
    'shipment',
    'problem',
    'return',
    'coupon',
  ]),
  title: z.string(),
  detail: z.string(),
  /** How far a charge, a shipment, a report or a return is; empty for what has no state. */
  state: z.string(),
  href: z.string().nullable(),
})

export type Found = z.output<typeof Found>

/** Searches members, orders, charges, invoices, shipments, reports, returns and coupons, as far as the role sees them. */
export const searchDesk = defineEndpoint({
  ...reads,
  // Searched while somebody types.
  limit: ['rows'],
  name: 'searchDesk',
  method: 'GET',
  path: '/api/desk/search/',
  permission: 'own',
  payload: z.object({ q: oneLine().max(254).default('') }),
  reply: z.object({
    found: z.array(Found),
    /** Without a text: what the person opened last, the latest first. */
    recent: z.array(Found),
  }),
  errors: ['UNAUTHENTICATED', 'VALIDATION_ERROR', 'TOO_MANY_REQUESTS'],
})

/** A member with their orders. */
export const viewDeskMember = defineEndpoint({
  ...reads,
  name: 'viewDeskMember',
  method: 'GET',
  path: '/api/desk/members/{id}/',
  permission: 'members:read',
  payload: z.object({ id: z.uuid() }),
  reply: z.object({
    id: z.string(),
    /** Null for roles that see no names. */
    name: z.string().nullable(),
    email: z.string().nullable(),
    subscriptions: z.array(
      z.object({
        id: z.string(),
        plan: z.string(),
        state: SubscriptionState,
        price: Price,
        currency: CurrencyCode,
        product: z.string(),
        next_order_on: z.string().nullable(),
      }),
    ),
    /** The conversation with the member; null for none, and for roles that read no messages. */
    thread: z.object({ id: z.string(), state: z.enum(threadStates), last_at: z.string() }).nullable(),
    orders: z.array(DeskOrderRow),
    /** Reports of problems with the member’s orders, the newest first; none for roles that read no orders. */
    problems: z.array(ReportedProblem),
    /** What banks said of the member's payments, as a sentence; null for nothing, and for roles that read no orders. */
    bank_record: z.string().nullable(),
    /** Why mails to the member’s address come back, or that they complained, as a sentence; null for nothing. */
    mail_record: z.string().nullable(),
    /** By currency. */
    credit: z.array(z.object({ currency: CurrencyCode, amount: Price })),
    looked: z.array(z.object({ at: z.string(), actor: z.string(), action: z.string(), reason: z.string() })),
  }),
  errors: readErrors,
})
