import { balanced, credit, debit } from '#ledger/rules/journal.ts'
import type { Journal } from '#ledger/rules/journal.ts'
import type { Cents, Currency } from '#shared/money.ts'

/** The reason of a credit grant; the ledger separates the expense by it. */
export type CreditReason = 'refer-friend' | 'came-by-friend' | 'operator'

interface CreditMovement {
  /** Of the grant, or of what lapses. */
  readonly id: string
  readonly accountId: string
  readonly cents: Cents
  readonly currency: Currency
}

const journalHeader = (
  fact: 'credit-given' | 'credit-lapsed',
  { id, accountId, currency }: CreditMovement,
) => ({
  fact,
  factId: id,
  orderId: null,
  accountId,
  currency,
})

/** The shop owes a member more, and it cost the shop that much. */
export const creditGiven = (movement: CreditMovement, reason: CreditReason): Journal =>
  balanced({
    ...journalHeader('credit-given', movement),
    postings: [
      debit('credit-given', movement.cents, reason),
      credit('member-credit', movement.cents, movement.accountId),
    ],
  })

/** The account has ended: the credit is not owed anymore, which reduces the expense of the shop. */
export const creditLapsed = (movement: CreditMovement): Journal =>
  balanced({
    ...journalHeader('credit-lapsed', movement),
    postings: [
      debit('member-credit', movement.cents, movement.accountId),
      credit('credit-given', movement.cents, 'lapsed'),
    ],
  })
