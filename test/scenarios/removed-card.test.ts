import { sql } from 'kysely'
import { expect } from 'vitest'
import { changeBilling, listCards, removeCard } from '#payment/endpoints.ts'
import { waitUntilBlocked } from '../support/database-locks.ts'
import { expectConsistent } from '../support/invariants.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import { test } from '../support/shop.ts'

test.for(['removed', 'chosen'] as const)(
  'a card cannot be removed and chosen for a subscription at the same time (%s first)',
  async (first, { shop }) => {
    const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
    const card = { token: await shop.pages.tokenFor('mastercard') }
    const { payment_method_id: id } = await mara.call(changeBilling, { card })
    if (!id) throw new Error('the card was not saved')
    const { kysely: db } = shop.app.database
    const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = db.transaction().execute(async (tx) => {
      await sql`select from payment_method where id = ${id} for no key update`.execute(tx)
      held.resolve()
      await released.promise
    })
    await held.promise
    const actions = {
      removed: () => mara.client.call(removeCard, { id }),
      chosen: () => mara.make({ action: 'change-payment-method', payment_method_id: id }),
    }
    const one = actions[first]()
    await waitUntilBlocked(db, 1, 'payment_method')
    const other = actions[first === 'removed' ? 'chosen' : 'removed']()
    await waitUntilBlocked(db, 2, 'payment_method')
    released.resolve()
    const answers = await Promise.allSettled([one, other])
    await holding
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    const { payment_method_id: assigned } = await mara.view()
    const { cards } = await mara.call(listCards, {})
    expect(cards.map((listed) => listed.id)).toContain(assigned)
    await expectConsistent(shop)
  },
)
