import { wireExpiry } from '#shared/card-face.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import type { Handler } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { chooseDefaultCard, listCards, removeCard } from '../../endpoints.ts'
import { cardExpiryStatus } from '../rules/card.ts'
import type { Db } from '../../charge/server/charge-store.ts'
import { lockMethods, makeDefault, readCards, removeRecords } from './payment-method-store.ts'
import { memberOf } from '#platform/request-context.ts'

const inUseMessage = 'A subscription uses this card. Please choose another card for it first.'

const done = { success: true } as const

/** Whether one of these cards pays, or is to pay, a live subscription of the member. */
export type IsCardInUse = (db: Db, accountId: string, paymentMethodIds: readonly string[]) => Promise<boolean>

/** A member's cards in the settings. `inUse` says whether a live subscription is paid by one of these records of a card. */
export const createCardSettings = (deps: AppDeps, inUse: IsCardInUse) => {
  const list: Handler<typeof listCards> = async (context) => {
    const cards = await readCards(deps.database, memberOf(context).accountId)
    const today = dateIn(deps.clock.now(), brand.timeZone)
    return {
      cards: cards.map((card) => ({
        id: card.id,
        ids: [...card.ids],
        brand: card.brand,
        last4: card.last4,
        ...wireExpiry(card),
        is_default: card.isDefault,
        status: cardExpiryStatus(card, today),
      })),
    }
  }
  const choose: Handler<typeof chooseDefaultCard> = async (context, { id }) => {
    const accountId = memberOf(context).accountId
    const found = await inTransaction(deps, (tx) => makeDefault(tx.db, accountId, id))
    if (!found) throw new ShopError('NOT_FOUND')
    return done
  }
  const remove: Handler<typeof removeCard> = async (context, { id }) => {
    const accountId = memberOf(context).accountId
    await inTransaction(deps, async (tx) => {
      await lockMethods(tx.db, accountId)
      const card = (await readCards(tx.db, accountId)).find(({ ids }) => ids.includes(id))
      if (!card) throw new ShopError('NOT_FOUND')
      if (await inUse(tx.db, accountId, card.ids))
        throw new ShopError('ACTION_NOT_ALLOWED', { detail: inUseMessage })
      await removeRecords(tx.db, accountId, card.ids, tx.now)
    })
    return done
  }
  return { listCards: list, chooseDefaultCard: choose, removeCard: remove }
}
