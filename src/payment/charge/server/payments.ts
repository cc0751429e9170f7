import type { Cents, Currency } from '#shared/money.ts'
import type { Address } from '#shared/address.ts'
import { ShopError } from '#shared/errors.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import type { PageChallenge } from '../../endpoints.ts'
import type { ChargeOutcome } from '../rules/charge-state.ts'
import { requestWindowSeconds } from '../rules/charge-state.ts'
import { statementSuffix } from '../../processor/rules/statement-suffix.ts'
import { insertCharges, moveCharge, readCharge } from './charge-store.ts'
import type { CardOrigin, Charge, ChargeDraft, ChargePurpose } from './charge-record.ts'
import {
  insertOrFindMethod,
  readNewestCustomer,
  holdSavedMethod,
} from '../../card/server/payment-method-store.ts'
import type { PaymentMethod } from '../../card/server/payment-method-store.ts'
import type { ChargedSource, Processor, ProcessorName } from '../../processor/server/processor.ts'

export type { Charge, ChargePurpose } from './charge-record.ts'
export type { PaymentMethod } from '../../card/server/payment-method-store.ts'

export type { PaidCharge } from './charge-store.ts'
export {
  movePaid as recordPaid,
  releaseCharge as checkNow,
  voidIntended as withdrawCharge,
  readChargesFor as chargesFor,
} from './charge-store.ts'
export {
  readCards as listSavedCards,
  readSavedMethod as savedCardOf,
  readMethod as paymentMethodOf,
  readOwnedMethods as ownedPaymentMethods,
} from '../../card/server/payment-method-store.ts'

/** What taking money needs of the outside. */
export interface PaymentServices {
  readonly deps: AppDeps
  readonly processor: Processor
}

/** A charge that is to be requested. */
export interface OpenCharge {
  readonly purpose: ChargePurpose
  /** The checkout or the billing cycle it pays for. */
  readonly purposeId: string
  /** 1 for the first attempt; each attempt is requested once. */
  readonly attempt: number
  readonly accountId: string | null
  readonly email: string
  readonly amountCents: Cents
  readonly currency: Currency
  readonly source: ChargedSource
  /** The processor's customer of the saved card, or whom a new one is added to; null for somebody new. */
  readonly processorCustomer: string | null
  /** True when the buyer is not there: a renewal. */
  readonly offSession: boolean
  /** Full URL; where the buyer returns after a challenge. */
  readonly returnUrl: string
  /** What is bought, for the processor's records and, shortened, for the card statement. */
  readonly description: string
  /** Where the goods go; null when nothing is shipped. */
  readonly shipTo: Address | null
  /** The origin of a card that was entered for this; missing for every other one. */
  readonly origin?: CardOrigin
}

const draftOf = (tx: Tx, processor: ProcessorName, charge: OpenCharge): ChargeDraft => {
  const { purpose, purposeId, attempt, accountId, email } = charge
  const { amountCents, currency, source, offSession, returnUrl, description, processorCustomer, shipTo } =
    charge
  const idempotencyKey = `${purpose}:${purposeId}:${attempt}`
  return {
    id: tx.ids.uuid(),
    purpose,
    purposeId,
    attempt,
    accountId,
    processor,
    request: {
      idempotencyKey,
      amountCents,
      currency,
      source,
      customer: { reference: accountId ?? email, email, processorCustomer },
      offSession,
      returnUrl,
      description,
      statementSuffix: amountCents === 0 ? null : statementSuffix(description),
      shipTo,
      metadata: { purpose, purpose_id: purposeId, attempt: String(attempt) },
    },
    createdAt: tx.now,
    nextCheckAt: tx.now.add({ seconds: requestWindowSeconds }),
    requestedBy: tx.process,
    origin: charge.origin ?? null,
  }
}

/**
 * Writes charges before they are requested, in the caller's transaction and in one statement. Returns those that are
 * new: an attempt that was opened before is omitted, because the request that opened it requests the charge.
 */
export const openCharges = (
  tx: Tx,
  processor: ProcessorName,
  charges: readonly OpenCharge[],
): Promise<Charge[]> =>
  insertCharges(
    tx.db,
    charges.map((charge) => draftOf(tx, processor, charge)),
  )

/** As `openCharges`, for one; throws PAYMENT_PENDING when this attempt was opened before. */
export const openCharge = async (tx: Tx, processor: ProcessorName, charge: OpenCharge): Promise<Charge> => {
  const [opened] = await openCharges(tx, processor, [charge])
  if (!opened) throw new ShopError('PAYMENT_PENDING')
  return opened
}

/**
 * Requests the charge from the processor. Never inside a transaction: it may take long, and a rollback would not undo
 * it.
 */
export const requestCharge = async (
  { deps, processor }: PaymentServices,
  charge: Charge,
): Promise<ChargeOutcome> => {
  if (charge.processor === processor.name) return processor.charge(charge.request)
  deps.log.error(
    { charge: charge.id, processor: charge.processor },
    'the charge belongs to another processor',
  )
  return { state: 'unknown' }
}

/**
 * Ends a charge at the processor that its buyer does not want to answer for any more; the caller records the outcome.
 * `succeeded` when the buyer was faster, `unknown` when the processor does not answer.
 */
export const settleCharge = async (
  { processor }: PaymentServices,
  { processor: name, request, processorCharge, createdAt }: Charge,
): Promise<ChargeOutcome> =>
  name === processor.name ? processor.settle({ request, processorCharge, createdAt }) : { state: 'unknown' }

/** A charge after an outcome was recorded; `wasOpen` says whether the outcome still counted. */
export interface RecordedCharge {
  readonly charge: Charge
  readonly wasOpen: boolean
}

/**
 * Records the processor's answer. A settled charge never changes, so late, repeated and unordered answers are harmless.
 * What the charge pays for is finished in this same transaction. Throws NOT_FOUND.
 */
export const recordOutcome = async (
  tx: Tx,
  chargeId: string,
  outcome: ChargeOutcome,
): Promise<RecordedCharge> => {
  const moved = await moveCharge(tx.db, chargeId, outcome, tx.now)
  if (moved) return { charge: moved, wasOpen: true }
  const charge = await readCharge(tx.db, chargeId)
  if (!charge) throw new ShopError('NOT_FOUND')
  return { charge, wasOpen: false }
}

/**
 * Saves the card of a succeeded charge for a member, once however often it is called; returns the card's id. Null when
 * the processor did not save the card (`save` was false).
 */
export const savePaymentMethod = async (
  tx: Tx,
  accountId: string,
  charge: Charge,
): Promise<string | null> => {
  const { card, processor } = charge
  if (!card || card.processorMethod === null) return null
  const { processorMethod } = card
  const method = { ...card, id: tx.ids.uuid(), accountId, processor, processorMethod }
  return insertOrFindMethod(tx.db, method, tx.now)
}

/** Whom at the processor a member's new card is added to, so that one person stays one customer; null for the first card. */
export const customerForNewCard = (
  { processor }: Pick<PaymentServices, 'processor'>,
  tx: Tx,
  accountId: string,
): Promise<string | null> => readNewestCustomer(tx.db, accountId, processor.name)

/** As `savedCardOf`, locked until the transaction ends, so that it cannot be removed while it is assigned. */
export const holdSavedCard = (tx: Tx, accountId: string, id: string): Promise<PaymentMethod | null> =>
  holdSavedMethod(tx.db, accountId, id)

/**
 * What a page needs to ask the bank's question itself; null when it is asked elsewhere or not waited for. For the
 * charge's own buyer only: the secret completes the charge.
 */
export const pageChallengeOf = async (
  { processor }: PaymentServices,
  charge: Charge | null | undefined,
): Promise<PageChallenge | null> => {
  if (charge?.state !== 'challenge' || charge.processor !== processor.name) return null
  const { request, processorCharge, createdAt } = charge
  const page = await processor.pageChallenge({ request, processorCharge, createdAt })
  return page && { publishable_key: page.publishableKey, client_secret: page.clientSecret }
}
