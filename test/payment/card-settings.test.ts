import { afterAll, beforeAll, expect, test } from 'vitest'
import { openGuestAccount } from '#account/server/accounts.ts'
import { createCardSettings } from '#payment/server/card-settings.ts'
import { inTransaction } from '#platform/transaction.ts'
import { visitorContext } from '../support/call-context.ts'
import { openTestWorld } from '../support/world.ts'

let house: Awaited<ReturnType<typeof open>>

const open = async () => {
  const ground = await openTestWorld()
  const { world } = ground
  const paysFor = new Set<string>()
  const cards = createCardSettings(world, async (_accountId, id) => paysFor.has(id))
  const member = async (email: string) => {
    const guest = { email, firstName: 'Mara', lastName: 'Ito', phone: '' }
    const { accountId } = await inTransaction(world, (work) => openGuestAccount(work, guest))
    const actor = { kind: 'member', accountId, email, sessionId: 'a-session' } as const
    return { accountId, context: { ...visitorContext(), actor } }
  }
  const card = async (accountId: string, last4: string, expYear = 2031): Promise<string> => {
    const id = world.ids.uuid()
    await world.database
      .insertInto('payment_method')
      .values({
        id,
        account_id: accountId,
        processor: 'sandbox',
        processor_method: `method-${last4}`,
        brand: 'visa',
        last4,
        exp_month: 12,
        exp_year: expYear,
        created_at: world.clock.now().toString(),
      })
      .execute()
    return id
  }
  return { ...ground, paysFor, cards, member, card }
}

beforeAll(async () => {
  house = await open()
})

afterAll(() => house.close())

type Context = Awaited<ReturnType<typeof house.member>>['context']

const listed = async (context: Context) =>
  (await house.cards.listCards(context, {})).cards.map(({ last4, is_default }) => [last4, is_default])

test('one card is preferred: the one chosen last', async () => {
  const { accountId, context } = await house.member('prefers@example.com')
  const first = await house.card(accountId, '4242')
  const second = await house.card(accountId, '4444')
  await house.cards.chooseDefaultCard(context, { id: second })
  expect(new Map((await listed(context)).map(([last4, chosen]) => [last4, chosen]))).toEqual(
    new Map([['4242', false], ['4444', true]]), // prettier-ignore
  )
  await house.cards.chooseDefaultCard(context, { id: first })
  expect((await listed(context)).filter(([, chosen]) => chosen)).toEqual([['4242', true]])
})

test('a card is taken off the list, and not while it pays for a subscription', async () => {
  const { accountId, context } = await house.member('removes@example.com')
  const id = await house.card(accountId, '4242')
  house.paysFor.add(id)
  await expect(house.cards.removeCard(context, { id })).rejects.toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
  expect(await listed(context)).toHaveLength(1)
  house.paysFor.delete(id)
  await house.cards.removeCard(context, { id })
  expect(await listed(context)).toEqual([])
  await expect(house.cards.removeCard(context, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(house.cards.chooseDefaultCard(context, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test("somebody else's card is neither preferred nor removed", async () => {
  const owner = await house.member('owner@example.com')
  const { context } = await house.member('stranger@example.com')
  const id = await house.card(owner.accountId, '4242')
  const before = await listed(owner.context)
  await expect(house.cards.chooseDefaultCard(context, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(house.cards.removeCard(context, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await listed(owner.context)).toEqual(before)
})

test('a card that runs out is said to', async () => {
  const { accountId, context } = await house.member('expiring@example.com')
  await house.card(accountId, '4242', 2026)
  await house.card(accountId, '4444', 2025)
  const { cards } = await house.cards.listCards(context, {})
  expect(cards.find(({ last4 }) => last4 === '4242')?.standing).toBe('expiring')
  expect(cards.find(({ last4 }) => last4 === '4444')?.standing).toBe('expired')
})
