import { afterAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import { viewCardEntry } from '#payment/endpoints.ts'
import { humanCheckOf } from '../support/human-check.ts'
import type { TestCardName } from '../../sandbox-processor/test-cards.ts'
import { ApiError } from '../support/api-client.ts'
import { openTestShop } from '../support/shop.ts'
import { walletBuyer } from '../support/wallet-buyer.ts'
import type { Visitor } from '../support/visitor.ts'

const breaker = 10
const shop = await openTestShop({ environment: { DECLINES_BEFORE_CHECK: String(breaker) } })
afterAll(() => shop.close())

/** Every test begins in a quiet hour. */
beforeEach(async () => {
  await sql`update charge set created_at = created_at - interval '2 hours'`.execute(shop.app.database.kysely)
})

const codeOf = (buying: Promise<{ readonly status: string }>): Promise<string> =>
  buying.then(
    ({ status }) => status,
    (thrown: unknown) => {
      if (thrown instanceof ApiError) return thrown.code
      throw thrown
    },
  )

const check = (): Promise<string> => humanCheckOf(shop)

let tries = 0

/** One more card by this buyer, as a form of its own. */
const tryCard = async (buyer: Visitor, card: TestCardName, captcha = ''): Promise<string> => {
  tries += 1
  const filled = await buyer.fill({ card, email: `carder-${tries}@example.com`, but: { captcha } })
  return codeOf(buyer.send(filled))
}

const buyerFrom = async (network: string): Promise<Visitor> => {
  const buyer = shop.visitor('US', 'OR', { 'x-forwarded-for': network })
  await buyer.add('syn-rf')
  return buyer
}

const declinedCharges = async (): Promise<number> =>
  (await shop.pages.charges()).filter(({ state }) => state === 'declined').length

const requiresCheck = async (buyer: Visitor): Promise<boolean> =>
  (await buyer.client.call(viewCardEntry, { return_path: '/checkout' })).check.required

test('120 cards from one network reach the processor three times', async () => {
  const before = await declinedCharges()
  const carder = await buyerFrom('198.51.100.1')
  const filled = await carder.fill({ card: 'stolen' })
  const codes = new Map<string, number>()
  for (let n = 0; n < 120; n += 1) {
    const card = n < 5 ? { token: await shop.pages.tokenFor('stolen') } : filled.card
    const code = await codeOf(
      carder.send({ ...filled, card, request_id: `carding-${n}`, email: `c${n}@example.com` }),
    )
    codes.set(code, (codes.get(code) ?? 0) + 1)
  }
  expect((await declinedCharges()) - before).toBe(3)
  expect(codes.get('CARD_DECLINED')).toBe(3)
  // A check is required until the network's purchases of a minute are used up.
  expect(codes.get('CAPTCHA_FAILED')).toBeGreaterThan(20)
  expect([...codes.keys()].toSorted()).toEqual(['CAPTCHA_FAILED', 'CARD_DECLINED', 'TOO_MANY_REQUESTS'])
  // Nobody else is held up by it.
  expect(await tryCard(await buyerFrom('198.51.100.2'), 'approve')).toBe('ordered')
})

test('wallet payments and card forms share one limit of tried cards', async () => {
  const before = await declinedCharges()
  const buyer = await buyerFrom('198.51.100.10')
  expect(await tryCard(buyer, 'stolen')).toBe('CARD_DECLINED')
  const tryByWallet = async (wish: { card: TestCardName; but?: { token?: string; captcha?: string } }) => {
    tries += 1
    return codeOf(
      walletBuyer(shop, { client: buyer.client, email: `carder-${tries}@example.com` }).pay({
        plan: 'syn-rf',
        ...wish,
      }),
    )
  }
  expect(await tryByWallet({ card: 'stolen' })).toBe('CARD_DECLINED')
  // The token of a typed card in place of the wallet's own.
  const typed = async () => ({ card: 'stolen' as const, but: { token: await shop.pages.tokenFor('stolen') } })
  expect(await tryByWallet(await typed())).toBe('CARD_DECLINED')
  expect(await tryByWallet(await typed())).toBe('CAPTCHA_FAILED')
  expect(await tryByWallet({ card: 'stolen' })).toBe('CAPTCHA_FAILED')
  expect(await tryCard(buyer, 'stolen')).toBe('CAPTCHA_FAILED')
  expect((await declinedCharges()) - before).toBe(3)
  expect(await tryByWallet({ card: 'approve', but: { captcha: await check() } })).toBe('ordered')
})

test('after three declined cards each check admits one card, and the form says that a check is required', async () => {
  const buyer = await buyerFrom('198.51.100.3')
  expect(await requiresCheck(buyer)).toBe(false)
  for (let n = 0; n < 3; n += 1) expect(await tryCard(buyer, 'stolen')).toBe('CARD_DECLINED')
  expect(await requiresCheck(buyer)).toBe(true)
  expect(await tryCard(buyer, 'approve')).toBe('CAPTCHA_FAILED')
  expect(await tryCard(buyer, 'approve', 'made up')).toBe('CAPTCHA_FAILED')
  const captcha = await check()
  expect(await tryCard(buyer, 'stolen', captcha)).toBe('CARD_DECLINED')
  expect(await tryCard(buyer, 'approve', captcha)).toBe('CAPTCHA_FAILED')
  expect(await tryCard(buyer, 'approve', await check())).toBe('ordered')
})

test('one check admits one card, whatever id the requests send', async () => {
  const before = await declinedCharges()
  const buyer = await buyerFrom('198.51.100.9')
  for (let n = 0; n < 3; n += 1) await tryCard(buyer, 'stolen')
  const filled = await buyer.fill({ but: { captcha: await check() } })
  const codes = []
  for (let n = 0; n < 3; n += 1) {
    const card = { token: await shop.pages.tokenFor('stolen') }
    codes.push(await codeOf(buyer.send({ ...filled, card })))
  }
  expect(codes).toEqual(['CARD_DECLINED', 'CAPTCHA_FAILED', 'CAPTCHA_FAILED'])
  expect((await declinedCharges()) - before).toBe(4)
})

test('the same form with its check, sent twice at once, makes one order and two equal answers', async () => {
  const buyer = await buyerFrom('198.51.100.4')
  for (let n = 0; n < 3; n += 1) await tryCard(buyer, 'stolen')
  const filled = await buyer.fill({ card: 'approve', but: { captcha: await check() } })
  const [one, other] = await Promise.all([buyer.send(filled), buyer.send(filled)])
  expect(one).toMatchObject({ status: 'ordered' })
  expect(other.checkout_id).toBe(one.checkout_id)
})

test('a network tries at most twelve cards an hour, also with passed checks', async () => {
  const network = '198.51.100.5'
  const codes = []
  for (let n = 0; n < 14; n += 1) {
    // A cart of its own for each, for a cart may be tried less often.
    codes.push(await tryCard(await buyerFrom(network), 'stolen', await check()))
  }
  expect(codes).toEqual([
    ...Array.from({ length: 12 }, () => 'CARD_DECLINED'),
    'TOO_MANY_REQUESTS',
    'TOO_MANY_REQUESTS',
  ])
})

test('of 20 cards at once from one network, at most 15 reach the processor', async () => {
  const before = await declinedCharges()
  const buyers = await Promise.all(Array.from({ length: 20 }, () => buyerFrom('198.51.100.6')))
  await Promise.all(buyers.map((buyer) => tryCard(buyer, 'stolen')))
  expect((await declinedCharges()) - before).toBeLessThanOrEqual(3 + 12)
})

test('after many declined cards from many networks every buyer needs a check, and a buyer who passes it can buy', async () => {
  for (let n = 0; n < breaker; n += 1) await tryCard(await buyerFrom(`203.0.113.${n}`), 'stolen')
  const buyer = await buyerFrom('192.0.2.77')
  expect(await requiresCheck(buyer)).toBe(true)
  expect(await tryCard(buyer, 'approve')).toBe('CAPTCHA_FAILED')
  expect(await tryCard(buyer, 'approve', await check())).toBe('ordered')
})

test('the card forms include the check without scripts', async () => {
  const buyer = await buyerFrom('198.51.100.8')
  const page = await buyer.client.send({ method: 'GET', path: '/checkout' })
  expect(page.text).toMatch(/<input type="hidden" name="captcha" value="[\w-]+\.[\w-]+"/)
})
