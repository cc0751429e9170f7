import { expect } from 'vitest'
import { login, signOut } from '#account/endpoints.ts'
import { viewPurchase } from '#checkout/endpoints.ts'
import { password } from '../support/member.ts'
import { test } from '../support/shop.ts'
import type { Visitor } from '../support/visitor.ts'

/** Whatever the page and its call say of a checkout. */
const seenBy = async ({ client }: Pick<Visitor, 'client'>, id: string): Promise<string> => {
  const page = await client.send({ method: 'GET', path: `/thank-you?checkout=${id}` })
  const answer = await client.send({ method: 'GET', path: viewPurchase.path.replace('{id}', id) })
  expect([page.status, answer.status]).toEqual([200, 200])
  return page.text + answer.text
}

// Name, street and city of `places.oregon`, the recipient of the gift, and totals that reveal what was bought.
const personal = /Mara|Alder|Portland|@example\.com|Noor|For the road|114\.98|Order Completed/

test('in another browser the link of a thank-you page shows only the order number', async ({ shop }) => {
  const buyer = shop.visitor()
  await buyer.add('syn-wk-gift-2020')
  await buyer.add('vs-rst')
  const bought = await buyer.checkout()
  const id = bought.checkout_id
  const number = bought.order?.number ?? ''
  const own = await seenBy(buyer, id)
  for (const text of [number, buyer.email, 'Noor Haddad', '114.98']) expect(own).toContain(text)
  // Their link to share is made when they are a member.
  expect(own).toContain('you can share your own link')
  expect(own).not.toContain('traffic_source=thank_you')

  const thief = shop.visitor()
  await thief.add('syn-rf')
  await thief.checkout()
  const elsewhere = await seenBy(thief, id)
  expect(elsewhere).toContain(number)
  expect(elsewhere).toContain('href="/order"')
  expect(elsewhere.replaceAll(thief.email, '')).not.toMatch(personal)
  expect(elsewhere).not.toContain(buyer.email)

  // The days of the order are a file for its buyer alone.
  const calendar = { method: 'GET', path: `/thank-you.ics?checkout=${id}` } as const
  const file = await buyer.client.send(calendar)
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(file.text).toMatch(
    /^BEGIN:VCALENDAR\r\n[\s\S]*SUMMARY:Loam order arrives\r\n[\s\S]*END:VCALENDAR\r\n$/,
  )
  const stolen = await thief.client.send(calendar)
  expect([stolen.status, stolen.text.includes('BEGIN:VEVENT')]).toEqual([404, false])

  // A made-up cookie, or that of another purchase, shows nothing either.
  const [name, signed] = [...thief.client.jar].find(([cookie]) => cookie.endsWith('_checkouts')) ?? ['', '']
  thief.client.jar.set(name, `${Buffer.from(id).toString('base64url')}.${signed.split('.')[1] ?? ''}`)
  expect(await seenBy(thief, id)).not.toContain(buyer.email)

  // A day later the buyer's own browser gets no more than that.
  await shop.travelDays(1)
  const later = await seenBy(buyer, id)
  expect(later).toContain(number)
  expect(later).not.toMatch(personal)
})

test('the id of a bought cart reveals nothing about its buyer', async ({ shop }) => {
  const buyer = shop.visitor()
  const { cart_id: cartId } = await buyer.add('syn-rf')
  const filled = await buyer.fill()
  const { checkout_id: id } = await buyer.send(filled)
  const mara = await shop.member({ plan: 'vaginal refill' })
  const hers = await mara.add('syn-wk')
  const { checkout_id: herId } = await mara.checkout()

  const thief = shop.visitor()
  await thief.add('vs-rst')
  const typed = await thief.fill()
  for (const [cart, checkout, email] of [
    [cartId, id, buyer.email],
    [hers.cart_id, herId, mara.email],
  ]) {
    const text = await thief.send({ ...typed, cart_id: cart ?? '' })
    expect(text.checkout_id).toBe(checkout)
    const seen = await seenBy(thief, checkout ?? '')
    expect(seen).not.toContain(email)
    expect(seen).not.toMatch(/Mara|Alder|Portland/)
  }

  // The same form again, from a browser that lost the answer, is the buyer.
  buyer.client.jar.clear()
  await buyer.send({ ...filled, cart_id: cartId ?? '' })
  expect(await seenBy(buyer, id)).toContain(buyer.email)
})

test('a member sees own orders in every signed-in browser, and no orders of others', async ({ shop }) => {
  const mara = await shop.member({ plan: 'monthly refill' })
  await mara.add('vs-rst')
  const { checkout_id: id } = await mara.checkout()
  mara.client.jar.delete('loam_checkouts')
  expect(await seenBy(mara, id)).toContain(mara.email)
  const buyer = shop.visitor()
  await buyer.add('vs-rf')
  const first = await buyer.checkout()
  const other = await shop.asMember(buyer)
  expect(await seenBy(other, id)).not.toContain(mara.email)

  // The next person at this browser, signed in or not, sees nothing of the members who bought in it and signed out.
  await other.add('vs-rst')
  const second = await other.checkout()
  await other.client.call(login, { email: mara.email, password })
  for (const left of [first, second]) expect(await seenBy(other, left.checkout_id)).not.toContain(other.email)
  await other.client.call(login, { email: other.email, password })
  expect(await seenBy(other, first.checkout_id)).toContain(other.email)
  await other.client.call(signOut, {})
  for (const left of [first, second]) {
    const seen = await seenBy(other, left.checkout_id)
    expect(seen).toContain(left.order?.number)
    expect(seen).not.toContain(other.email)
    expect(seen).not.toMatch(personal)
  }

  // What a visitor bought with a member's e-mail is not theirs until they say so.
  const stranger = shop.visitor()
  await stranger.add('syn-wk-gift-2020')
  const pending = await stranger.checkout({ email: mara.email, card: 'challenge' })
  expect(await seenBy(mara, pending.checkout_id)).not.toContain('Noor')
  await shop.pages.answerChallenge(pending.challenge_url ?? '', 'approve')
  await stranger.untilDecided(pending.checkout_id)
  expect(await seenBy(mara, pending.checkout_id)).not.toContain('Noor')
  expect(await seenBy(stranger, pending.checkout_id)).toContain('Noor')
})
