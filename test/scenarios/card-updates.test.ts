import { expect } from 'vitest'
import { changeBilling } from '#payment/endpoints.ts'
import { moveClock } from '#dev-tools/endpoints.ts'
import type { TestCardName } from '../../sandbox-processor/test-cards.ts'
import { newApiClient } from '../support/api-client.ts'
import { updateCardLink } from '../support/card-link.ts'
import { charging } from '../support/charged-subscription.ts'
import { expectConsistent } from '../support/invariants.ts'
import type { Member } from '../support/member.ts'
import { test, testDuringCharge, type TestShop } from '../support/shop.ts'

const newCard = async (shop: TestShop, name: TestCardName) => ({ token: await shop.pages.tokenFor(name) })

const bring = async (
  shop: TestShop,
  { client }: Pick<Member, 'client'>,
  card: TestCardName,
  requestId: string,
) =>
  client.call(changeBilling, {
    card: await newCard(shop, card),
    all_subscriptions: true,
    request_id: requestId,
  })

const page = async ({ client }: Pick<Member, 'client'>, path: string): Promise<string> =>
  (await client.send({ method: 'GET', path })).text.replaceAll('<!-- -->', '')

const paidBy = async (member: Pick<Member, 'subscriptions'>): Promise<string | undefined> =>
  (await member.subscriptions())[0]?.card?.last4

const declinedMail = async (shop: TestShop, { email }: Pick<Member, 'email'>): Promise<string> =>
  (await shop.mails(email)).findLast(({ subject }) => subject === 'Your renewal could not be charged')
    ?.text ?? ''

test('after a decline and a new card, pages name the declined card and the card of the next try', async ({
  shop,
}) => {
  const mara = await shop.member({ plan: 'monthly refill', card: 'renewal-no-funds' })
  await shop.travelTo('2031-02-06')
  const link = await updateCardLink(shop, mara)
  expect(await link.view()).toMatchObject({ card: { last4: '0341' }, next_try_card: { last4: '0341' } })
  await bring(shop, mara, 'mastercard', 'after the decline')
  const [waiting] = await mara.subscriptions()
  expect(waiting?.card?.last4).toBe('4444')
  expect(waiting?.payment_problem).toMatchObject({
    next_try_on: '2031-02-07',
    declined_card: { last4: '0341' },
  })
  expect(await link.view()).toMatchObject({ card: { last4: '0341' }, next_try_card: { last4: '4444' } })
  for (const shown of [
    await page(mara, `/account/subscriptions/${waiting?.id ?? ''}`),
    await page(mara, `/update-card/${link.token}`),
  ]) {
    expect(shown).toContain('card ending 0341 was declined')
    expect(shown).toContain('Otherwise, we’ll try the card ending 4444 on February 7, 2031.')
  }
  await shop.travelTo('2031-02-07')
  // 49.99 for January by the first card, 49.99 for February by the one that was named.
  expect((await shop.pages.charges()).map(({ card, state }) => `${card} ${state}`)).toEqual([
    '0341 succeeded',
    '0341 declined',
    '4444 succeeded',
  ])
  await expectConsistent(shop)
})

testDuringCharge(
  'a card that is chosen during a charge is not named as the one that was declined',
  async ({ shop }) => {
    const mara = await shop.member({ plan: 'monthly refill', card: 'approve' })
    await bring(shop, mara, 'renewal-late-no-funds', 'declines late')
    // The time machine answers once the run is over: the charge is not answered by then.
    await newApiClient(shop.url).call(moveClock, { to: '2031-02-06' })
    expect(await bring(shop, mara, 'mastercard', 'during the charge')).toMatchObject({
      subscription_ids: [],
      waiting: [{ amount: '49.99' }],
    })
    await shop.advanceSeconds(60)
    await shop.settled()
    expect(await paidBy(mara)).toBe('4444')
    const mail = await declinedMail(shop, mara)
    expect(mail).toContain('Your Visa card ending in 0040 was declined for $49.99')
    expect(mail).toContain('with your Mastercard card ending in 4444')
    expect((await mara.subscriptions())[0]?.payment_problem?.declined_card?.last4).toBe('0040')
    await expectConsistent(shop)
  },
)

test('a late processor answer does not replace a card that was chosen after it', async ({ shop }) => {
  const mara = await shop.member({ plan: 'monthly refill' })
  // Saved at the processor, and nobody knows: the member tries another one.
  expect(await bring(shop, mara, 'time-out', 'first device')).toMatchObject({ status: 'pending' })
  await shop.advanceSeconds(2)
  expect(await bring(shop, mara, 'mastercard', 'second device')).toMatchObject({ status: 'saved' })
  await shop.travelDays(1)
  await shop.settled()
  expect(await paidBy(mara)).toBe('4444')
  // The first device requests again, and the answer names the card that pays.
  const again = await bring(shop, mara, 'time-out', 'first device')
  expect(again).toMatchObject({ status: 'saved', subscription_ids: [], waiting: [] })
  expect(again.refused.map(({ detail }) => detail)).toEqual([
    'A card that you chose later pays this subscription.',
  ])
  await shop.travelTo('2031-02-06')
  expect((await shop.pages.charges()).map(({ card }) => card)).toEqual(['4242', '4444'])
  await expectConsistent(shop)
})

test('a late bank confirmation does not replace a card that was chosen after it', async ({ shop }) => {
  const mara = await shop.member({ plan: 'monthly refill' })
  const requested = await bring(shop, mara, 'challenge', 'first device')
  expect(requested.status).toBe('challenge')
  await shop.advanceSeconds(2)
  await bring(shop, mara, 'mastercard', 'second device')
  await shop.pages.answerChallenge(requested.challenge_url ?? '', 'approve')
  await shop.settled()
  expect(await paidBy(mara)).toBe('4444')
  expect(
    await page(mara, `/account/settings/payment-methods?card=${requested.card_request_id ?? ''}`),
  ).toContain('You can see below which subscriptions use it')
  await expectConsistent(shop)
})

testDuringCharge(
  'a repeated request does not take the place of a later choice that waits',
  async ({ shop }) => {
    const charged = await charging(shop)
    const mara = { client: charged.client, subscriptions: charged.subscriptions }
    expect(await bring(shop, mara, 'mastercard', 'first device')).toMatchObject({ waiting: [{}] })
    await shop.advanceSeconds(2)
    expect(await bring(shop, mara, 'amex', 'second device')).toMatchObject({ waiting: [{}] })
    expect(await bring(shop, mara, 'mastercard', 'first device')).toMatchObject({
      waiting: [],
      subscription_ids: [],
    })
    await shop.advanceSeconds(60)
    await shop.settled()
    expect(await paidBy(mara)).toBe('0005')
    await expectConsistent(shop)
  },
)

test('two devices that change the card at once end with one card, and no answer names a card that does not pay', async ({
  shop,
}) => {
  const mara = await shop.member({ plan: 'monthly refill' })
  for (let round = 0; round < 8; round += 1) {
    const cards = ['mastercard', 'amex'] as const
    const answers = await Promise.all(
      cards.map((card) => bring(shop, mara, card, `round ${round} with ${card}`)),
    )
    const [subscription] = await mara.subscriptions()
    // Both answers say that their card pays only if one came after the other.
    const named = answers.filter(({ subscription_ids: ids }) => ids.includes(subscription?.id ?? ''))
    expect(named.map((one) => one.payment_method_id)).toContain(subscription?.payment_method_id)
    await shop.settled()
    // The jobs of both requests change nothing after the answers.
    expect((await mara.subscriptions())[0]?.payment_method_id).toBe(subscription?.payment_method_id)
  }
  await expectConsistent(shop)
})
