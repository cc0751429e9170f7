import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteAccount } from '#account/privacy-endpoints.ts'
import { changeSubscription } from '#subscription/change/change-endpoints.ts'
import { expectConsistent } from '../support/invariants.ts'
import { asMember } from '../support/member.ts'
import { openTestShop } from '../support/shop.ts'
import { openStripeShop } from '../support/shop-with-stripe.ts'

type StripeShop = Awaited<ReturnType<typeof openStripeShop>>
type Buyer = ReturnType<StripeShop['shop']['visitor']>

const buy = async ({ newCard }: StripeShop, buyer: Buyer, card?: string): Promise<void> => {
  await buyer.add('syn-rf')
  await buyer.checkout({ but: { card: newCard(card) } })
}

const refused = async (stripe: StripeShop, buyer: Buyer): Promise<void> => {
  const outcome = buy(stripe, buyer, 'pm_card_visa_chargeDeclinedStolenCard')
  await expect(outcome).rejects.toMatchObject({ code: 'CARD_DECLINED' })
}

/** The e-mails that Stripe has, as often as it has them. */
const emailsAt = ({ standIn }: StripeShop): string[] => {
  const emails = new Map<string, string>()
  for (const event of standIn.events()) {
    if (event.type === 'customer.created') emails.set(event.data.object.id, event.data.object.email ?? '')
    if (event.type === 'customer.deleted') emails.delete(event.data.object.id)
  }
  return [...emails.values()].toSorted()
}

const leave = async (member: Awaited<ReturnType<typeof asMember>>): Promise<void> => {
  for (const { id } of await member.subscriptions()) {
    const change = { action: 'cancel', cancellationReasonId: 'prefer-not-to-say' } as const
    await member.client.call(changeSubscription, { id, change })
  }
  await member.prove()
  await member.client.call(deleteAccount, { email: member.email })
}

test('deleting an account deletes its Stripe customers, also those of declined cards, and no others', async () => {
  await using stack = new AsyncDisposableStack()
  const stripe = await openStripeShop()
  stack.defer(stripe.close)
  const { shop } = stripe
  const [leaving, staying] = [shop.visitor(), shop.visitor()]
  await refused(stripe, leaving)
  await buy(stripe, leaving)
  await buy(stripe, staying)
  expect(emailsAt(stripe)).toEqual([leaving.email, leaving.email, staying.email].toSorted())
  const taken = await shop.chargedCents()
  await leave(await asMember(shop, leaving))
  await shop.settled()
  expect(emailsAt(stripe)).toEqual([staying.email])
  expect(await shop.chargedCents()).toEqual(taken)
})

test('an account is deleted while Stripe does not answer, and its customer is deleted when Stripe answers again', async () => {
  await using stack = new AsyncDisposableStack()
  const stripe = await openStripeShop()
  stack.defer(stripe.close)
  const { shop, standIn } = stripe
  const leaving = shop.visitor()
  await buy(stripe, leaving)
  const member = await asMember(shop, leaving)
  // Stripe's client asks up to three times.
  for (let n = 0; n < 3; n += 1) standIn.faults.next(/^DELETE \/v1\/customers\//, 'error_before')
  await leave(member)
  await shop.settled()
  expect(emailsAt(stripe)).toEqual([leaving.email])
  await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(shop.app.database.kysely)
  await shop.settled()
  expect(emailsAt(stripe)).toEqual([])
})

test('Stripe customers of declined cards are deleted after the retention period, and a member who paid with another card keeps the customer', async () => {
  await using stack = new AsyncDisposableStack()
  const stripe = await openStripeShop()
  stack.defer(stripe.close)
  const { shop } = stripe
  const [passing, member] = [shop.visitor(), shop.visitor()]
  await refused(stripe, passing)
  await buy(stripe, member)
  await shop.advanceSeconds(3600)
  await refused(stripe, await asMember(shop, member))
  for (let days = 0; days < 33; days += 1) await shop.advanceSeconds(86_400)
  await shop.settled()
  const emails = emailsAt(stripe)
  expect(emails).not.toContain(passing.email)
  expect(emails).toContain(member.email)
  const charged = (await shop.chargedCents()).length
  for (let days = 0; days < 40; days += 1) await shop.advanceSeconds(86_400)
  expect((await shop.chargedCents()).length).toBeGreaterThan(charged)
  await expectConsistent(shop)
})

test('the sandbox processor erases a customer whom the shop erases', async () => {
  await using stack = new AsyncDisposableStack()
  const shop = await openTestShop()
  stack.defer(shop.close)
  const leaving = shop.visitor()
  await leaving.add('syn-rf')
  await leaving.checkout()
  const member = await asMember(shop, leaving)
  await leave(member)
  await shop.settled()
  using database = new DatabaseSync(shop.app.processorFile, { readOnly: true })
  const stored = JSON.stringify([
    database.prepare('select * from customer').all(),
    database.prepare('select * from method').all(),
  ])
  expect(stored).not.toContain(member.email)
  expect(stored).toContain('cus_')
})
