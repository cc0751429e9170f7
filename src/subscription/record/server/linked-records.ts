import type { Kysely } from 'kysely'
import { ownedAddresses } from '#account/server/accounts.ts'
import { ownedPaymentMethods } from '#payment/charge/server/payments.ts'
import type { PaymentMethod } from '#payment/charge/server/payments.ts'
import type { Address } from '#shared/address.ts'
import type { Database } from '#platform/schema.ts'
import type { Log } from '#platform/log.ts'
import { together } from '#platform/gathered.ts'
import { selectStopped } from './stop-store.ts'
import type { LostRecord } from '../rules/lost-records.ts'
import type { SubscriptionWithTerms } from '#subscription/renewal/server/renewal-facts.ts'

/** The records that a subscription refers to, as far as they exist and belong to its member. */
export interface LinkedRecords {
  readonly card: PaymentMethod | null
  readonly address: Address | null
  readonly lost: readonly LostRecord[]
  /** It is not charged, because a bank disputes one of its payments. */
  readonly isStopped: boolean
}

const ownerOf = ({ accountId, terms: { addressId, paymentMethodId } }: SubscriptionWithTerms) => ({
  accountId,
  addressId,
  paymentMethodId,
})

/** The codes of the plans that a subscription brings. */
export const planCodesOf = ({ terms }: SubscriptionWithTerms): string[] =>
  [terms, ...terms.addOns].map(({ planCode }) => planCode)

/** The records of each subscription, by its id; `plans` knows the codes of the catalogue. */
export const readLinkedRecords = async (
  db: Kysely<Database>,
  all: readonly SubscriptionWithTerms[],
  plans: { readonly has: (code: string) => boolean },
): Promise<ReadonlyMap<string, LinkedRecords>> => {
  const [cardOf, addressOf, stopped] = await together([
    ownedPaymentMethods(db, all.map(ownerOf)),
    ownedAddresses(db, all.map(ownerOf)),
    selectStopped(
      db,
      all.map(({ id }) => id),
    ),
  ])
  return new Map(
    all.map((subscription) => {
      const card = cardOf(ownerOf(subscription)) ?? null
      const address = addressOf(ownerOf(subscription)) ?? null
      const lost: LostRecord[] = []
      if (card === null) lost.push('card')
      if (address === null) lost.push('address')
      if (!planCodesOf(subscription).every((code) => plans.has(code))) lost.push('plan')
      return [subscription.id, { card, address, lost, isStopped: stopped.has(subscription.id) }] as const
    }),
  )
}

/** Logs which subscriptions have lost which records, by their ids alone. */
export const logLostRecords = (log: Log, linkedRecords: ReadonlyMap<string, LinkedRecords>): void => {
  for (const [subscription, { lost }] of linkedRecords)
    if (lost.length > 0) log.error({ subscription, lost }, 'a subscription has lost records')
}
