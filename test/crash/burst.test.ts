import { expect } from 'vitest'
import { expectConsistent } from '../support/invariants.ts'
import { test } from '../support/shop.ts'

test('a kill in a burst of checkouts leaves nothing half-written, and every order has its mail', async ({
  shop,
}) => {
  const buyers = await Promise.all(
    Array.from({ length: 24 }, async (_, position) => {
      const buyer = shop.visitor()
      const { cart_id: cartId } = await buyer.add(position % 2 === 0 ? 'syn-rf' : 'syn-wk')
      // The form names its cart, because the first answer clears the cookie.
      return { buyer, filled: await buyer.fill({ but: { cart_id: cartId ?? '' } }) }
    }),
  )
  const { promise: someAnswers, resolve } = Promise.withResolvers<void>()
  let answers = 0
  const sent = buyers.map(async ({ buyer, filled }) => {
    const answer = await buyer.send(filled).catch(() => null)
    if (answer !== null && (answers += 1) === 4) resolve()
    return answer
  })
  await someAnswers
  await Promise.all(shop.app.children.map((child) => child.kill()))
  const first = await Promise.all(sent)
  await shop.app.start()
  await shop.travelDays(1)

  // A buyer who got "ordered" has that order; one who got no answer sends the form again and has one as well.
  const second = await Promise.all(buyers.map(({ buyer, filled }) => buyer.send(filled)))
  first.forEach((answer, position) => {
    if (answer?.status === 'ordered') expect(second[position]?.order).toEqual(answer.order)
  })
  expect(second.map(({ status }) => status)).toEqual(buyers.map(() => 'ordered'))
  expect(await shop.chargedCents()).toHaveLength(24)
  await expectConsistent(shop)
})
