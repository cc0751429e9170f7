import { splitSum } from '#shared/payment-split.ts'
import type { PaymentSplit } from '#shared/payment-split.ts'
import type { RefundLine } from '#pricing/rules/refund-lines.ts'
import type { RefundState } from './refund.ts'

/** Within so many hours the same refund is taken for one that was typed twice. */
const repeatHours = 24

interface DecidedRefund {
  readonly split: PaymentSplit
  readonly lines: readonly RefundLine[]
}

interface EarlierRefund extends DecidedRefund {
  readonly state: RefundState
  readonly reason: string
  readonly requestedAt: Temporal.Instant
}

const byHand: readonly string[] = ['operator', 'goodwill']

const unitsOf = ({ lines }: DecidedRefund): string =>
  lines
    .flatMap(({ kind, position, quantity }) => (kind === 'line' ? [`${position} ${quantity}`] : []))
    .toSorted()
    .join()

/**
 * The latest refund of an order that a person gave within the last `repeatHours`, of the same units and the same sum, to
 * the card or as credit; null for none. One that the processor refused gave nothing.
 */
export const sameRefundBefore = <Earlier extends EarlierRefund>(
  earlier: readonly Earlier[],
  given: DecidedRefund,
  now: Temporal.Instant,
): Earlier | null => {
  const since = now.subtract({ hours: repeatHours })
  const same = earlier.filter(
    (one) =>
      one.state !== 'refused' &&
      byHand.includes(one.reason) &&
      Temporal.Instant.compare(one.requestedAt, since) > 0 &&
      splitSum(one.split) === splitSum(given.split) &&
      unitsOf(one) === unitsOf(given),
  )
  return same.toSorted((a, b) => Temporal.Instant.compare(b.requestedAt, a.requestedAt))[0] ?? null
}
