import { randomUUID } from 'node:crypto'
import { createLog } from '#platform/log.ts'
import type {
  ChargeRequest,
  KnownCharge,
  Processor,
  RefundRequest,
  WebhookHeaders,
} from '#payment/processor/server/processor.ts'

export type ContractCard =
  | 'approve'
  | 'no-funds'
  | 'stolen'
  | 'expired'
  | 'wrong-code'
  | 'challenge'
  | 'authenticate'
  | 'renewal-no-funds'

/** How an answer gets lost: `silent` and `reset` after the charge was made, `lost` before. */
export type LostAnswer = 'silent' | 'reset' | 'lost'

/** `silent` gives back and the answer is lost, `lost` never arrives, `refused` is refused by the bank. */
export type RefundTrouble = 'silent' | 'lost' | 'refused'

export interface Webhook {
  readonly headers: WebhookHeaders
  readonly rawBody: string
}

/** A processor of either kind, running, with its own side controlled by the test. */
export interface TestProcessor {
  readonly processor: Processor
  /** Of its good cards. */
  readonly cardExpiry: { readonly expMonth: number; readonly expYear: number }
  /** A fresh card token, as the browser would send it. */
  readonly token: (card: ContractCard) => Promise<string>
  /** A token of a good card whose charge loses its answer. */
  readonly unluckyToken: (how: LostAnswer) => Promise<string>
  /** A token of a good card whose first refund goes so. */
  readonly refundToken: (how: RefundTrouble) => Promise<string>
  /** Makes the processor refuse refunds of this charge, whose token was for that. */
  readonly refuseRefunds: (processorCharge: string) => void
  /** What the buyer answers the bank; where they are sent on to. */
  readonly answerChallenge: (
    challenge: { readonly processorCharge: string; readonly url: string },
    answer: 'approve' | 'refuse',
  ) => Promise<string>
  /** The cents that the processor charged for this key, minus refunds, by its own records. */
  readonly takenFor: (idempotencyKey: string) => Promise<number>
  /** The processor has taken another sum for this key than was asked for, by its own records. */
  readonly takeOther: (idempotencyKey: string, sum: { cents: number; currency: string }) => void
  /** The first webhook, come or to come, whose body holds the text. */
  readonly webhook: (holding: string) => Promise<Webhook>
  /** The headers of a body that was signed so many seconds ago. */
  readonly sign: (rawBody: string, secondsAgo: number) => WebhookHeaders
  readonly stop: () => Promise<void>
}

/** Webhooks as they arrive, for tests that wait for one. */
export const createMailbox = () => {
  const arrived: Webhook[] = []
  const waiting = new Set<() => void>()
  return {
    arrived,
    put: (webhook: Webhook): void => {
      arrived.push(webhook)
      for (const look of waiting) look()
    },
    find: (holding: string, count = 1): Promise<Webhook[]> =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = arrived.filter(({ rawBody }) => rawBody.includes(holding))
          if (found.length < count) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
  }
}

export const shopUrl = 'http://localhost:3000'
export const silent = createLog('silent')

/** A purchase of 49.99 with this token; `changes` makes another request of it. */
export const purchaseOf = (token: string, changes: Partial<ChargeRequest> = {}): ChargeRequest => ({
  idempotencyKey: `purchase:${randomUUID()}:1`,
  amountCents: 4999,
  currency: 'USD',
  source: { kind: 'token', token, save: true },
  customer: { reference: randomUUID(), email: 'june@example.com', processorCustomer: null },
  offSession: false,
  returnUrl: `${shopUrl}/checkout/return`,
  description: 'Loam',
  statementSuffix: null,
  shipTo: null,
  metadata: { purpose: 'purchase', attempt: '1' },
  ...changes,
})

/** A request that saves the card and charges nothing. */
export const keepingOf = (token: string, changes: Partial<ChargeRequest> = {}): ChargeRequest =>
  purchaseOf(token, { idempotencyKey: `card:${randomUUID()}:1`, amountCents: 0, ...changes })

/** A refund of 10.00 with a key of its own. */
export const refundOf = (processorCharge: string, changes: Partial<RefundRequest> = {}): RefundRequest => ({
  idempotencyKey: `refund:${randomUUID()}`,
  processorCharge,
  processorRefund: null,
  amountCents: 1000,
  currency: 'USD',
  requestedAt: Temporal.Now.instant(),
  ...changes,
})

/** What a shop knows of a charge whose answer never came. */
export const knownOf = (request: ChargeRequest, processorCharge: string | null = null): KnownCharge => ({
  request,
  processorCharge,
  createdAt: Temporal.Now.instant(),
})
