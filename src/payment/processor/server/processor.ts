import type { Address } from '#shared/address.ts'
import type { Currency, Cents } from '#shared/money.ts'
import type { ChargeOutcome, ChargedCard } from '../../charge/rules/charge-state.ts'
import type { RefundOutcome } from '../../refund/rules/refund.ts'
import type { BalancePort } from './balance-port.ts'
import type { DisputePort } from './dispute-port.ts'

export type { ChargeOutcome } from '../../charge/rules/charge-state.ts'
export type { RefundOutcome } from '../../refund/rules/refund.ts'
export type { DisputeEvidence, DisputeRecord, FraudWarningRecord } from './dispute-port.ts'

export type ProcessorName = 'sandbox' | 'stripe'

/** The means of payment: a token of the card field, used once, or a card that the processor has saved. */
export type ChargedSource =
  | { readonly kind: 'token'; readonly token: string; readonly save: boolean }
  | { readonly kind: 'saved'; readonly processorMethod: string }
  /**
   * A charge without its buyer that the bank declined because it wants them, and its saved card: confirmed now, on the same
   * intent where the processor has such a thing, so that it can succeed only once.
   */
  | { readonly kind: 'declined-charge'; readonly processorCharge: string; readonly processorMethod: string }

/** Everything that a charge consists of. It is stored before it is sent: a repeated request has to be identical. */
export interface ChargeRequest {
  readonly idempotencyKey: string
  /** 0 charges nothing: the card of a token is saved, after a challenge if its bank requires one. */
  readonly amountCents: Cents
  readonly currency: Currency
  readonly source: ChargedSource
  /**
   * `reference` is the shop's and stays the same for a person; `processorCustomer` is the processor's, if it has one.
   */
  readonly customer: {
    readonly reference: string
    readonly email: string
    readonly processorCustomer: string | null
  }
  /** True when the buyer is not there to answer a challenge: a renewal. */
  readonly offSession: boolean
  /** Where the buyer comes back to after a challenge. */
  readonly returnUrl: string
  readonly description: string
  /** What the card statement shows beside the shop's name, by `statementSuffix`; null for nothing. */
  readonly statementSuffix: string | null
  /** Where the goods go, for the processor's own check for fraud; null when nothing is shipped. */
  readonly shipTo: Address | null
  readonly metadata: Readonly<Record<string, string>>
}

/** What we know of a charge when we ask after it. */
export interface KnownCharge {
  readonly request: ChargeRequest
  readonly processorCharge: string | null
  readonly createdAt: Temporal.Instant
}

/** A refund as it was written before it was requested. */
export interface RefundRequest {
  readonly idempotencyKey: string
  readonly processorCharge: string
  readonly amountCents: Cents
  readonly currency: Currency
  /** When it was first written. */
  readonly requestedAt: Temporal.Instant
  /** Theirs, where an earlier answer named it. */
  readonly processorRefund: string | null
}

/** A period; `from` is included, `to` is not. */
export interface Period {
  readonly from: Temporal.Instant
  readonly to: Temporal.Instant
}

/** A charge as recorded by the processor. Cards that were saved without a charge are not included. */
export interface ChargeRecord {
  readonly processorCharge: string
  /** Ours; null for a charge that this shop did not ask for. */
  readonly idempotencyKey: string | null
  /** `open`: not decided, and nothing was taken so far. */
  readonly state: 'succeeded' | 'open' | 'failed'
  readonly amountCents: Cents
  readonly currency: string
}

/** A refund as recorded by the processor. */
export interface RefundRecord {
  readonly processorRefund: string
  readonly processorCharge: string | null
  readonly idempotencyKey: string | null
  readonly state: 'refunded' | 'pending' | 'refused'
  readonly amountCents: Cents
  /** ISO 4217 code in capitals; null where the processor does not say. */
  readonly currency: string | null
}

/** A webhook whose signature was right. It is a hint to ask, never an answer. */
export interface WebhookEvent {
  readonly id: string
  readonly type: string
  /** The charge it speaks of, by our key or by their id; both null when it speaks of something else. */
  readonly idempotencyKey: string | null
  readonly processorCharge: string | null
  /** Our key of the refund it speaks of. */
  readonly refundKey: string | null
  /** The processor's id of a charge whose refunds have changed, by the shop or by somebody at the processor. */
  readonly refundedCharge: string | null
  /** The saved card whose details have changed. */
  readonly processorMethod: string | null
  /** Whether it speaks of a payout to the bank. */
  readonly isPayout: boolean
  /** Theirs: the dispute it speaks of. */
  readonly processorDispute: string | null
  /** Theirs: the bank's warning of fraud. */
  readonly processorWarning: string | null
}

/** A saved card as it may be shown. */
export type CardDetails = Pick<ChargedCard, 'brand' | 'last4' | 'expMonth' | 'expYear'>

/** What the card field of a page needs; plain data, because it is sent to the browser. */
type CardEntry =
  | { readonly processor: 'sandbox'; readonly fieldUrl: string }
  | { readonly processor: 'stripe'; readonly publishableKey: string }

/** What the wallet buttons of a page need; plain data likewise. */
type WalletEntry =
  | { readonly processor: 'sandbox'; readonly sheetUrl: string }
  | { readonly processor: 'stripe'; readonly publishableKey: string }

/** A challenge on the shop's own page. The secret completes the charge, so only its buyer gets it. */
export interface PageChallenge {
  readonly publishableKey: string
  readonly clientSecret: string
}

/** What pages that take cards have to let in. */
interface CardOrigins {
  readonly scripts: readonly string[]
  readonly frames: readonly string[]
  readonly connections: readonly string[]
  /** Where a form may be redirected to: the card page, the bank's challenge. */
  readonly forms: readonly string[]
}

/** Lower-case names, as Node gives them. */
export type WebhookHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** The time of a processor that a sandbox shop takes along. */
export interface ProcessorTime {
  /** When it next has something to say; null when nothing is planned or it does not answer. */
  readonly nextEventAt: () => Promise<Temporal.Instant | null>
  /** Moves the processor's time to this moment; resolves with the number of events, once the shop has received them. */
  readonly moveTo: (moment: Temporal.Instant) => Promise<number>
}

/** The port. No method throws for what the processor or the network does; that is what outcomes are for. */
export interface Processor {
  readonly name: ProcessorName
  /** Requests the charge. The same key again never charges again. */
  readonly charge: (request: ChargeRequest) => Promise<ChargeOutcome>
  /** Queries its outcome and changes nothing; `unknown` also for a charge that the processor never received. */
  readonly check: (known: KnownCharge) => Promise<ChargeOutcome>
  /**
   * Ends it: `succeeded` or `declined` when that is what happened, otherwise it is closed for good, so that no late or
   * repeated request can charge. `unknown` only when the processor cannot be reached.
   */
  readonly settle: (known: KnownCharge) => Promise<ChargeOutcome>
  /** What the page needs to ask the bank's question itself; null when it is asked elsewhere, or not waited for. */
  readonly pageChallenge: (known: KnownCharge) => Promise<PageChallenge | null>
  /** A saved card as it is now; null when it does not exist. Throws SHOP_BUSY when the processor does not answer. */
  readonly readCard: (processorMethod: string) => Promise<CardDetails | null>
  /** Refunds part or all of a charge; the same key again, however late, refunds nothing more and returns its state. */
  readonly refund: (request: RefundRequest) => Promise<RefundOutcome>
  /** The processor's own records of a period, by its own clock. These two throw when it cannot be reached. */
  readonly listCharges: (period: Period) => AsyncIterable<ChargeRecord>
  readonly listRefunds: (period: Period) => AsyncIterable<RefundRecord>
  /** All refunds of a charge, also those that this shop did not ask for. Throws when it cannot be reached. */
  readonly refundsOf: (processorCharge: string) => Promise<readonly RefundRecord[]>
  /** Fees and payouts. */
  readonly balance: BalancePort
  /** The customers of these charges, by the processor's ids; unknown charges have none. These two throw when it cannot be reached. */
  readonly customersOf: (processorCharges: readonly string[]) => Promise<readonly string[]>
  /** Deletes customers there, with their e-mails and saved cards; their charges stay. One that is gone already is skipped. */
  readonly deleteCustomers: (processorCustomers: readonly string[]) => Promise<void>
  /** What banks take back or ask about. */
  readonly disputes: DisputePort
  /** Null for a processor that runs in real time. */
  readonly time: ProcessorTime | null
  /** Null when the signature is missing, wrong or too old. */
  readonly readWebhook: (headers: WebhookHeaders, rawBody: string) => WebhookEvent | null
  readonly cardEntry: CardEntry
  /** Null where the shop offers no wallets. */
  readonly walletEntry: WalletEntry | null
  /** The processor's own page for a card, for browsers without JavaScript; null when it has none. */
  readonly cardPageUrl: (returnUrl: string) => string | null
  readonly cardOrigins: CardOrigins
}
