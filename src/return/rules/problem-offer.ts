import type { Cents, Currency } from '#shared/money.ts'
import { isOnItsWay } from '#shipment/rules/shipment-state.ts'
import type { ShipmentState } from '#shipment/rules/shipment-state.ts'
import type { ProblemPolicy } from './problem-policy.ts'
import type { ReturnedLine } from './return-offer.ts'

/** What is wrong with something of an order. */
export const problemKinds = ['missing', 'damaged', 'wrong-item'] as const

export type ProblemKind = (typeof problemKinds)[number]

/** What its buyer wants. */
export const problemWishes = ['reship', 'refund'] as const

export type ProblemWish = (typeof problemWishes)[number]

/** `open` waits for an operator. */
export const problemStates = ['open', 'reshipped', 'refunded', 'declined'] as const

export type ProblemState = (typeof problemStates)[number]

/** Photos of one problem at most. */
export const maxPhotos = 3

/** The largest file of a photo, in bytes. */
export const maxPhotoBytes = 10 * 1024 * 1024

/** The largest form with photos, in bytes: as many as there may be, and what is beside them. */
export const maxProblemFormBytes = maxPhotos * maxPhotoBytes + 100_000

/** A shipment and what of each line is in it. */
interface SentShipment {
  readonly state: ShipmentState
  /** The day on which it counts as received, in the time zone of the shop; null while it is not. */
  readonly receivedOn: Temporal.PlainDate | null
  readonly items: readonly ReturnedLine[]
}

interface ClaimedLines<State> {
  readonly state: State
  readonly lines: readonly ReturnedLine[]
}

export interface ProblemFacts {
  readonly kind: 'purchase' | 'renewal' | 'gift'
  readonly isWithdrawn: boolean
  /** Without those that were sent again. */
  readonly shipments: readonly SentShipment[]
  /** Units of each line that no refund has given back. */
  readonly unrefunded: readonly ReturnedLine[]
  readonly returns: readonly ClaimedLines<'requested' | 'received' | 'canceled' | 'expired'>[]
  readonly problems: readonly ClaimedLines<ProblemState>[]
  readonly today: Temporal.PlainDate
  readonly policy: Pick<ProblemPolicy, 'report_within_days'>
}

/** Why no item of an order can be reported. */
export type NoProblem = 'gift' | 'withdrawn' | 'not-shipped' | 'too-late' | 'settled'

export type ProblemOffer =
  | { readonly kind: 'none'; readonly reason: NoProblem }
  | { readonly kind: 'open'; readonly lines: readonly ReturnedLine[] }

const sent: readonly ShipmentState[] = ['delivered', 'lost', 'returned-to-sender']

const unitsOf = (lines: readonly ReturnedLine[], position: number): number =>
  lines.filter((line) => line.position === position).reduce((sum, { quantity }) => sum + quantity, 0)

const linesIn = <State>(claimed: readonly ClaimedLines<State>[], states: readonly State[]) =>
  claimed.filter(({ state }) => states.includes(state)).flatMap(({ lines }) => lines)

/**
 * What can be reported of an order, by line. A unit is refunded, returned or a problem once: what left, less everything that is
 * in a return or a problem, and never more than what is neither refunded nor about to be.
 */
export const problemOffer = (facts: ProblemFacts): ProblemOffer => {
  if (facts.kind === 'gift') return { kind: 'none', reason: 'gift' }
  if (facts.isWithdrawn) return { kind: 'none', reason: 'withdrawn' }
  const left = facts.shipments.filter(({ state }) => isOnItsWay(state) || sent.includes(state))
  if (left.length === 0) return { kind: 'none', reason: 'not-shipped' }
  const inTime = left.filter(
    ({ receivedOn }) =>
      receivedOn === null || facts.today.since(receivedOn).days <= facts.policy.report_within_days,
  )
  if (inTime.length === 0) return { kind: 'none', reason: 'too-late' }
  const items = inTime.flatMap((shipment) => shipment.items)
  const pending = [
    ...linesIn(facts.returns, ['requested']),
    ...linesIn(facts.problems, ['open', 'reshipped']),
  ]
  const settled = [...linesIn(facts.returns, ['received']), ...linesIn(facts.problems, ['refunded'])]
  const lines = [...new Set(items.map(({ position }) => position))]
    .map((position) => {
      const waiting = unitsOf(pending, position)
      const arrived = unitsOf(items, position) - waiting - unitsOf(settled, position)
      return { position, quantity: Math.min(arrived, unitsOf(facts.unrefunded, position) - waiting) }
    })
    .filter(({ quantity }) => quantity > 0)
    .toSorted((a, b) => a.position - b.position)
  return lines.length === 0 ? { kind: 'none', reason: 'settled' } : { kind: 'open', lines }
}

/** Units that returns may not have, because a problem has them. */
export const unitsInProblems = (problems: readonly ClaimedLines<ProblemState>[]): readonly ReturnedLine[] =>
  linesIn(problems, ['open', 'reshipped', 'refunded'])

/** Whether more of a line is reported than has arrived, was lost or came back, or should have by today. */
export const isReportedUnderWay = (
  shipments: readonly SentShipment[],
  reported: readonly ReturnedLine[],
  today: Temporal.PlainDate,
): boolean => {
  const known = shipments
    .filter(({ state, receivedOn }) =>
      isOnItsWay(state)
        ? receivedOn !== null && Temporal.PlainDate.compare(receivedOn, today) < 0
        : sent.includes(state),
    )
    .flatMap(({ items }) => items)
  return reported.some(({ position, quantity }) => quantity > unitsOf(known, position))
}

/** Units that a report of a problem is or was refunded for, or may be. What is sent again is in a shipment of its own. */
export const unitsNotHeld = (problems: readonly ClaimedLines<ProblemState>[]): readonly ReturnedLine[] =>
  linesIn(problems, ['open', 'refunded'])

interface AutomaticFacts {
  readonly refundCents: Cents
  readonly currency: Currency
  /** A bank disputes the payment, or something else holds the order. */
  readonly isHeld: boolean
  readonly hasOpenReturn: boolean
  /** Some of it is on its way and in time: nobody can know yet what is wrong with it. */
  readonly isUnderWay: boolean
  readonly policy: Pick<ProblemPolicy, 'automatic_up_to'>
}

/** Whether a problem may be resolved as its buyer chooses, without an operator. */
export const mayResolveItself = (facts: AutomaticFacts): boolean => {
  const { refundCents, currency, isHeld, hasOpenReturn, isUnderWay, policy } = facts
  return (
    !isHeld &&
    !hasOpenReturn &&
    !isUnderWay &&
    refundCents > 0 &&
    refundCents <= (policy.automatic_up_to.get(currency) ?? 0)
  )
}
