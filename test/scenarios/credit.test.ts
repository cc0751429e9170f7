import { expect } from 'vitest'
import { deleteAccount, exportUser } from '#account/privacy-endpoints.ts'
import { findAccountByEmail } from '#account/server/accounts.ts'
import { grantCredit } from '#credit/server/credits.ts'
import { viewInvoice } from '#invoice/endpoints.ts'
import { trialBalance } from '#ledger/server/journals.ts'
import { viewCredit } from '#loyalty/endpoints.ts'
import { changeSubscription } from '#subscription/change/change-endpoints.ts'
import { withdraw } from '#withdrawal/endpoints.ts'
import { updateCardLink } from '../support/card-link.ts'
import { expectLedgerConsistent, expectConsistent } from '../support/invariants.ts'
import type { Member } from '../support/member.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { places } from '../support/places.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import { test, type TestShop } from '../support/shop.ts'

let gifts = 0

/** Grants credit through the module's public API, as a referral does. */
const give = async (shop: TestShop, { email }: { readonly email: string }, cents: number): Promise<void> => {
  const account = await findAccountByEmail(shop.app.database.kysely, email)
  gifts += 1
  const gift = {
    accountId: account?.id ?? '',
    cents,
    currency: 'USD',
    source: `test:${gifts}`,
    reason: 'operator',
  } as const
  await shop.app.change(async (tx) => {
    expect(await grantCredit(tx, gift)).toBe(true)
    expect(await grantCredit(tx, gift)).toBe(false)
  })
}

/** What there is to spend, and the amounts that made it. */
const creditOf = async (member: Pick<Member, 'signIn' | 'client'>) => {
  await member.signIn()
  const { available, entries } = await member.client.call(viewCredit, {})
  return { available, moved: entries.map(({ kind, amount, balance }) => `${kind} ${amount} = ${balance}`) }
}

test('credit pays for purchases and renewals, is released when a payment fails, and is spent once', async ({
  shop,
}) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const result = await runShopCommand(shop, 'credit', mara.email, '60.00', 'For', 'the', 'broken', 'jar')
  expect(result.lines.at(-1)).toBe('Available: $60.00.')
  await mara.add('vs-rst')
  // 64.99 once, 60.00 of it by credit.
  expect(await mara.fill()).toMatchObject({ total: '64.99', credit: '60.00' })
  await expect(mara.checkout({ but: { credit: '50.00' } })).rejects.toMatchObject({
    code: 'TOTAL_CHANGED',
    data: { total: '64.99', credit: '60.00', to_pay: '4.99' },
  })
  await expect(mara.checkout({ card: 'no-funds' })).rejects.toMatchObject({ code: 'CARD_DECLINED' })
  expect(await creditOf(mara)).toEqual({ available: '60.00', moved: ['operator 60.00 = 60.00'] })
  const { order } = await mara.checkout()
  expect(await shop.chargedCents()).toEqual([4999, 499])
  expect((await creditOf(mara)).available).toBe('0.00')
  const number = order?.number ?? ''
  expect(await mara.client.call(viewInvoice, { id: number })).toMatchObject({
    total: '64.99',
    credit: '60.00',
  })
  // Canceled before it ships: what the card paid to the card, the rest as credit.
  expect(await mara.client.call(withdraw, { number })).toMatchObject({ refund: '64.99' })
  expect(await shop.refundedCents()).toEqual([0, 499])
  const taken = ['operator 60.00 = 60.00', 'used -60.00 = 0.00', 'refunded 60.00 = 60.00']
  expect(await creditOf(mara)).toEqual({ available: '60.00', moved: taken })
  const invoice = await mara.client.call(viewInvoice, { id: number })
  const note = await mara.client.call(viewInvoice, { id: invoice.credit_notes[0]?.number ?? '' })
  expect(note).toMatchObject({ total: '64.99', credit: '60.00' })
  // Credit pays the next renewal completely, without a card; the one after it is paid as far as there is credit.
  expect((await mara.view()).upcoming_order).toMatchObject({
    total: '49.99',
    credit: '49.99',
    to_pay: '0.00',
  })
  await shop.travelTo('2031-02-06')
  expect(await shop.chargedCents()).toEqual([4999, 499])
  expect((await mara.view()).upcoming_order).toMatchObject({ credit: '10.01', to_pay: '39.98' })
  await shop.travelTo('2031-03-06')
  expect(await shop.chargedCents()).toEqual([4999, 499, 3998])
  await expectConsistent(shop)
  // A purchase and an order at once, each shown the same 20.00: one has it, the other sees its new sum.
  await give(shop, mara, 2000)
  await mara.add('vs-rst')
  const filled = await mara.fill()
  const change = { action: 'order-now' } as const
  const { charged_now: now, token } = await mara.preview(change)
  expect([filled.credit, now?.credit]).toEqual(['20.00', '20.00'])
  const raced = await Promise.allSettled([
    mara.send(filled),
    mara.client.call(changeSubscription, { id: mara.id, change, token }),
  ])
  expect(raced.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(raced.find((one) => one.status === 'rejected')?.reason).toMatchObject({ code: 'TOTAL_CHANGED' })
  expect((await creditOf(mara)).available).toBe('0.00')
  await expectConsistent(shop)
})

test('two subscriptions share the credit, and the order that is charged first shows and spends the credit', async ({
  shop,
}) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await mara.add('vs-rf')
  await mara.checkout()
  await give(shop, mara, 6000)
  const shown = async () =>
    (await mara.subscriptions()).map(
      ({ upcoming_order: next }) => `${next?.on} ${next?.credit} ${next?.to_pay}`,
    )
  // Both on one day: 49.99 of the older, 10.01 of the other's 39.99.
  expect(await shown()).toEqual(['2031-02-06 49.99 0.00', '2031-02-06 10.01 29.98'])
  // Moved behind the other order it gets what that one leaves, 60.00 − 39.99; as an immediate order it gets everything.
  const { seen } = await mara.agree({ action: 'move', on: '2031-02-10' })
  expect(seen.upcoming_order).toMatchObject({ credit: '20.01', to_pay: '29.98' })
  expect(await shown()).toEqual(['2031-02-10 20.01 29.98', '2031-02-06 39.99 0.00'])
  const { charged_now: now, upcoming_order: after } = await mara.preview({ action: 'order-now' })
  // What an immediate order leaves: the next order of this subscription comes on February 6 then, before that of the newer one.
  expect([now?.credit, after?.credit]).toEqual(['49.99', '10.01'])
  await shop.travelTo('2031-02-10')
  expect(await shop.chargedCents()).toEqual([4999, 3999, 2998])
  await expectConsistent(shop)
})

test('a refused renewal returns its credit, a total paid by credit needs no card, and unused credit ends with the account', async ({
  shop,
}) => {
  const mara = await subscriptionClient(
    await shop.member({ plan: 'monthly refill', card: 'renewal-no-funds' }),
  )
  await give(shop, mara, 1000)
  await shop.travelTo('2031-02-06')
  expect((await creditOf(mara)).available).toBe('10.00')
  const link = await updateCardLink(shop, mara)
  expect(await link.view()).toMatchObject({ total: '49.99', credit: '10.00', to_pay: '39.99' })
  await link.pay('approve')
  expect(await shop.chargedCents()).toEqual([4999, 3999])
  await give(shop, mara, 7000)
  await mara.add('vs-rst')
  const open = async () => (await mara.client.send({ method: 'GET', path: '/checkout' })).text
  const valueOf = (page: string, name: string) =>
    new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(page)?.[1] ?? ''
  const page = await open()
  expect(page).toContain('Use my credit of $70.00')
  expect([valueOf(page, 'credit'), valueOf(page, 'total')]).toEqual(['64.99', '64.99'])
  const post = (fields: Readonly<Record<string, string>>) =>
    mara.client.send({
      method: 'POST',
      path: '/checkout',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: mara.client.origin },
      body: new URLSearchParams({
        ...Object.fromEntries(
          Object.entries(places.oregon).map(([part, value]) => [`address.${part}`, value]),
        ),
        'shipping.method_code': 'free_shipping',
        request_id: valueOf(page, 'request_id'),
        total: '64.99',
        ...fields,
      }).toString(),
    })
  // Unticked: nothing is charged that was not shown, and the page then shows the whole sum.
  const sneaked = await post({ intent: 'pay', credit: '64.99', credit_offer: 'yes' })
  expect(sneaked.status).toBe(409)
  expect(valueOf(await open(), 'credit')).toBe('0.00')
  expect((await post({ intent: 'update', credit_offer: 'no', use_credit: 'yes' })).status).toBe(303)
  const paid = await post({ intent: 'pay', credit: '64.99', credit_offer: 'yes', use_credit: 'yes' })
  expect(paid.status).toBe(303)
  expect(await shop.chargedCents()).toEqual([4999, 3999])
  const statement = await creditOf(mara)
  expect(statement.available).toBe('5.01')
  expect(statement.moved.at(-1)).toBe('used -64.99 = 5.01')
  await mara.make({ action: 'cancel', cancellationReasonId: 'prefer-not-to-say' })
  await mara.prove()
  const data = await mara.client.call(exportUser, {})
  expect(JSON.stringify(data)).toContain('"balance":"5.01"')
  await expectConsistent(shop)
  await mara.client.call(deleteAccount, { email: mara.email })
  const owed = (await trialBalance(shop.app.database.kysely)).filter(
    ({ account }) => account === 'member-credit',
  )
  expect(owed.map(({ cents }) => cents)).toEqual([0])
  await expectLedgerConsistent(shop)
  // Their mails went with the account: the goodbye is all that is left.
  expect((await shop.mails()).map(({ subject }) => subject)).toEqual(['Your Loam account was deleted'])
})
