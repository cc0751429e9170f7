import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { changeEmail } from '#account/email-endpoints.ts'
import { register } from '#account/registration-endpoints.ts'
import { viewGift } from '#gift/endpoints.ts'
import { subscribe, unsubscribe } from '#newsletter/endpoints.ts'
import { createNewsletterLinks } from '#newsletter/server/newsletter-links.ts'
import { withdraw } from '#withdrawal/endpoints.ts'
import { secret } from '../support/in-process-shop.ts'
import { subscribeToNewsletter } from '../support/newsletter.ts'
import { openTestShop } from '../support/shop.ts'
import { placesOf } from './database-contents.ts'

const shop = await openTestShop()
afterAll(() => shop.close())
const db = shop.app.database.kysely

/** The mailbox of somebody who was never asked whether they want it. */
const typed = {
  newsletter: 'typed-newsletter@example.com',
  registration: 'typed-registration@example.com',
  replaced: 'typed-replaced@example.com',
  expired: 'typed-expired@example.com',
}

const stored = () => placesOf(db, Object.values(typed))

test('an email that was entered and never confirmed is deleted, with its network', async () => {
  const visitor = shop.visitor('US', 'OR', { 'user-agent': 'the browser of a stranger' })
  await visitor.client.call(subscribe, { email: typed.newsletter, page: '/' })
  await visitor.client.call(register, {
    email: typed.registration,
    password: 'a long walk at night',
    firstName: 'Nobody',
    lastName: 'Asked',
  })
  const member = await shop.member({ plan: 'monthly refill' })
  await member.prove()
  for (const email of [typed.replaced, typed.expired])
    await member.client.call(changeEmail, { new_email: email })
  await shop.settled()
  const kept = ['email_change.new_email', 'newsletter_subscriber.email', 'registration.email']
  expect(await stored()).toEqual(expect.arrayContaining(kept))

  await shop.travelDays(29)
  expect(await stored()).toEqual(kept)
  expect(await placesOf(db, ['the browser of a stranger'])).toEqual(['newsletter_consent.user_agent'])

  await shop.travelDays(2)
  expect(await stored()).toEqual([])
  expect(await placesOf(db, ['the browser of a stranger', 'Nobody'])).toEqual([])
  // The member has their mailbox, and what they moved from is known until they leave.
  expect(await placesOf(db, [member.email])).toContain('account.email')
})

test('a completed change of e-mail is kept, because an erasure needs the former address', async () => {
  const member = await shop.member({ plan: 'monthly refill' })
  await member.prove()
  const moved = `moved-${member.email}`
  await member.client.call(changeEmail, { new_email: moved })
  await sql`update account set email = ${moved} where email = ${member.email}`.execute(db)
  await shop.travelDays(31)
  expect(await placesOf(db, [member.email])).toContain('email_change.former_email')
})

test('an unsubscribed address stays unsubscribed after a stranger enters the address again', async () => {
  const visitor = shop.visitor()
  const { email } = visitor
  await subscribeToNewsletter(shop, visitor)
  const { id } = await db
    .selectFrom('newsletter_subscriber')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const link = createNewsletterLinks({ secret, publicUrl: shop.url }).unsubscribeUrl(id)
  const token = new URL(link).searchParams.get('token') ?? ''
  await visitor.client.call(unsubscribe, { token })
  await shop.travelDays(1)
  const stranger = shop.visitor('US', 'OR', { 'user-agent': 'the browser of a stranger' })
  await stranger.client.call(subscribe, { email, page: '/' })
  const records = async () => ({
    state: (await db.selectFrom('newsletter_subscriber').select('state').where('id', '=', id).execute())[0]
      ?.state,
    proofs: (
      await db
        .selectFrom('newsletter_consent')
        .select('action')
        .where('subscriber_id', '=', id)
        .orderBy('at')
        .execute()
    ).map(({ action }) => action),
  })
  const history = ['requested', 'confirmed', 'unsubscribed']
  expect(await records()).toEqual({ state: 'pending', proofs: [...history, 'requested'] })
  await shop.travelDays(31)
  expect(await records()).toEqual({ state: 'unsubscribed', proofs: history })
})

test('whom a gift was for is erased some time after it was canceled, and a gift that waits keeps its recipient', async () => {
  const give = async (word: string) => {
    const giver = shop.visitor()
    await giver.add('syn-wk-gift-2020')
    const recipient_name = `Zoe ${word}`
    await giver.enterGiftDetails({
      recipient_email: `${word}@recipient.example`,
      recipient_name,
      message: `Dear ${word}`,
    })
    const { order } = await giver.checkout()
    return { giver, named: { number: order?.number ?? '', email: giver.email } }
  }
  const canceled = await give('quillon')
  await give('perrin')
  await canceled.giver.client.call(withdraw, canceled.named)
  await shop.settled()
  const before = ['gift.message', 'gift.recipient_email', 'gift.recipient_name']
  await shop.travelDays(89)
  expect(await placesOf(db, ['quillon'])).toEqual(expect.arrayContaining(before))
  await shop.travelDays(2)
  expect(await placesOf(db, ['quillon'])).toEqual([])
  expect(await placesOf(db, ['perrin'])).toEqual(expect.arrayContaining([...before, 'checkout.purchase']))
  expect(await canceled.giver.client.call(viewGift, canceled.named)).toMatchObject({ state: 'canceled' })
})
