import { afterAll, beforeAll, expect, test } from 'vitest'
import { openGuestAccount } from '#account/server/accounts.ts'
import { createCardSettings } from '#payment/card/server/card-settings.ts'
import { inTransaction } from '#platform/transaction.ts'
import { visitorContext } from '../support/request-context.ts'
import { openTestDeps } from '../support/test-deps.ts'

let app: Awaited<ReturnType<typeof open>>

const open = async () => {
  const infrastructure = await openTestDeps()
  const { deps } = infrastructure
  const paysFor = new Set<string>()
  const cards = createCardSettings(deps, async (_db, _accountId, ids) => ids.some((id) => paysFor.has(id)))
  const member = async (email: string) => {
    const guest = { email, firstName: 'Mara', lastName: 'Ito', phone: '' }
    const { accountId } = await inTransaction(deps, (tx) => openGuestAccount(tx, guest))
    const actor = { kind: 'member', accountId, email, sessionId: 'a-session' } as const
    return { accountId, context: { ...visitorContext(), actor } }
  }
  const card = async (accountId: string, last4: string, expYear = 2031): Promise<string> => {
    const id = deps.ids.uuid()
    await deps.database
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
        created_at: deps.clock.now().toString(),
      })
      .execute()
    return id
  }
  return { ...infrastructure, paysFor, cards, member, card }
}

beforeAll(async () => {
  app = await open()
})

afterAll(() => app.close())

type Context = Awaited<ReturnType<typeof app.member>>['context']

const listed = async (context: Context) =>
  (await app.cards.listCards(context, {})).cards.map(({ last4, is_default }) => [last4, is_default])

test('one card is the default: the one chosen last', async () => {
  const { accountId, context } = await app.member('prefers@example.com')
  const first = await app.card(accountId, '4242')
  const second = await app.card(accountId, '4444')
  await app.cards.chooseDefaultCard(context, { id: second })
  expect(new Map((await listed(context)).map(([last4, chosen]) => [last4, chosen]))).toEqual(
    new Map([['4242', false], ['4444', true]]), // prettier-ignore
  )
  await app.cards.chooseDefaultCard(context, { id: first })
  expect((await listed(context)).filter(([, chosen]) => chosen)).toEqual([['4242', true]])
})

test('a card can be removed, but not while it pays for a subscription', async () => {
  const { accountId, context } = await app.member('removes@example.com')
  const id = await app.card(accountId, '4242')
  app.paysFor.add(id)
  await expect(app.cards.removeCard(context, { id })).rejects.toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
  expect(await listed(context)).toHaveLength(1)
  app.paysFor.delete(id)
  await app.cards.removeCard(context, { id })
  expect(await listed(context)).toEqual([])
  await expect(app.cards.removeCard(context, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(app.cards.chooseDefaultCard(context, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a member can neither choose nor remove another member’s card', async () => {
  const owner = await app.member('owner@example.com')
  const { context } = await app.member('stranger@example.com')
  const id = await app.card(owner.accountId, '4242')
  const before = await listed(owner.context)
  await expect(app.cards.chooseDefaultCard(context, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(app.cards.removeCard(context, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await listed(owner.context)).toEqual(before)
})

test('an expiring card and an expired card are marked in the list', async () => {
  const { accountId, context } = await app.member('expiring@example.com')
  await app.card(accountId, '4242', 2026)
  await app.card(accountId, '4444', 2025)
  const { cards } = await app.cards.listCards(context, {})
  expect(cards.find(({ last4 }) => last4 === '4242')?.status).toBe('expiring')
  expect(cards.find(({ last4 }) => last4 === '4444')?.status).toBe('expired')
})
