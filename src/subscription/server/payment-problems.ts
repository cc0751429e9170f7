import type { Kysely } from 'kysely'
import type { PaymentMethod } from '#payment/charge/server/payments.ts'
import type { DeclineKind } from '#payment/charge/rules/charge-state.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import type { DunningPolicy } from '#subscription/dunning/rules/dunning.ts'
import { cardUrl } from '#subscription/dunning/server/card-links.ts'
import { declinedCards } from '#subscription/dunning/server/dunning-cases.ts'
import { selectUnpaidCases } from '#subscription/dunning/server/dunning-store.ts'
import type { StoredSubscription } from '#subscription/record/server/subscription-record.ts'

interface DunningDeps {
  readonly deps: AppDeps
  readonly dunning: Pick<DunningPolicy, 'link_days'>
}

/** What a declined card means for a subscription. */
export interface PaymentProblem {
  /** The date of the order that could not be charged. */
  readonly since: string
  /** Why the card was declined. */
  readonly declineKind: DeclineKind
  /** Which is not the subscription's any more if the member has chosen another one since. */
  readonly declinedCard: PaymentMethod | null
  /** The bank wants the member to confirm the card. */
  readonly asksToConfirm: boolean
  /** Null when no attempt comes. */
  readonly nextTryOn: string | null
  /** Opens without signing in. */
  readonly updateCardUrl: string
}

/** The problems of declined cards, by subscription. */
export const problemsOf = async (
  { deps, dunning }: DunningDeps,
  db: Kysely<Database>,
  rows: readonly StoredSubscription[],
): Promise<ReadonlyMap<string, PaymentProblem>> => {
  const cases = await selectUnpaidCases(
    db,
    rows.map(({ id }) => id),
  )
  const cardOf = await declinedCards(db, [...cases.values()])
  const problems = rows.flatMap((row) => {
    const dunningCase = cases.get(row.id)
    if (!dunningCase) return []
    const declinedCard = cardOf(dunningCase)
    const isSameCard = declinedCard === null || declinedCard.id === row.paymentMethodId
    const problem = {
      since: dunningCase.dueOn,
      declineKind: dunningCase.declineKind,
      declinedCard,
      asksToConfirm: isSameCard && dunningCase.declineKind === 'authenticate',
      nextTryOn: dunningCase.state === 'open' ? row.nextAttemptOn : null,
      updateCardUrl: cardUrl(deps, dunning, dunningCase.id),
    }
    return [[row.id, problem] as const]
  })
  return new Map(problems)
}
