import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { giftCode } from '../support/gift-code.ts'
import { changeBilling, viewCardEntry } from '#payment/endpoints.ts'
import { payOwedOrder } from '#subscription/owed-order/owed-endpoints.ts'
import type { TestCardName } from '../../sandbox-processor/test-cards.ts'
import { ApiError, newApiClient } from '../support/api-client.ts'
import type { ApiClient } from '../support/api-client.ts'
import { updateCardLink } from '../support/card-link.ts'
import { humanCheckOf } from '../support/human-check.ts'
import { openTestShop } from '../support/shop.ts'
import { walletBuyer } from '../support/wallet-buyer.ts'

const shop = await openTestShop()
afterAll(() => shop.close())

/** Every test begins in a quiet hour. */
beforeEach(async () => {
  await sql`update charge set created_at = created_at - interval '2 hours'`.execute(shop.app.database.kysely)
})

const codeOf = (trying: Promise<unknown>): Promise<string> =>
  trying.then(
    () => 'taken',
    (thrown: unknown) => {
      if (thrown instanceof ApiError) return thrown.code
      throw thrown
    },
  )

let networks = 0

/** The same browser, from a network that nobody has come from before. */
const elsewhere = ({ jar }: ApiClient): ApiClient => {
  networks += 1
  const moved = newApiClient(shop.url, { 'x-forwarded-for': `203.0.113.${networks}` })
  for (const [name, value] of jar) moved.jar.set(name, value)
  return moved
}

/** Cards that the processor was asked about and declined. */
const declinedCharges = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from charge where state = 'declined'`.execute(shop.app.database.kysely)
  return rows[0]?.n ?? 0
}

const saveCard = async (client: ApiClient, card: TestCardName, captcha = ''): Promise<string> =>
  codeOf(client.call(changeBilling, { card: { token: await shop.pages.tokenFor(card) }, captcha }))

const repeated = async (times: number, attempt: () => Promise<string>): Promise<string[]> => {
  const codes: string[] = []
  for (let n = 0; n < times; n += 1) codes.push(await attempt())
  return codes
}

test('nine stolen cards for one account from nine networks reach the bank three times', async () => {
  const mara = await shop.member({ plan: 'monthly refill' })
  const before = await declinedCharges()
  expect(await repeated(9, () => saveCard(elsewhere(mara.client), 'stolen'))).toEqual([
    ...Array.from({ length: 3 }, () => 'CARD_DECLINED'),
    ...Array.from({ length: 6 }, () => 'CAPTCHA_FAILED'),
  ])
  expect((await declinedCharges()) - before).toBe(3)
  // The form says so in every browser of theirs, and a person goes on.
  const { check } = await elsewhere(mara.client).call(viewCardEntry, { return_path: '/account' })
  expect(check.required).toBe(true)
  expect(await saveCard(elsewhere(mara.client), 'approve', await humanCheckOf(shop))).toBe('taken')
})

test('purchases, wallet payments and saved cards of one account count together across networks', async () => {
  const mara = await shop.member({ plan: 'monthly refill' })
  expect(await saveCard(elsewhere(mara.client), 'stolen')).toBe('CARD_DECLINED')
  const byWallet = () =>
    codeOf(
      walletBuyer(shop, { client: elsewhere(mara.client), email: mara.email }).pay({
        plan: 'vs-rf',
        card: 'stolen',
      }),
    )
  expect(await repeated(3, byWallet)).toEqual(['CARD_DECLINED', 'CARD_DECLINED', 'CAPTCHA_FAILED'])
  expect(await saveCard(elsewhere(mara.client), 'stolen')).toBe('CAPTCHA_FAILED')
  await mara.add('vs-rf')
  expect(await codeOf(mara.send(await mara.fill({ card: 'stolen' })))).toBe('CAPTCHA_FAILED')
})

test('cards tried through a mailed card update link count for the owner of the link', async () => {
  const mara = await shop.member({ plan: 'monthly refill', boughtOn: '2031-01-10', card: 'renewal-no-funds' })
  await shop.travelTo('2031-02-10')
  const { token } = await updateCardLink(shop, mara)
  const before = await declinedCharges()
  const pay = async () =>
    codeOf(
      elsewhere(newApiClient(shop.url)).call(payOwedOrder, {
        token,
        total: '49.99',
        card: { token: await shop.pages.tokenFor('stolen') },
      }),
    )
  expect(await repeated(5, pay)).toEqual([
    'CARD_DECLINED',
    'CARD_DECLINED',
    'CARD_DECLINED',
    'CAPTCHA_FAILED',
    'CAPTCHA_FAILED',
  ])
  expect((await declinedCharges()) - before).toBe(3)
})

test('an account tries at most twelve cards an hour, also with passed checks', async () => {
  const mara = await shop.member({ plan: 'monthly refill' })
  const attempt = async () => saveCard(elsewhere(mara.client), 'stolen', await humanCheckOf(shop))
  expect(await repeated(14, attempt)).toEqual([
    ...Array.from({ length: 12 }, () => 'CARD_DECLINED'),
    'TOO_MANY_REQUESTS',
    'TOO_MANY_REQUESTS',
  ])
})

test('cards that strangers try with a member’s email do not block the member', async () => {
  const mara = await shop.member({ plan: 'monthly refill' })
  const stranger = async () => {
    const visitor = shop.visitor()
    await visitor.add(giftCode)
    return codeOf(visitor.send(await visitor.fill({ card: 'stolen', email: mara.email })))
  }
  expect(await repeated(4, stranger)).toEqual(Array.from({ length: 4 }, () => 'CARD_DECLINED'))
  expect(await saveCard(mara.client, 'approve')).toBe('taken')
})
