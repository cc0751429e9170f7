import { expect } from 'vitest'
import { setMailPreference, stopReviewRequests } from '#account/privacy-endpoints.ts'
import { viewReviews, writeReview } from '#review/endpoints.ts'
import { subscribe, unsubscribe } from '#newsletter/endpoints.ts'
import { subscribeToNewsletter } from '../support/newsletter.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { testInOneShop, type TestShop } from '../support/shop.ts'

const test = testInOneShop({ environment: { WAREHOUSE: 'manual' } })

let packages = 0

/** Buys, and a carrier delivers it today. */
const receive = async (
  shop: TestShop,
  buyer: Pick<ReturnType<TestShop['visitor']>, 'add' | 'checkout'>,
  codes: readonly string[],
): Promise<string> => {
  for (const code of codes) await buyer.add(code)
  const { order } = await buyer.checkout()
  const number = order?.number ?? ''
  const tracking = `1ZASK${(packages += 1)}`
  await runShopCommand(shop, 'ship', number, '--carrier', 'ups', '--tracking', tracking)
  await runShopCommand(shop, 'shipments', 'event', tracking, 'delivered')
  return number
}

/** A guest whose order was delivered today. */
const receiver = async (shop: TestShop, codes: readonly string[] = ['syn-rf']) => {
  const visitor = shop.visitor()
  const number = await receive(shop, visitor, codes)
  const requests = async () =>
    (await shop.mails(visitor.email)).filter(({ subject }) => subject.startsWith('How is '))
  return {
    ...visitor,
    number,
    /** Sets a password by the link of the mail, which is good for some days. */
    signIn: async () => {
      const member = await shop.asMember(visitor)
      return { ...member, receive: (...more: readonly string[]) => receive(shop, member, more) }
    },
    requests,
    subjects: async () => (await requests()).map(({ subject }) => subject),
    linkIn: async (form: RegExp) => form.exec((await requests())[0]?.text ?? '')?.[1] ?? '',
  }
}

const review = {
  stars: 3,
  title: 'The lid sticks',
  text: 'Good capsules, but the lid sticks.',
  name: 'Mara I.',
}

test('a buyer is asked for a review three weeks after delivery, once for a product, and the link opens the review', async ({
  shop,
}) => {
  const mara = await receiver(shop)
  const member = await mara.signIn()
  await shop.travelDays(20)
  expect(await mara.subjects()).toEqual([])
  await shop.travelDays(2)
  expect(await mara.subjects()).toEqual(['How is DS-01 Daily Synbiotic?'])
  const key = await mara.linkIn(/\/review\?key=([\w.-]+)/)
  const { client } = shop.visitor()
  expect(await client.call(viewReviews, { key })).toMatchObject({
    number: mara.number,
    products: [{ product: 'ds-01', review: null }],
  })
  await client.call(writeReview, { key, product: 'ds-01', ...review })
  expect((await client.call(viewReviews, { key })).products[0]?.review?.title).toBe('The lid sticks')
  // The next order of the same product.
  await member.receive('syn-rf')
  await shop.travelDays(30)
  expect(await mara.subjects()).toHaveLength(1)
})

test('an order of two products makes one review request, and a product that was asked about is not asked about again', async ({
  shop,
}) => {
  const noor = await receiver(shop, ['syn-wk', 'vs-wk'])
  const mara = await receiver(shop, ['syn-wk'])
  const member = await mara.signIn()
  await shop.travelDays(22)
  expect(await noor.subjects()).toEqual(['How is DS-01 Daily Synbiotic and VS-01 Vaginal Synbiotic?'])
  expect(await mara.subjects()).toEqual(['How is DS-01 Daily Synbiotic?'])
  // Kits share a cart; a refill would take it for itself.
  await member.receive('syn-wk', 'vs-wk')
  await shop.travelDays(22)
  expect(await mara.subjects()).toEqual(['How is DS-01 Daily Synbiotic?', 'How is VS-01 Vaginal Synbiotic?'])
})

test('no review request is sent for a refunded, reviewed or long delivered product, or to a buyer who opted out', async ({
  shop,
}) => {
  const [refunds, reviews, stops] = [await receiver(shop), await receiver(shop), await receiver(shop)]
  const refunded = await runShopCommand(shop, 'refund', refunds.number, '10.00', '--reason=It came late.')
  expect(refunded.code).toBe(0)
  const { number, email } = reviews
  await reviews.client.call(writeReview, { number, email, product: 'ds-01', ...review })
  const member = await stops.signIn()
  await member.client.call(setMailPreference, { topic: 'review-request', wanted: false })
  await shop.travelDays(40)
  for (const one of [refunds, reviews, stops]) expect(await one.subjects()).toEqual([])
})

test('the link of the mail stops later review requests, and a forged link is refused', async ({ shop }) => {
  const mara = await receiver(shop)
  const member = await mara.signIn()
  await shop.travelDays(22)
  const token = await mara.linkIn(/review-requests\/stop\?token=([\w.-]+)/)
  const { client } = shop.visitor()
  await expect(client.call(stopReviewRequests, { token: `${token}x` })).rejects.toMatchObject({
    code: 'LINK_EXPIRED',
  })
  await expect(client.call(viewReviews, { key: token })).rejects.toMatchObject({ code: 'LINK_EXPIRED' })
  expect(await client.call(stopReviewRequests, { token })).toEqual({ stopped: true })
  await member.receive('vs-wk')
  await shop.travelDays(40)
  expect(await mara.subjects()).toHaveLength(1)
})

test('a person who unsubscribed from the newsletter gets no review request, also after somebody else subscribed the address', async ({
  shop,
}) => {
  const mara = await receiver(shop)
  await subscribeToNewsletter(shop, mara)
  const mails = await shop.mails(mara.email)
  const token = mails
    .map(({ text }) => /\/newsletter\/unsubscribe\?token=([\w.-]+)/.exec(text)?.[1])
    .find((one) => one !== undefined)
  await mara.client.call(unsubscribe, { token: token ?? '' })
  await shop.travelDays(1)
  await shop.visitor().client.call(subscribe, { email: mara.email, page: '/' })
  await shop.travelDays(40)
  expect(await mara.subjects()).toEqual([])
})
