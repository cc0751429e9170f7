import type { Kysely } from 'kysely'
import { ownedAddresses } from '#account/server/accounts.ts'
import { ownedPaymentMethods } from '#payment/server/payments.ts'
import type { PaymentMethod } from '#payment/server/payments.ts'
import type { Address } from '#shared/address.ts'
import type { Database } from '#platform/schema.ts'
import type { Log } from '#platform/log.ts'
import type { LostRecord } from '../rules/lost-records.ts'
import type { HeldSteering } from './renewal-facts.ts'

/** What a subscription points at, as far as it is there and its member's. */
export interface KeptRecords {
  readonly card: PaymentMethod | null
  readonly address: Address | null
  readonly lost: readonly LostRecord[]
}

const ownerOf = ({ accountId, steering: { addressId, paymentMethodId } }: HeldSteering) => ({
  accountId,
  addressId,
  paymentMethodId,
})

/** The codes of the plans that a subscription brings. */
export const planCodesOf = ({ steering }: HeldSteering): string[] =>
  [steering, ...steering.addOns].map(({ planCode }) => planCode)

/** The records of each subscription, by its id; `plans` knows the codes of the catalogue. */
export const readKept = async (
  db: Kysely<Database>,
  all: readonly HeldSteering[],
  plans: { readonly has: (code: string) => boolean },
): Promise<ReadonlyMap<string, KeptRecords>> => {
  const cardOf = await ownedPaymentMethods(db, all.map(ownerOf))
  const addressOf = await ownedAddresses(db, all.map(ownerOf))
  return new Map(
    all.map((held) => {
      const card = cardOf(ownerOf(held)) ?? null
      const address = addressOf(ownerOf(held)) ?? null
      const lost: LostRecord[] = []
      if (card === null) lost.push('card')
      if (address === null) lost.push('address')
      if (!planCodesOf(held).every((code) => plans.has(code))) lost.push('plan')
      return [held.id, { card, address, lost }] as const
    }),
  )
}

/** Tells the operator which subscriptions have lost what, by their ids alone. */
export const reportLost = (log: Log, kept: ReadonlyMap<string, KeptRecords>): void => {
  for (const [subscription, { lost }] of kept)
    if (lost.length > 0) log.error({ subscription, lost }, 'a subscription has lost records')
}
