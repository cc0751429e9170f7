import { Refusal } from '../sandbox-base/refusal.ts'
import type { Charge } from './charge-records.ts'
import type { ChargeDeps } from './charges.ts'
import type { Dispute } from './dispute-records.ts'
import { recordBalance } from './paying-out.ts'
import { testCardNamed, type Aftermath } from './test-cards.ts'

/** Days from a charge to what its card has in store, from there to the deadline, and from evidence to a decision. */
const daysTo = { open: 3, expire: 7, decide: 5 } as const

const dayMs = 86_400_000
const feeCents = 1500

type EventType =
  | 'dispute.created'
  | 'dispute.updated'
  | 'dispute.closed'
  | 'dispute.funds_withdrawn'
  | 'dispute.funds_reinstated'
  | 'fraud_warning.created'

const aftermathOf = ({ card }: Charge): Aftermath | null => testCardNamed(card.testCard).aftermath

/** Counted from when a step was due, however late it is taken: a day of the shop's time has all of it or nothing. */
const later = (from: number, days: number): number => from + days * dayMs

/** Writes down what the bank will do about a charge that succeeded, inside the caller's transaction. */
export const planAftermath = (deps: ChargeDeps, charge: Charge): void => {
  if (charge.amount === 0 || aftermathOf(charge) === null) return
  const happensAt = later(deps.clock.now(), daysTo.open)
  deps.aftermath.plan({ chargeId: charge.id, disputeId: null, what: 'open', happensAt })
}

/** Events in the order in which they happened; a card may have them sent three times and the last one first. */
const recordEvents = (
  { deliveries, machine }: ChargeDeps,
  charge: Charge,
  about: { readonly dispute: string } | { readonly warning: string },
  types: readonly EventType[],
): void => {
  const isShuffled = aftermathOf(charge)?.webhooks === 'shuffled'
  for (const type of isShuffled ? types.toReversed() : types) {
    const id = machine.newId('evt')
    const data = { charge: charge.id, idempotency_key: charge.idempotencyKey, ...about }
    const now = machine.now()
    deliveries.add(
      { id, body: JSON.stringify({ id, type, created: now, data }) },
      isShuffled ? [now, now, now] : [now],
    )
  }
}

const move = (deps: ChargeDeps, { id, chargeId, currency }: Dispute, amount: number, fee: number): void => {
  deps.disputes.addMovement(id, { id: deps.machine.newId('txn'), amount, fee }, deps.clock.now())
  recordBalance(deps, { kind: 'dispute', source: id, chargeId, amount, currency }, fee)
}

const planExpiry = ({ aftermath }: ChargeDeps, { chargeId, id, dueAt }: Dispute): void =>
  aftermath.plan({ chargeId, disputeId: id, what: 'expire', happensAt: dueAt })

const openDispute = (deps: ChargeDeps, charge: Charge, { kind, reason }: Aftermath, at: number): void => {
  const amount = charge.amount - charge.refunded
  // All of it went back: there is nothing to dispute.
  if (amount === 0) return
  const isInquiry = kind === 'inquiry'
  const dispute: Dispute = {
    id: deps.machine.newId('dp'),
    chargeId: charge.id,
    state: isInquiry ? 'warning_needs_response' : 'needs_response',
    reason,
    networkReason: reason === 'fraudulent' ? '10.4' : '13.1',
    amount,
    currency: charge.currency,
    dueAt: later(at, daysTo.expire),
    submissions: 0,
    submissionKey: null,
    evidence: null,
    createdAt: deps.clock.now(),
  }
  deps.disputes.save(dispute)
  planExpiry(deps, dispute)
  if (!isInquiry) move(deps, dispute, -amount, feeCents)
  const types: EventType[] = isInquiry ? ['dispute.created'] : ['dispute.created', 'dispute.funds_withdrawn']
  recordEvents(deps, charge, { dispute: dispute.id }, types)
}

const warn = (deps: ChargeDeps, charge: Charge, { reason }: Aftermath): void => {
  const warning = {
    id: deps.machine.newId('issfr'),
    chargeId: charge.id,
    fraudType: reason,
    createdAt: deps.clock.now(),
  }
  deps.aftermath.addWarning(warning)
  recordEvents(deps, charge, { warning: warning.id }, ['fraud_warning.created'])
}

/** What happens to a charge at a moment that has come, inside the caller's transaction. */
export const openAftermath = (deps: ChargeDeps, charge: Charge, at: number): void => {
  const aftermath = aftermathOf(charge)
  if (aftermath === null) return
  if (aftermath.kind === 'fraud-warning') warn(deps, charge, aftermath)
  else openDispute(deps, charge, aftermath, at)
}

/** Nobody answered in time: an inquiry becomes a dispute, and a dispute is lost. */
export const expireDispute = (deps: ChargeDeps, charge: Charge, dispute: Dispute, at: number): void => {
  if (dispute.state === 'needs_response') {
    deps.disputes.save({ ...dispute, state: 'lost' })
    return recordEvents(deps, charge, { dispute: dispute.id }, ['dispute.closed'])
  }
  if (dispute.state !== 'warning_needs_response') return
  const amount = Math.min(dispute.amount, charge.amount - charge.refunded)
  const formal: Dispute = { ...dispute, amount, state: 'needs_response', dueAt: later(at, daysTo.expire) }
  deps.disputes.save(formal)
  planExpiry(deps, formal)
  move(deps, formal, -formal.amount, feeCents)
  recordEvents(deps, charge, { dispute: dispute.id }, ['dispute.updated', 'dispute.funds_withdrawn'])
}

/** The bank has read the evidence. */
export const decideDispute = (deps: ChargeDeps, charge: Charge, dispute: Dispute): void => {
  if (dispute.state === 'warning_under_review') {
    deps.disputes.save({ ...dispute, state: 'warning_closed' })
    return recordEvents(deps, charge, { dispute: dispute.id }, ['dispute.closed'])
  }
  if (dispute.state !== 'under_review') return
  const decision = aftermathOf(charge)?.decision ?? 'lost'
  deps.disputes.save({ ...dispute, state: decision })
  // The fee stays with the processor.
  if (decision === 'won') move(deps, dispute, dispute.amount, 0)
  const types: EventType[] =
    decision === 'won' ? ['dispute.closed', 'dispute.funds_reinstated'] : ['dispute.closed']
  recordEvents(deps, charge, { dispute: dispute.id }, types)
}

const openOne = (deps: ChargeDeps, id: string): { readonly charge: Charge; readonly dispute: Dispute } => {
  const dispute = deps.disputes.byId(id)
  const charge = dispute && deps.records.byId(dispute.chargeId)
  if (!dispute || !charge) throw new Refusal(404, 'dispute_unknown', 'This dispute does not exist.')
  return { dispute, charge }
}

const assertUnanswered = ({ state }: Dispute): void => {
  if (state !== 'needs_response' && state !== 'warning_needs_response')
    throw new Refusal(409, 'dispute_closed', 'This dispute takes nothing any more.')
}

/** Nothing is left to ask about: an inquiry ends with a full refund, inside the caller's transaction. */
export const closeInquiries = (deps: ChargeDeps, charge: Charge): void => {
  for (const dispute of deps.disputes.ofCharge(charge.id)) {
    if (dispute.state !== 'warning_needs_response' && dispute.state !== 'warning_under_review') continue
    deps.disputes.save({ ...dispute, state: 'warning_closed' })
    recordEvents(deps, charge, { dispute: dispute.id }, ['dispute.closed'])
  }
}

/** Takes the shop's evidence; the same key again changes nothing. */
export const submitEvidence = (
  deps: ChargeDeps,
  id: string,
  key: string,
  evidence: string,
): Promise<Dispute> =>
  deps.write(() => {
    const { dispute, charge } = openOne(deps, id)
    if (dispute.submissionKey === key) return dispute
    assertUnanswered(dispute)
    const state = dispute.state === 'needs_response' ? 'under_review' : 'warning_under_review'
    const submissions = dispute.submissions + 1
    const answered: Dispute = { ...dispute, state, submissions, submissionKey: key, evidence }
    deps.disputes.save(answered)
    const { chargeId } = dispute
    deps.aftermath.plan({
      chargeId,
      disputeId: id,
      what: 'decide',
      happensAt: later(deps.clock.now(), daysTo.decide),
    })
    recordEvents(deps, charge, { dispute: id }, ['dispute.updated'])
    return answered
  })

/** The shop gives it up. */
export const acceptDispute = (deps: ChargeDeps, id: string): Promise<Dispute> =>
  deps.write(() => {
    const { dispute, charge } = openOne(deps, id)
    if (dispute.state === 'lost') return dispute
    if (dispute.state !== 'needs_response')
      throw new Refusal(409, 'dispute_closed', 'Only a dispute that waits for an answer is given up.')
    const closed: Dispute = { ...dispute, state: 'lost' }
    deps.disputes.save(closed)
    recordEvents(deps, charge, { dispute: id }, ['dispute.closed'])
    return closed
  })

/** Whether a dispute has taken the money of this charge. */
export const isChargedBack = ({ disputes }: Pick<ChargeDeps, 'disputes'>, chargeId: string): boolean =>
  disputes.ofCharge(chargeId).some(({ state }) => !state.startsWith('warning_') && state !== 'won')
