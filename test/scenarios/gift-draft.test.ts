import { sql } from 'kysely'
import { expect } from 'vitest'
import { addCartItem } from '#cart/endpoints.ts'
import { saveGiftDraft } from '#cart/gift-endpoints.ts'
import { testInOneShop } from '../support/shop.ts'

const test = testInOneShop()
const gift = 'syn-wk-gift-2020'

test('a half-typed gift form is kept as typed, and deleted when the gift is removed, completed or bought', async ({
  shop,
}) => {
  const giver = shop.visitor()
  const half = { recipient_name: ' Ra', recipient_email: 'rae@', message: '', starts_on: '' }
  const typed = async (draft = half) => (await giver.client.call(saveGiftDraft, draft)).gift_draft
  expect(await typed()).toBeNull()
  await giver.add(gift)
  expect(await typed()).toEqual(half)
  expect(await giver.enterGiftDetails({})).toMatchObject({ gift_draft: null, gift: expect.any(Object) })
  expect(await typed()).toEqual(half)
  // A draft equal to the saved details is no draft.
  const { gift: stored } = await giver.cart()
  expect(await typed(stored ?? half)).toBeNull()
  await typed()
  await giver.remove(gift, true)
  expect((await giver.client.call(addCartItem, { code: gift })).gift_draft).toBeNull()
  for (const but of [{ message: 'x'.repeat(401) }, { recipient_name: 'a\0' }])
    await expect(typed({ ...half, ...but })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  await giver.enterGiftDetails({})
  await typed()
  const { cart_id: id } = await giver.cart()
  await giver.checkout()
  const { rows } = await sql`select gift, gift_draft from cart where id = ${id}::uuid`.execute(
    shop.app.database.kysely,
  )
  expect(rows).toEqual([{ gift: null, gift_draft: null }])
})
