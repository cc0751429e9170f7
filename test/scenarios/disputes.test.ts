import { expect } from 'vitest'
import { trialBalance } from '#ledger/server/journals.ts'
import { expectConsistent } from '../support/invariants.ts'
import { deleteAccount } from '#account/privacy-endpoints.ts'
import { disputeById } from '#dispute/server/disputes.ts'
import { gatherEvidence } from '#dispute/server/gather-evidence.ts'
import { withdraw } from '#withdrawal/endpoints.ts'
import { brand } from '#shared/brand.ts'
import { holdByOperator, packOrder, releaseByOperator } from '#order/server/orders.ts'
import { refundOrder } from '#refund/server/operator-refunds.ts'
import { openInProcessShop } from '../support/in-process-shop.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { inTransaction } from '#platform/transaction.ts'
import { dueForRenewal } from '#subscription/record/server/subscription-store.ts'
import { chargeDueCycle, openRenewals } from '#subscription/renewal/server/open-renewals.ts'
import { stopSubscriptions } from '#subscription/server/subscriptions.ts'
import { test, testDuringCharge, type TestShop } from '../support/shop.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import type { TestCardName } from '../../sandbox-processor/test-cards.ts'

/** Somebody who buys a starter kit for 49.99 with this card, on January 6. */
const buying = async (shop: TestShop, card: TestCardName) => {
  const buyer = shop.visitor()
  await buyer.add('syn-wk')
  await buyer.checkout({ card })
  return buyer
}

const states = async ({ app }: TestShop): Promise<string[]> => {
  const rows = await app.database.kysely.selectFrom('dispute').select('state').orderBy('id').execute()
  return rows.map(({ state }) => state)
}

const balanceOf = async ({ app }: TestShop, account: string): Promise<number> =>
  (await trialBalance(app.database.kysely)).find((one) => one.account === account)?.cents ?? 0

test('a disputed card opens a dispute after three days, which is lost a week later without a response', async ({
  shop,
}) => {
  await buying(shop, 'disputed')
  await shop.travelTo('2031-01-08')
  expect(await states(shop)).toEqual([])
  await shop.travelTo('2031-01-10')
  expect(await states(shop)).toEqual(['needs_response'])
  expect(await balanceOf(shop, 'disputed')).toBe(4999)
  await shop.travelTo('2031-01-18')
  expect(await states(shop)).toEqual(['lost'])
  expect(await balanceOf(shop, 'dispute-losses')).toBe(4999)
  await expectConsistent(shop)
})

test('an inquiry without a response becomes a dispute', async ({ shop }) => {
  await buying(shop, 'inquiry')
  await shop.travelTo('2031-01-10')
  expect(await states(shop)).toEqual(['warning_needs_response'])
  expect(await balanceOf(shop, 'disputed')).toBe(0)
  await shop.travelTo('2031-01-17')
  expect(await states(shop)).toEqual(['needs_response'])
  expect(await balanceOf(shop, 'disputed')).toBe(4999)
  await expectConsistent(shop)
})

test('a refund closes an inquiry, and the bank takes nothing for the refunded amount', async ({ shop }) => {
  const buyer = shop.visitor()
  await buyer.add('syn-wk')
  const { order } = await buyer.checkout({ card: 'inquiry' })
  await shop.travelTo('2031-01-10')
  const { shop: inProcess, close } = await openInProcessShop(shop)
  await refundOrder(inProcess.services, {
    number: order?.number ?? '',
    what: 'rest',
    note: null,
    asCredit: false,
    requestKey: 'op',
  })
  await close()
  await shop.travelTo('2031-01-11')
  expect(await states(shop)).toEqual(['warning_closed'])
  await shop.travelTo('2031-01-25')
  expect(await shop.refundedCents()).toEqual([4999])
  expect(await balanceOf(shop, 'disputed')).toBe(0)
  expect(await balanceOf(shop, 'dispute-losses')).toBe(0)
  await expectConsistent(shop)
})

test('dispute webhooks that arrive three times in reverse order have one outcome', async ({ shop }) => {
  await buying(shop, 'disputed-shuffled')
  await shop.travelTo('2031-01-10')
  expect(await states(shop)).toEqual(['needs_response'])
  expect(await balanceOf(shop, 'dispute-fees')).toBe(1500)
  await expectConsistent(shop)
})

/** An operator sends the evidence for the only dispute. */
const answer = async (shop: TestShop): Promise<void> => {
  const { id } = await shop.app.database.kysely.selectFrom('dispute').select('id').executeTakeFirstOrThrow()
  const { code, lines } = await runShopCommand(shop, 'disputes', 'submit', id)
  expect({ code, lines }).toMatchObject({ code: 0 })
  expect(lines[0]).toContain('The evidence was sent')
}

test('a disputed subscription is paused, and its member cannot resume it before the dispute ends; afterwards it stays paused until resumed', async ({
  shop,
}) => {
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  await buyer.checkout({ card: 'disputed' })
  const mara = await subscriptionClient(await shop.asMember(buyer))
  await shop.travelTo('2031-01-10')
  const stopped = await mara.view()
  expect(stopped).toMatchObject({ state: 'paused', paused_until: null })
  expect(stopped.stopped_message).toContain('Your bank has asked us')
  await expect(mara.make({ action: 'resume' })).rejects.toMatchObject({
    code: 'ACTION_NOT_ALLOWED',
    data: { reason: 'payment-disputed' },
  })
  // Lost on January 16; the first renewal would have been on February 6.
  await shop.travelTo('2031-02-10')
  expect(await mara.view()).toMatchObject({ state: 'paused', stopped_message: null })
  expect(await shop.chargedCents()).toEqual([4999])
  await mara.make({ action: 'resume' })
  expect(await mara.view()).toMatchObject({ state: 'active' })
  const subjects = (await shop.mails(brand.supportEmail)).map(({ subject }) => subject)
  expect(subjects.map((subject) => subject.replace(/L\w+/, 'L'))).toEqual([
    'A bank has taken back the payment of order L',
    'Evidence for order L is due soon',
    'The dispute of order L is lost',
  ])
  await expectConsistent(shop)
})

/** A preorder of 49.99, which waits for its shipping day, disputed since January 9. */
const preordered = async (shop: TestShop) => {
  const buyer = shop.visitor()
  await buyer.add('pds-wk')
  const { order } = await buyer.checkout({ card: 'disputed' })
  const mara = await shop.asMember(buyer)
  await shop.travelTo('2031-01-10')
  return { mara, number: order?.number ?? '' }
}

const shipmentStates = async ({ app }: TestShop): Promise<string[]> => {
  const rows = await app.database.kysely.selectFrom('shipment').select('state').execute()
  return rows.map(({ state }) => state)
}

test('an unshipped order is on hold until the dispute is won or an operator releases the order', async ({
  shop,
}) => {
  const { number } = await preordered(shop)
  const { deps } = shop.app
  expect(await shipmentStates(shop)).toEqual(['on-hold'])
  await expect(packOrder(deps, number, null)).rejects.toMatchObject({
    detail: `Order ${number} is on hold, because a bank disputes its payment (fraudulent).`,
  })
  await holdByOperator(deps, number, 'checks the address')
  await answer(shop)
  await shop.travelTo('2031-01-16')
  expect(await states(shop)).toEqual(['won'])
  // 49.99 went and came back; the fee of 15.00 stays away.
  expect(await balanceOf(shop, 'disputed')).toBe(0)
  expect(await balanceOf(shop, 'dispute-fees')).toBe(1500)
  expect(await shipmentStates(shop)).toEqual(['on-hold'])
  expect(await releaseByOperator(deps, number, 'it is right')).toBe(true)
  expect(await shipmentStates(shop)).toEqual(['pending'])
  await expect(releaseByOperator(deps, number, 'again')).rejects.toMatchObject({
    detail: `Nothing that can be released holds order ${number}.`,
  })
  const printed = await runShopCommand(shop, 'disputes', 'list', '--all')
  const [compared] = (await runShopCommand(shop, 'reconcile')).lines
  expect(compared).toMatch(/^Compared: charges 1, refunds 0, disputes 1, .*\. All agree\.$/)
  expect(printed.lines.join('\n')).toMatch(new RegExp(`${number}  \\$49.99  won  fraudulent`))
  await expectConsistent(shop)
})

test('an order that its member cancels during a dispute is refunded once, after the shop has won', async ({
  shop,
}) => {
  const { mara, number } = await preordered(shop)
  const { shop: inProcess, close } = await openInProcessShop(shop)
  const refund = refundOrder(inProcess.services, {
    number,
    what: 'rest',
    note: null,
    asCredit: false,
    requestKey: 'op',
  })
  await expect(refund).rejects.toMatchObject({ data: { reason: 'disputed' } })
  await close()
  await mara.signIn()
  await mara.client.call(withdraw, { number })
  await answer(shop)
  await shop.travelTo('2031-01-14')
  expect(await shop.refundedCents()).toEqual([0])
  expect((await mara.orders())[0]).toMatchObject({ state: 'canceled', refunded: '0.00' })
  await shop.travelTo('2031-01-17')
  expect(await shop.refundedCents()).toEqual([4999])
  expect((await mara.orders())[0]).toMatchObject({ refunded: '49.99' })
  await expectConsistent(shop)
})

test('an order that its member cancels during a dispute is not refunded again when the bank refunded it', async ({
  shop,
}) => {
  const { mara, number } = await preordered(shop)
  await mara.signIn()
  await mara.client.call(withdraw, { number })
  await shop.travelTo('2031-01-20')
  expect(await states(shop)).toEqual(['lost'])
  expect(await shop.refundedCents()).toEqual([0])
  const refunds = await shop.app.database.kysely.selectFrom('refund').select(['state', 'refusal']).execute()
  expect(refunds).toEqual([{ state: 'refused', refusal: 'dispute-lost' }])
  await expectConsistent(shop)
})

test('an order that its member cancels after a lost dispute is not refunded again', async ({ shop }) => {
  const { mara, number } = await preordered(shop)
  await shop.travelTo('2031-01-20')
  expect(await states(shop)).toEqual(['lost'])
  await mara.signIn()
  const canceled = await mara.client.call(withdraw, { number })
  expect(canceled).toMatchObject({ kind: 'cancel', refund: '0.00' })
  await shop.travelTo('2031-01-22')
  expect(await shop.refundedCents()).toEqual([0])
  expect((await mara.orders())[0]).toMatchObject({ state: 'canceled', refunded: '0.00' })
  const mailed = (await shop.mails(mara.email)).map(({ text }) => text).join('\n')
  expect(mailed).not.toContain('$49.99 back')
  await expectConsistent(shop)
})

test('an early fraud warning holds the shipment and refunds nothing', async ({ shop }) => {
  const buyer = shop.visitor()
  await buyer.add('pds-wk')
  const { order } = await buyer.checkout({ card: 'fraud-warning' })
  await shop.travelTo('2031-01-10')
  expect(await shipmentStates(shop)).toEqual(['on-hold'])
  expect(await shop.refundedCents()).toEqual([0])
  const [mail] = await shop.mails(brand.supportEmail)
  expect(mail?.subject).toBe(`A bank suspects fraud with order ${order?.number ?? ''}`)
  await expectConsistent(shop)
})

test('the dispute evidence of a deleted account contains only data of the order', async ({ shop }) => {
  const { mara, number } = await preordered(shop)
  await (await subscriptionClient(mara)).make({ action: 'cancel' })
  await mara.prove()
  await mara.client.call(deleteAccount, { email: mara.email })
  await shop.settled()
  await answer(shop)
  const { id } = await shop.app.database.kysely.selectFrom('dispute').select('id').executeTakeFirstOrThrow()
  const { shop: inProcess, close } = await openInProcessShop(shop)
  const dispute = await disputeById(inProcess.deps.database, id)
  const facts = dispute && (await gatherEvidence(inProcess.deps, dispute))
  await close()
  // What tax law keeps with the order speaks for the shop; sign-ins are gone.
  expect(facts).toMatchObject({ number, email: mara.email, shipTo: { country: 'US' }, activity: [] })
  await shop.travelTo('2031-01-16')
  expect(await states(shop)).toEqual(['won'])
})

testDuringCharge(
  'a dispute that is recorded while a renewal run is on its way stops what was opened and not requested yet',
  async ({ shop }) => {
    const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
    const {
      shop: { services },
      close,
    } = await openInProcessShop(shop)
    const { deps } = services
    // As a run does: due rows are claimed, opened and moved out of what is due, all in one transaction.
    const { charges } = await inTransaction(deps, async (tx) => {
      const due = { next_attempt_on: tx.today.toString() }
      await tx.db.updateTable('subscription').set(due).where('id', '=', mara.id).execute()
      return openRenewals(services, tx, await dueForRenewal.claim(tx, 1, mara.id), null)
    })
    expect(charges).toHaveLength(1)
    await inTransaction(deps, (tx) => stopSubscriptions(tx, [mara.id], deps.ids.uuid()))
    for (const opened of charges) expect(await chargeDueCycle(services, opened)).toBe('settled-before')
    expect(await shop.chargedCents()).toEqual([4999])
    // Its pause, which follows, takes back what was opened.
    await mara.make({ action: 'pause' })
    expect(await mara.view()).toMatchObject({ state: 'paused', charge_in_flight: null })
    await close()
  },
)
