import { afterAll, expect, test } from 'vitest'
import { finishPaid, SettledElsewhere } from '#checkout/server/finish-checkout.ts'
import { chargesFor } from '#payment/charge/server/payments.ts'
import { inTransaction } from '#platform/transaction.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
const { deps } = api.opened
const db = shop.app.database.kysely
afterAll(() => api.close())

test('a processor answer after a checkout was settled changes nothing of its cart, charge and stock', async () => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  await expect(visitor.checkout({ card: 'no-funds' })).rejects.toMatchObject({ code: 'CARD_DECLINED' })
  const { id, cart_id: cartId } = await db.selectFrom('checkout').select(['id', 'cart_id']).executeTakeFirstOrThrow() // prettier-ignore
  const [charge] = await chargesFor(db, 'purchase', id)
  if (!charge || cartId === null) throw new Error('nobody tried to buy')
  const card = { processorCustomer: null, processorMethod: null, brand: 'visa', last4: '4242', expMonth: 1, expYear: 2040 } // prettier-ignore
  const stored = () =>
    Promise.all([
      db.selectFrom('cart').selectAll().execute(),
      db.selectFrom('charge').selectAll().execute(),
      db.selectFrom('stock').selectAll().orderBy('product').execute(),
      db.selectFrom('order').select('id').execute(),
    ])
  const before = await stored()
  const late = inTransaction(deps, (tx) =>
    finishPaid(tx, { charge, cartId }, { state: 'succeeded', processorCharge: 'ch_late', card }),
  )
  await expect(late).rejects.toBeInstanceOf(SettledElsewhere)
  expect(await stored()).toEqual(before)
  // The cart can still be bought.
  expect(await visitor.checkout()).toMatchObject({ status: 'ordered' })
})
