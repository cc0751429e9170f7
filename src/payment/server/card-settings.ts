import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import type { RequestContext, Handler } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { chooseDefaultCard, listCards, removeCard } from '../endpoints.ts'
import { cardExpiryStatus } from '../rules/card-expiry.ts'
import { makeDefault, readMethods, removeMethod } from './payment-method-store.ts'

const memberIn = ({ actor }: Pick<RequestContext, 'actor'>): string => {
  if (actor.kind !== 'member') throw new ShopError('UNAUTHENTICATED')
  return actor.accountId
}

const inUseMessage = 'A subscription is paid by this card. Kindly give it another card first.'

const done = { success: true } as const

/** A member's cards in the settings. `inUse` says whether a live subscription is paid by a card. */
export const createCardSettings = (
  deps: AppDeps,
  inUse: (accountId: string, paymentMethodId: string) => Promise<boolean>,
) => {
  const list: Handler<typeof listCards> = async (context) => {
    const methods = await readMethods(deps.database, memberIn(context))
    const today = dateIn(deps.clock.now(), brand.timeZone)
    const cards = methods.map((method) => ({
      id: method.id,
      brand: method.brand,
      last4: method.last4,
      exp_month: method.expMonth,
      exp_year: method.expYear,
      is_default: method.isDefault,
      status: cardExpiryStatus(method, today),
    }))
    return { cards }
  }
  const choose: Handler<typeof chooseDefaultCard> = async (context, { id }) => {
    const accountId = memberIn(context)
    const found = await inTransaction(deps, (tx) => makeDefault(tx.db, accountId, id))
    if (!found) throw new ShopError('NOT_FOUND')
    return done
  }
  const remove: Handler<typeof removeCard> = async (context, { id }) => {
    const accountId = memberIn(context)
    if (await inUse(accountId, id)) throw new ShopError('ACTION_NOT_ALLOWED', { detail: inUseMessage })
    const found = await inTransaction(deps, (tx) => removeMethod(tx.db, accountId, id, tx.now))
    if (!found) throw new ShopError('NOT_FOUND')
    return done
  }
  return { listCards: list, chooseDefaultCard: choose, removeCard: remove }
}
