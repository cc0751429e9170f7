import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import type { CallContext, Handler } from '#platform/call-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { World } from '#platform/world.ts'
import type { chooseDefaultCard, listCards, removeCard } from '../calls.ts'
import { cardStanding } from '../rules/card-expiry.ts'
import { makeDefault, readMethods, takeOffMethod } from './payment-method-store.ts'

const memberIn = ({ actor }: Pick<CallContext, 'actor'>): string => {
  if (actor.kind !== 'member') throw new ShopError('UNAUTHENTICATED')
  return actor.accountId
}

const stillPays = 'A subscription is paid by this card. Kindly give it another card first.'

const done = { success: true } as const

/** A member's cards in the settings. `inUse` says whether a live subscription is paid by a card. */
export const createCardSettings = (
  world: World,
  inUse: (accountId: string, paymentMethodId: string) => Promise<boolean>,
) => {
  const list: Handler<typeof listCards> = async (context) => {
    const methods = await readMethods(world.database, memberIn(context))
    const today = dateIn(world.clock.now(), brand.timeZone)
    const cards = methods.map((method) => ({
      id: method.id,
      brand: method.brand,
      last4: method.last4,
      exp_month: method.expMonth,
      exp_year: method.expYear,
      is_default: method.isDefault,
      standing: cardStanding(method, today),
    }))
    return { cards }
  }
  const choose: Handler<typeof chooseDefaultCard> = async (context, { id }) => {
    const accountId = memberIn(context)
    const found = await inTransaction(world, (work) => makeDefault(work.db, accountId, id))
    if (!found) throw new ShopError('NOT_FOUND')
    return done
  }
  const remove: Handler<typeof removeCard> = async (context, { id }) => {
    const accountId = memberIn(context)
    if (await inUse(accountId, id)) throw new ShopError('ACTION_NOT_ALLOWED', { detail: stillPays })
    const found = await inTransaction(world, (work) => takeOffMethod(work.db, accountId, id, work.now))
    if (!found) throw new ShopError('NOT_FOUND')
    return done
  }
  return { listCards: list, chooseDefaultCard: choose, removeCard: remove }
}
