import { balanced, credit, debit } from '#ledger/rules/journal.ts'
import type { Journal } from '#ledger/rules/journal.ts'
import type { Cents } from '#shared/money.ts'

/** Why credit is given; the ledger keeps the expense apart by it. */
export type CreditReason = 'refer-friend' | 'came-by-friend' | 'operator'

interface Moved {
  /** Of the grant, or of what lapses. */
  readonly id: string
  readonly accountId: string
  readonly cents: Cents
}

const about = (fact: 'credit-given' | 'credit-lapsed', { id, accountId }: Moved) => ({
  fact,
  factId: id,
  orderId: null,
  accountId,
  currency: 'USD' as const,
})

/** The shop owes a member more, and it cost the shop that much. */
export const creditGiven = (moved: Moved, reason: CreditReason): Journal =>
  balanced({
    ...about('credit-given', moved),
    postings: [
      debit('credit-given', moved.cents, reason),
      credit('member-credit', moved.cents, moved.accountId),
    ],
  })

/** The account has ended: nobody is owed any more, so it cost the shop that much less. */
export const creditLapsed = (moved: Moved): Journal =>
  balanced({
    ...about('credit-lapsed', moved),
    postings: [
      debit('member-credit', moved.cents, moved.accountId),
      credit('credit-given', moved.cents, 'lapsed'),
    ],
  })
