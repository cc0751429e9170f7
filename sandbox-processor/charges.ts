import { createHash } from 'node:crypto'
import type { AftermathRecords } from './aftermath-records.ts'
import type { Charge, ChargeRecords } from './charge-records.ts'
import type { Deliveries } from '../sandbox-base/deliveries.ts'
import { recordChargeEvents, type EventType } from './charge-events.ts'
import type { ClosedKeys, Refund, RefundRecords } from './key-records.ts'
import type { DisputeRecords } from './dispute-records.ts'
import type { BalanceRecords, FeeRule } from './balance.ts'
import { closeInquiries, isChargedBack, planAftermath } from './disputes.ts'
import { recordBalance, recordCharge } from './paying-out.ts'
import type { Machine } from '../sandbox-base/machine.ts'
import type { CardSource, WalletRecords } from './wallet-records.ts'
import type { MovedClock } from '../sandbox-base/moved-clock.ts'
import { Refusal } from '../sandbox-base/refusal.ts'
import type { Write } from '../sandbox-base/sqlite.ts'
import { testCardNamed, type Manner, type RefundManner, type Verdict } from './test-cards.ts'

export interface ChargeRequest {
  /** 0 saves the card and charges nothing. */
  readonly amount: number
  readonly currency: string
  /** A token or, when it starts with `pm_`, a saved method. */
  readonly source: string
  /** `id` is ours, `''` for a customer that the shop names by a reference of its own. */
  readonly customer: { readonly id: string; readonly reference: string; readonly email: string }
  readonly save: boolean
  readonly offSession: boolean
  readonly returnUrl: string
  readonly description: string
  readonly metadata: string
}

export interface ChargeDeps {
  readonly write: Write
  readonly machine: Machine
  readonly records: ChargeRecords
  readonly closedKeys: ClosedKeys
  readonly refunds: RefundRecords
  readonly wallet: WalletRecords
  readonly disputes: DisputeRecords
  readonly aftermath: AftermathRecords
  readonly balance: BalanceRecords
  readonly fee: FeeRule
  /** What banks do days later happens by this one. */
  readonly clock: MovedClock
  readonly deliveries: Deliveries
}

export const digestOf = (request: ChargeRequest): string =>
  createHash('sha256').update(JSON.stringify(request)).digest('hex')

const closedRefusal = () =>
  new Refusal(409, 'key_closed', 'This idempotency key was closed; it can never charge.')

/** The charge that this key has already made, or null. Throws when the key is closed or was used for another request. */
export const chargeAlreadyMade = (deps: ChargeDeps, key: string, request: ChargeRequest): Charge | null => {
  const made = deps.records.byKey(key)
  if (made && made.requestDigest !== digestOf(request))
    throw new Refusal(422, 'key_reused', 'This idempotency key was used for a different request.')
  if (made?.state === 'closed' || (!made && deps.closedKeys.has(key))) throw closedRefusal()
  return made
}

const sourceOf = (deps: ChargeDeps, key: string, request: ChargeRequest): CardSource => {
  const saved = request.source.startsWith('pm_')
  const source = saved ? deps.wallet.method(request.source) : deps.wallet.token(request.source)
  if (!source) throw new Refusal(402, 'source_unknown', 'This card token or saved card does not exist.')
  if (source.usedBy !== null && source.usedBy !== key)
    throw new Refusal(402, 'source_used', 'This card token has been used already.')
  refuseOtherSum(deps, request)
  return source
}

/** What a wallet showed is what it pays. */
const refuseOtherSum = ({ wallet }: ChargeDeps, { source, amount, currency }: ChargeRequest): void => {
  const only = wallet.sumOf(source)
  if (only !== null && (only.amount !== amount || only.currency !== currency))
    throw new Refusal(402, 'sum_differs', 'The wallet showed the buyer another sum.')
}

/** How the card behaves on the wire. Throws when the request names no usable card. */
export const mannerOf = (deps: ChargeDeps, key: string, request: ChargeRequest): Manner => {
  const known = testCardNamed(sourceOf(deps, key, request).card.testCard)
  return request.offSession ? (known.renewalManner ?? known.manner) : known.manner
}

const verdictOf = (source: CardSource, request: ChargeRequest): Verdict => {
  const known = testCardNamed(source.card.testCard)
  return request.offSession ? (known.renewalVerdict ?? known.verdict) : known.verdict
}

const stateFor: Record<Verdict['say'], Charge['state']> = {
  approve: 'succeeded',
  challenge: 'challenge',
  decline: 'declined',
}

const eventOf = ({ amount, state }: Pick<Charge, 'amount' | 'state'>): EventType =>
  `${amount === 0 ? 'setup' : 'charge'}.${state}`

/**
 * The outcome is sent to the shop; a card whose webhooks come in the wrong order needs a right order to deviate from.
 */
const eventsOf = (charge: Charge): EventType[] => {
  const outcome = eventOf(charge)
  return testCardNamed(charge.card.testCard).webhooks === 'reversed' ? ['charge.pending', outcome] : [outcome]
}

const saveMethod = (deps: ChargeDeps, customerId: string, source: CardSource): string => {
  if (source.customerId !== null) return source.id
  const id = deps.machine.newId('pm')
  deps.wallet.addMethod(id, customerId, source.card, deps.machine.now())
  return id
}

const customerOf = (deps: ChargeDeps, request: ChargeRequest, source: CardSource): string => {
  const { id, reference, email } = request.customer
  const named = id === '' ? source.customerId : id
  if (named === null)
    return deps.wallet.customerFor(deps.machine.newId('cus'), reference, email, deps.machine.now())
  if (!deps.wallet.hasCustomer(named) || (source.customerId !== null && source.customerId !== named))
    throw new Refusal(402, 'source_unknown', 'This card does not belong to this customer.')
  return named
}

const succeed = (deps: ChargeDeps, charge: Charge): void => {
  recordCharge(deps, charge)
  planAftermath(deps, charge)
}

/** Makes the charge: one transaction that writes the charge, uses up the token and records the events. */
export const makeCharge = (deps: ChargeDeps, key: string, request: ChargeRequest): Promise<Charge> =>
  deps.write(() => {
    const made = chargeAlreadyMade(deps, key, request)
    if (made) return made
    const source = sourceOf(deps, key, request)
    const verdict = verdictOf(source, request)
    const customerId = customerOf(deps, request, source)
    const saves = verdict.say === 'approve' && request.save
    const charge: Charge = {
      id: deps.machine.newId(request.amount === 0 ? 'setup' : 'ch'),
      idempotencyKey: key,
      requestDigest: digestOf(request),
      state: stateFor[verdict.say],
      amount: request.amount,
      currency: request.currency,
      decline: verdict.say === 'decline' ? { kind: verdict.kind, reason: verdict.reason } : null,
      challenge: verdict.say === 'challenge' ? deps.machine.newId('challenge') : null,
      returnUrl: request.returnUrl,
      customerId,
      methodId: saves ? saveMethod(deps, customerId, source) : source.customerId === null ? null : source.id,
      saveMethod: request.save,
      offSession: request.offSession,
      card: source.card,
      description: request.description,
      metadata: request.metadata,
      createdAt: deps.clock.now(),
      refunded: 0,
    }
    deps.records.insert(charge)
    if (source.customerId === null) deps.wallet.useToken(source.id, key)
    recordChargeEvents(deps, charge, eventsOf(charge))
    if (charge.state === 'succeeded') succeed(deps, charge)
    return charge
  })

/** The buyer's answer on the challenge page. A charge that is no longer waiting stays as it is. */
export const answerChallenge = (
  deps: ChargeDeps,
  challenge: string,
  approved: boolean,
): Promise<Charge | null> =>
  deps.write(() => {
    const charge = deps.records.byChallenge(challenge)
    if (charge?.state !== 'challenge') return charge
    const customerId = charge.customerId
    const source: CardSource = { id: '', card: charge.card, usedBy: null, customerId: null }
    const methodId =
      approved && charge.saveMethod && customerId !== null && charge.methodId === null
        ? saveMethod(deps, customerId, source)
        : charge.methodId
    const decline = approved ? null : { kind: 'soft' as const, reason: 'authentication_refused' }
    const state = approved ? 'succeeded' : 'declined'
    deps.records.change(charge.id, state, decline, methodId)
    recordChargeEvents(deps, charge, [eventOf({ ...charge, state })])
    if (approved) succeed(deps, charge)
    return deps.records.byId(charge.id)
  })

/**
 * Makes sure that this key never charges from now on. A charge that was decided stays as it is, a waiting challenge
 * is closed, and for a key never seen null comes back with the key closed for ever.
 */
export const closeKey = (deps: ChargeDeps, key: string): Promise<Charge | null> =>
  deps.write(() => {
    const charge = deps.records.byKey(key)
    if (!charge) {
      deps.closedKeys.add(key, deps.machine.now())
      return null
    }
    if (charge.state !== 'challenge') return charge
    deps.records.change(charge.id, 'closed', null, charge.methodId)
    recordChargeEvents(deps, charge, [eventOf({ ...charge, state: 'closed' })])
    return deps.records.byId(charge.id)
  })

/** Gives back `amount` cents; the same key again gives the same refund. */
export const refundCharge = (
  deps: ChargeDeps,
  key: string,
  chargeId: string,
  amount: number,
): Promise<Refund> =>
  deps.write(() => {
    const given = deps.refunds.byKey(key)
    if (given) {
      if (given.chargeId === chargeId && given.amount === amount) return given
      throw new Refusal(422, 'key_reused', 'This idempotency key was used for a different request.')
    }
    const charge = deps.records.byId(chargeId)
    if (!charge) throw new Refusal(404, 'charge_unknown', 'This charge does not exist.')
    if (charge.state !== 'succeeded')
      throw new Refusal(409, 'charge_not_succeeded', 'Only a succeeded charge is refunded.')
    if (isChargedBack(deps, chargeId))
      throw new Refusal(409, 'charge_disputed', 'The bank has taken the money of this charge back.')
    if (charge.refunded + amount > charge.amount)
      throw new Refusal(409, 'refund_too_large', 'The refund is larger than what is left of the charge.')
    if (testCardNamed(charge.card.testCard).refunds === 'refused')
      throw new Refusal(409, 'refund_refused', 'The bank does not take money back for this card.')
    const { newId } = deps.machine
    const refund = {
      id: newId('re'),
      idempotencyKey: key,
      chargeId,
      amount,
      createdAt: deps.clock.now(),
      isFailed: false,
    }
    deps.refunds.add(refund)
    const entry = { kind: 'refund', source: refund.id, chargeId } as const
    recordBalance(deps, { ...entry, amount: -amount, currency: charge.currency })
    recordChargeEvents(deps, charge, ['charge.refunded'], key)
    if (charge.refunded + amount === charge.amount) closeInquiries(deps, charge)
    return refund
  })

/** The bank sends a refund back: what people at the processor see days later. Once; again changes nothing. */
export const failRefund = (deps: ChargeDeps, key: string): Promise<Refund> =>
  deps.write(() => {
    const refund = deps.refunds.byKey(key)
    const charge = refund && deps.records.byId(refund.chargeId)
    if (!refund || !charge) throw new Refusal(404, 'refund_unknown', 'No refund was made with this key.')
    if (refund.isFailed) return refund
    deps.refunds.fail(refund.id, deps.machine.now())
    const { amount, chargeId } = refund
    const entry = { kind: 'refund_failure', source: refund.id, chargeId, amount } as const
    recordBalance(deps, { ...entry, currency: charge.currency })
    recordChargeEvents(deps, charge, ['refund.failed'], key)
    return { ...refund, isFailed: true }
  })

/** How a refund of this charge behaves on the wire. */
export const refundMannerOf = (deps: ChargeDeps, chargeId: string): RefundManner => {
  const charge = deps.records.byId(chargeId)
  return charge ? testCardNamed(charge.card.testCard).refunds : 'prompt'
}
