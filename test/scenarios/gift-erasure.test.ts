import { sql } from 'kysely'
import { expect } from 'vitest'
import { deleteAccount } from '#account/privacy-endpoints.ts'
import { saveGiftDraft } from '#cart/gift-endpoints.ts'
import { changeGift, claimGift, viewGift, viewLinkedGift } from '#gift/endpoints.ts'
import { placesOf } from '../api/database-contents.ts'
import { waitUntilBlocked } from '../support/database-locks.ts'
import { linksTo } from '../support/gift-links.ts'
import { expectConsistent, expectLedgerConsistent } from '../support/invariants.ts'
import { places } from '../support/places.ts'
import { testInOneShop, type TestShop } from '../support/shop.ts'

const test = testInOneShop()

/** Send a gift with a name, an address and an e-mail that nobody else in this shop has. */
const givenTo = async (shop: TestShop, word: string, startsOn?: string) => {
  const giver = shop.visitor()
  const recipientEmail = `${word}@recipient.example`
  await giver.add('syn-wk-gift-2020')
  await giver.enterGiftDetails({
    recipient_email: recipientEmail,
    recipient_name: `Zoe ${word}`,
    message: `Happy birthday, ${word}!`,
    ...(startsOn ? { starts_on: startsOn } : {}),
  })
  const { order } = await giver.checkout()
  const [token = ''] = startsOn ? [] : await linksTo(shop, recipientEmail)
  const address = {
    ...places.toronto,
    firstName: 'Zoe',
    lastName: word,
    address: `7 ${word} Lane`,
    phone: '+1 416 555 0188',
  }
  return {
    giver,
    token,
    address,
    email: recipientEmail,
    named: { number: order?.number ?? '', email: giver.email },
  }
}

const asRecipient = (shop: TestShop, email: string) => shop.asMember({ ...shop.visitor(), email })

/** A member with this e-mail who has received nothing yet. */
const memberAt = async (shop: TestShop, email: string) => {
  const visitor = { ...shop.visitor(), email }
  await visitor.add('vs-rst')
  await visitor.checkout({ email })
  return shop.asMember(visitor)
}

test('a recipient who deletes the account is erased from the gift, and the giver still sees the state of the gift', async ({
  shop,
}) => {
  const db = shop.app.database.kysely
  const { token, address, email, named, giver } = await givenTo(shop, 'quenby')
  await shop.visitor().client.call(claimGift, { token, address })
  const recipient = await asRecipient(shop, email)
  await shop.travelDays(30)
  expect(await placesOf(db, ['quenby'])).toEqual(
    expect.arrayContaining(['gift.recipient_email', 'gift.ship_to', 'shipment.ship_to', 'checkout.purchase']),
  )
  await recipient.prove()
  await recipient.client.call(deleteAccount, { email })
  await shop.settled()
  await shop.travelDays(1)
  expect(await placesOf(db, ['quenby', '416 555 0188'])).toEqual([])
  expect(await giver.client.call(viewGift, named)).toMatchObject({
    state: 'shipped',
    recipient_name: 'A friend',
  })
  await expect(shop.visitor().client.call(viewLinkedGift, { token })).rejects.toMatchObject({
    code: 'LINK_EXPIRED',
  })
  await expectConsistent(shop)
})

test('a gift in fulfillment keeps the address of a deleted recipient until it has shipped', async ({
  shop,
}) => {
  const db = shop.app.database.kysely
  const { token, address, email, named, giver } = await givenTo(shop, 'ravenel')
  await shop.visitor().client.call(claimGift, { token, address })
  const recipient = await asRecipient(shop, email)
  await recipient.prove()
  await recipient.client.call(deleteAccount, { email })
  await shop.settled()
  const mails = (await shop.mails(email)).length
  await shop.travelDays(1)
  expect(await placesOf(db, ['ravenel'])).toEqual(['gift.ship_to', 'shipment.ship_to'])
  await shop.travelDays(30)
  expect(await giver.client.call(viewGift, named)).toMatchObject({ state: 'shipped' })
  expect((await shop.mails(named.email)).map(({ subject }) => subject)).toContain(
    `Order ${named.number} has shipped`,
  )
  expect(await placesOf(db, ['ravenel', '416 555 0188'])).toEqual([])
  expect(await shop.mails(email)).toHaveLength(mails)
  await expectConsistent(shop)
})

test('a gift for a deleted recipient waits for another e-mail from the giver', async ({ shop }) => {
  const db = shop.app.database.kysely
  const email = 'sabine@recipient.example'
  const sabine = await memberAt(shop, email)
  const { token, address, named, giver } = await givenTo(shop, 'sabine')
  await sabine.prove()
  await sabine.client.call(deleteAccount, { email })
  await shop.settled()
  await shop.travelDays(1)
  const found = await placesOf(db, ['sabine'])
  // Their own order, as tax law requires.
  expect(found).toEqual(['invoice.content', 'invoice.email', 'order.email'])
  await expect(shop.visitor().client.call(claimGift, { token, address })).rejects.toMatchObject({
    code: 'LINK_EXPIRED',
  })
  await shop.travelDays(40)
  // What they bought themselves still comes.
  const toThem = (await shop.mails(email)).map(({ subject }) => subject)
  expect(toThem).toEqual([expect.stringMatching(/account/), expect.stringMatching(/^Order .* has shipped/)])
  const toGiver = await shop.mails(named.email)
  expect(toGiver.at(-1)?.text).toMatch(/no longer have an email address/i)
  const other = 'other@recipient.example'
  expect(await giver.client.call(changeGift, { ...named, recipient_email: other })).toMatchObject({
    state: 'sent',
    recipient_email: other,
  })
  expect(await linksTo(shop, other)).toHaveLength(1)
})

test('a claim while the recipient deletes the account is refused or erased, and never linked to the deleted account', async ({
  shop,
}) => {
  const db = shop.app.database.kysely
  const email = 'tavia@recipient.example'
  const tavia = await memberAt(shop, email)
  const { token, address } = await givenTo(shop, 'tavia')
  await tavia.prove()
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = db.transaction().execute(async (tx) => {
    await sql`lock table contact_message in exclusive mode`.execute(tx)
    held.resolve()
    await released.promise
  })
  await held.promise
  const leaving = tavia.client.call(deleteAccount, { email })
  await waitUntilBlocked(db, 1, 'contact_message')
  const claiming = shop.visitor().client.call(claimGift, { token, address })
  const outcome = claiming.then(
    () => 'claimed',
    (thrown: { code?: string }) => thrown.code,
  )
  await waitUntilBlocked(db, 1, 'insert into "account"')
  released.resolve()
  await Promise.all([holding, leaving])
  expect(await outcome).toBe('LINK_EXPIRED')
  const { rows } = await sql`select from gift join account on account.id = recipient_id
    where erased_at is not null and recipient_email <> ''`.execute(db)
  expect(rows).toEqual([])
  await shop.settled()
  await shop.travelDays(1)
  expect(await placesOf(db, ['tavia'])).toEqual(['invoice.content', 'invoice.email', 'order.email'])
})

test('the name and words of a giver who deletes the account are erased, and the gift is still delivered', async ({
  shop,
}) => {
  const db = shop.app.database.kysely
  const { gift_days: days } = await shop.visitor().cart()
  const startsOn = Temporal.PlainDate.from(days.from).add({ days: 20 }).toString()
  const { giver, email } = await givenTo(shop, 'ulric', startsOn)
  await sql`update gift set message = 'Love from your Wolfhart' where recipient_email = ${email}`.execute(db)
  const member = await shop.asMember(giver)
  await member.prove()
  await member.client.call(deleteAccount, { email: member.email })
  await shop.settled()
  expect(await placesOf(db, ['wolfhart'])).toEqual([])
  await shop.travelTo(startsOn)
  expect(await linksTo(shop, email)).toHaveLength(1)
})

test('a waiting, claimed or shipped gift of a giver who deletes the account continues without the giver’s name', async ({
  shop,
}) => {
  const db = shop.app.database.kysely
  const given = async (word: string) => {
    const giver = shop.visitor()
    const recipient = `to-${word}@recipient.example`
    await giver.add('syn-wk-gift-2020')
    await giver.enterGiftDetails({ recipient_email: recipient, message: `Yours, ${word}` })
    const { order } = await giver.checkout({
      but: { address: { ...places.oregon, firstName: `Anna${word}`, lastName: `Berg${word}` } },
    })
    const [token = ''] = await linksTo(shop, recipient)
    const claim = () => shop.visitor().client.call(claimGift, { token, address: places.toronto })
    return { giver, recipient, number: order?.number ?? '', claim }
  }
  const [waiting, claimed, shipped] = [
    await given('ulfberta'),
    await given('theodrada'),
    await given('hiltrude'),
  ]
  await shipped.claim()
  await shop.travelDays(5)
  await claimed.claim()
  const leave = async ({ giver }: typeof waiting) => {
    const member = await shop.asMember(giver)
    await member.prove()
    await member.client.call(deleteAccount, { email: member.email })
  }
  for (const one of [waiting, claimed, shipped]) await leave(one)
  await shop.settled()
  const left = () => placesOf(db, ['annaulfberta', 'annatheodrada', 'annahiltrude', 'yours, '])
  // Their orders, as tax law requires.
  expect(await left()).toEqual(['invoice.content', 'order.ship_to'])
  const before = (await shop.mails(waiting.recipient)).length
  await shop.travelDays(3)
  const since = (await shop.mails(waiting.recipient)).slice(before)
  expect(since.map(({ subject }) => subject)).toEqual(["A friend's gift is waiting for you"])
  await waiting.claim()
  await shop.travelDays(20)
  const states = await Promise.all(
    [waiting, claimed, shipped].map(({ giver, number }) =>
      shop.visitor().client.call(viewGift, { number, email: giver.email }),
    ),
  )
  expect(states.map(({ state }) => state)).toEqual(['shipped', 'shipped', 'shipped'])
  for (const { recipient } of [waiting, claimed, shipped])
    expect((await shop.mails(recipient)).map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/^Your gift from .* has shipped$/),
    )
  expect(await left()).toEqual(['invoice.content', 'order.ship_to'])
  await expectLedgerConsistent(shop)
})

test('whom a gift in somebody’s open cart is for is erased with their account, and the giver is asked again', async ({
  shop,
}) => {
  const db = shop.app.database.kysely
  const email = 'ottoline@recipient.example'
  const ottoline = await memberAt(shop, email)
  const [entered, typing, declined, other] = [shop.visitor(), shop.visitor(), shop.visitor(), shop.visitor()]
  const details = { recipient_email: 'Ottoline@Recipient.Example', recipient_name: 'Zoe Ottoline' }
  for (const giver of [entered, typing, declined, other]) await giver.add('syn-wk-gift-2020')
  for (const giver of [entered, declined]) await giver.enterGiftDetails(details)
  const draft = { ...details, recipient_email: ' OTTOLINE@recipient.example ', message: '', starts_on: '' }
  await typing.client.call(saveGiftDraft, draft)
  await expect(declined.checkout({ card: 'no-funds' })).rejects.toMatchObject({ code: 'CARD_DECLINED' })
  await ottoline.prove()
  await ottoline.client.call(deleteAccount, { email })
  await shop.settled()
  await shop.travelDays(1)
  expect(await placesOf(db, ['ottoline'])).toEqual(['invoice.content', 'invoice.email', 'order.email'])
  await expect(entered.checkout()).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    fields: { gift: 'Please tell us who the gift is for.' },
  })
  expect((await other.cart()).gift).toMatchObject({ recipient_name: 'Noor Haddad' })
  for (const giver of [entered, other]) await giver.enterGiftDetails()
  for (const giver of [entered, other]) expect((await giver.checkout()).status).toBe('ordered')
})
