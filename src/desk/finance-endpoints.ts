import { z } from 'zod'
import { accounts } from '#ledger/rules/journal.ts'
import { totalsReply } from '#pricing/rules/totals.ts'
import { defineEndpoint } from '#shared/endpoint.ts'
import { oneLine } from '#shared/one-line.ts'
import { CurrencyCode, Price } from '#shared/price-schema.ts'
import { readErrors, reads } from './endpoint-defaults.ts'
import { MomentPlace, Month, PostingPlace } from './rules/finance-filter.ts'

const finance = {
  ...reads,
  limit: ['rows'],
  permission: 'finance:read',
  method: 'GET',
  errors: readErrors,
} as const

const Day = z.iso.date('Please choose a day.').regex(/^2[01]\d\d-/, 'Please choose a day.')

/** A document's amounts; what credit paid of it is in its PDF. */
const { credit: _, ...sums } = totalsReply

/** Rows of one page; files ask for longer ones. */
const limit = z.coerce.number().int().min(1).max(1000).default(50)

const Account = z.enum(accounts)

/** The trial balance as a day ended, or as of now: every account in every currency, never added across. */
export const viewDeskLedger = defineEndpoint({
  ...finance,
  name: 'viewDeskLedger',
  path: '/api/desk/finance/ledger/',
  payload: z.object({ until: Day.optional() }),
  reply: z.object({
    /** The shop's day. */
    today: z.string(),
    currencies: z.array(
      z.object({
        currency: CurrencyCode,
        accounts: z.array(
          z.object({
            account: Account,
            name: z.string(),
            kind: z.string(),
            debit: Price.nullable(),
            credit: Price.nullable(),
          }),
        ),
        debit: Price,
        credit: Price,
      }),
    ),
  }),
})

export type LedgerCurrency = z.output<typeof viewDeskLedger.reply>['currencies'][number]

/** The postings behind one number of the trial balance, the newest first. */
export const listDeskPostings = defineEndpoint({
  ...finance,
  name: 'listDeskPostings',
  path: '/api/desk/finance/ledger/{account}/',
  payload: z.object({
    account: Account,
    currency: CurrencyCode,
    until: Day.optional(),
    after: PostingPlace.optional(),
    limit,
  }),
  reply: z.object({
    /** The balance that all rows come to; debits positive. Only with the first page. */
    balance: Price.nullable(),
    postings: z.array(
      z.object({
        id: z.string(),
        posted_on: z.string(),
        fact: z.string(),
        order_number: z.string().nullable(),
        detail: z.string(),
        debit: Price.nullable(),
        credit: Price.nullable(),
      }),
    ),
    older: z.string().nullable(),
  }),
})

const Tax = z.object({
  place: z.string(),
  currency: CurrencyCode,
  orders: z.number().int(),
  collected: Price,
  refunded: Price,
  owed: Price,
})

/** The tax of a month by place; of the current one, if none is named. */
export const viewDeskTaxes = defineEndpoint({
  ...finance,
  name: 'viewDeskTaxes',
  path: '/api/desk/finance/taxes/',
  payload: z.object({ month: Month.optional() }),
  reply: z.object({
    month: z.string(),
    today: z.string(),
    taxes: z.array(Tax),
    totals: z.array(z.object({ currency: CurrencyCode, collected: Price, refunded: Price, owed: Price })),
  }),
})

/** What added to the tax of a place in a month, and what took it back. */
export const listDeskTaxMovements = defineEndpoint({
  ...finance,
  name: 'listDeskTaxMovements',
  path: '/api/desk/finance/taxes/{month}/',
  payload: z.object({
    month: Month,
    place: oneLine().max(60).optional(),
    currency: CurrencyCode.optional(),
    after: PostingPlace.optional(),
    limit,
  }),
  reply: z.object({
    movements: z.array(
      z.object({
        id: z.string(),
        posted_on: z.string(),
        fact: z.string(),
        order_number: z.string().nullable(),
        place: z.string(),
        currency: CurrencyCode,
        amount: Price,
      }),
    ),
    older: z.string().nullable(),
  }),
})

const Payout = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(['pending', 'paid', 'failed']),
  currency: CurrencyCode,
  amount: Price,
  /** What the processor kept of it; null while its parts are not known. */
  fees: Price.nullable(),
  created_at: z.string(),
})

export type DeskPayout = z.output<typeof Payout>

/** What the processor paid to the bank, the latest first. */
export const listDeskPayouts = defineEndpoint({
  ...finance,
  name: 'listDeskPayouts',
  path: '/api/desk/finance/payouts/',
  payload: z.object({ after: MomentPlace.optional(), limit }),
  reply: z.object({ payouts: z.array(Payout), older: z.string().nullable() }),
})

/** What a payout pays: each charge, refund and dispute with its fee and its order. */
export const viewDeskPayout = defineEndpoint({
  ...finance,
  name: 'viewDeskPayout',
  path: '/api/desk/finance/payouts/{id}/',
  payload: z.object({ id: z.uuid(), after: MomentPlace.optional(), limit }),
  reply: z.object({
    payout: Payout,
    parts: z.array(
      z.object({
        id: z.string(),
        kind: z.string(),
        happened_at: z.string(),
        order_number: z.string().nullable(),
        amount: Price,
        fee: Price,
        net: Price,
      }),
    ),
    older: z.string().nullable(),
  }),
})

/** Invoices and credit notes of a month, the latest first, without names: where they go and what they come to. */
export const listDeskDocuments = defineEndpoint({
  ...finance,
  name: 'listDeskDocuments',
  path: '/api/desk/finance/invoices/',
  payload: z.object({
    month: Month.optional(),
    kind: z.enum(['invoice', 'credit-note', 'reversal']).optional(),
    after: MomentPlace.optional(),
    limit,
  }),
  reply: z.object({
    month: z.string(),
    today: z.string(),
    documents: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        kind: z.enum(['invoice', 'credit-note', 'reversal']),
        issued_at: z.string(),
        order_number: z.string(),
        country: z.string(),
        region: z.string(),
        currency: CurrencyCode,
        ...sums,
      }),
    ),
    older: z.string().nullable(),
  }),
})

export type DeskDocument = z.output<typeof listDeskDocuments.reply>['documents'][number]

/** Disputes with what they cost: those that are open, or those that are decided, the latest first. */
export const listDeskDisputes = defineEndpoint({
  ...finance,
  name: 'listDeskDisputes',
  path: '/api/desk/finance/disputes/',
  payload: z.object({
    state: z.enum(['open', 'closed']).default('open'),
    after: MomentPlace.optional(),
    limit,
  }),
  reply: z.object({
    disputes: z.array(
      z.object({
        id: z.string(),
        order_number: z.string(),
        state: z.string(),
        reason: z.string(),
        currency: CurrencyCode,
        amount: Price,
        /** Of fees and what is lost: the processor may convert what it moves. */
        moved_currency: CurrencyCode,
        fees: Price,
        lost: Price,
        opened_at: z.string(),
        evidence_due_at: z.string().nullable(),
        closed_at: z.string().nullable(),
      }),
    ),
    older: z.string().nullable(),
  }),
})

export type DeskDispute = z.output<typeof listDeskDisputes.reply>['disputes'][number]
