import { sql } from 'kysely'
import { expect } from 'vitest'
import { choosePassword, login, setPassword, viewPasswordLink } from '#account/endpoints.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { test, type TestShop } from '../support/shop.ts'
import type { Visitor } from '../support/visitor.ts'

const chosen = 'moss between the stones'
const form = { 'content-type': 'application/x-www-form-urlencoded' }

const buy = async (shop: TestShop, email?: string) => {
  const buyer = shop.visitor()
  await buyer.add('vs-rst')
  const { checkout_id: id } = await buyer.checkout(email === undefined ? {} : { email })
  return { buyer, id, email: buyer.email }
}

/** The token of the link in the mail about a new account. */
const tokenFor = async (shop: TestShop, email: string): Promise<string> => {
  const texts = (await shop.mails(email)).map(({ text }) => text).join('\n')
  return [...texts.matchAll(/\/set-password\?token=([\w-]+)/g)].at(-1)?.[1] ?? ''
}

/** Chooses it as the page of the order does. */
const post = ({ client }: Visitor, shop: TestShop, path: string, fields: Readonly<Record<string, string>>) =>
  client.send({
    method: 'POST',
    path,
    headers: { ...form, origin: shop.url },
    body: new URLSearchParams(fields).toString(),
  })

const choose = (buyer: Visitor, id: string) =>
  buyer.client.call(choosePassword, { purchase: id, password: chosen })

const choices = async (shop: TestShop): Promise<number> => {
  const { rows } = await sql`select from password_choice`.execute(shop.app.database.kysely)
  return rows.length
}

test('a password chosen on the thank-you page counts with the mailed link, by one press in the same browser', async ({
  shop,
}) => {
  const { buyer, id, email } = await buy(shop)
  const page = `/thank-you?checkout=${id}`
  expect((await buyer.client.send({ method: 'GET', path: page })).text).toContain('Save password')
  const short = await post(buyer, shop, page, { password: 'moss' })
  expect([
    short.status,
    short.text.includes('aria-invalid="true"'),
    short.text.includes('Thank you'),
  ]).toEqual([400, true, true])
  const saved = await post(buyer, shop, page, { password: chosen })
  expect([saved.status, saved.text.includes('Your password is saved.')]).toEqual([200, true])
  // The mailbox has not confirmed it.
  await expect(shop.visitor().client.call(login, { email, password: chosen })).rejects.toMatchObject({
    code: 'USER_NOT_FOUND',
  })
  const token = await tokenFor(shop, email)
  const link = await buyer.client.send({ method: 'GET', path: `/set-password?token=${token}` })
  expect(link.text).toContain('This sets the password you chose after your order.')
  const signedIn = await post(buyer, shop, `/set-password?token=${token}`, { use_choice: 'yes' })
  expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/account/home'])
  await shop.visitor().client.call(login, { email, password: chosen })
  expect(await choices(shop)).toBe(0)
})

test('a stranger who bought with the email of another person has chosen no password for that person', async ({
  shop,
}) => {
  const { buyer: stranger, id, email } = await buy(shop)
  await choose(stranger, id)
  const token = await tokenFor(shop, email)
  const owner = shop.visitor()
  expect(await owner.client.call(viewPasswordLink, { token })).toMatchObject({ has_choice: false })
  const pressed = owner.client.call(setPassword, { token, password: '', use_choice: true })
  await expect(pressed).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  // The cookie names the purchases of a browser, and nobody can write one.
  const [name, signed] = [...stranger.client.jar].find(([cookie]) => cookie.endsWith('_checkouts')) ?? [
    '',
    '',
  ]
  owner.client.jar.set(name, `${Buffer.from(id).toString('base64url')}.${signed.split('.')[1] ?? ''}x`)
  expect(await owner.client.call(viewPasswordLink, { token })).toMatchObject({ has_choice: false })
  await owner.client.call(setPassword, { token, password: 'roots under the path' })
  const guessed = stranger.client.call(login, { email, password: chosen })
  await expect(guessed).rejects.toMatchObject({ code: 'USER_NOT_FOUND' })
  // The same answer as for a new account, and it changes nothing.
  expect(await choose(stranger, id)).toEqual({ success: true })
  const newer = await stranger.client
    .call(login, { email, password: chosen })
    .catch((thrown: unknown) => thrown)
  expect(newer).toMatchObject({ code: 'USER_NOT_FOUND' })
  await owner.client.call(login, { email, password: 'roots under the path' })
})

test('a link that is mailed after a password was set does not bring a choice from before back', async ({
  shop,
}) => {
  const { buyer: stranger, id, email } = await buy(shop)
  const token = await tokenFor(shop, email)
  await shop.visitor().client.call(setPassword, { token, password: 'roots under the path' })
  await choose(stranger, id)
  const db = shop.app.database.kysely
  await sql`update account_link set used_at = null where account_id = (select id from account where email = ${email})`.execute(
    db,
  )
  expect(await stranger.client.call(viewPasswordLink, { token })).toMatchObject({
    has_password: true,
    has_choice: false,
  })
  const pressed = stranger.client.call(setPassword, { token, password: '', use_choice: true })
  await expect(pressed).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
})

test('only the browser of the purchase chooses, for a day, and not for a purchase of a member', async ({
  shop,
}) => {
  const { buyer, id } = await buy(shop)
  const { buyer: other } = await buy(shop)
  await expect(choose(other, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const member = await shop.member({ plan: 'monthly refill' })
  await member.add('vs-rst')
  const { checkout_id: own } = await member.checkout()
  const refused = member.client.call(choosePassword, { purchase: own, password: chosen })
  await expect(refused).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await shop.travelDays(1)
  await expect(choose(buyer, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a choice ends with a password, with the account, and after its retention period', async ({ shop }) => {
  const { buyer, id, email } = await buy(shop)
  await choose(buyer, id)
  const before = await choices(shop)
  const token = await tokenFor(shop, email)
  await buyer.client.call(setPassword, { token, password: '', use_choice: true })
  expect(await choices(shop)).toBe(before - 1)
  const { buyer: again, id: second, email: leaving } = await buy(shop)
  await choose(again, second)
  const db = shop.app.database.kysely
  const { buyer: third, id: erased, email: erasedEmail } = await buy(shop)
  await choose(third, erased)
  expect((await runShopCommand(shop, 'member', 'erase', erasedEmail)).code).toBe(0)
  const mine = sql`select from password_choice where account_id = (select id from account where email = ${leaving})`
  expect((await mine.execute(db)).rows).toHaveLength(1)
  await shop.travelDays(29)
  expect((await mine.execute(db)).rows).toHaveLength(1)
  await shop.travelDays(2)
  expect(await choices(shop)).toBe(0)
})

/** What the page of an order says of the account, with the number and the email left out. */
const accountPart = async (buyer: Visitor, id: string, email: string): Promise<string> => {
  const { text } = await buyer.client.send({ method: 'GET', path: `/thank-you?checkout=${id}` })
  return (
    text.slice(text.indexOf('id="set-password"')).split('</section>')[0]?.replaceAll(email, 'EMAIL') ?? ''
  )
}

test('a visitor who orders with the email of a member is mailed a link, as the page says, and learns nothing of the account', async ({
  shop,
}) => {
  const { buyer: first, id: firstId, email: unset } = await buy(shop)
  const member = await shop.member({ plan: 'monthly refill' })
  const expected = await accountPart(first, firstId, unset)
  expect(expected).toContain('We emailed a link to')
  // The same order within a minute would be a duplicate.
  await shop.advanceSeconds(120)
  for (const email of [unset, member.email]) {
    const before = (await shop.mails(email)).length
    const { buyer, id } = await buy(shop, email)
    const page = await buyer.client.send({ method: 'GET', path: `/thank-you?checkout=${id}` })
    expect(page.text).not.toContain('/account/subscriptions')
    expect(await accountPart(buyer, id, email)).toBe(expected)
    expect(await choose(buyer, id)).toEqual({ success: true })
    const mailed = (await shop.mails(email)).slice(before).map(({ subject }) => subject)
    expect(mailed.toSorted().slice(0, 1)).toEqual([
      email === unset ? 'Set your Loam password' : 'An order with your email at Loam',
    ])
    expect(mailed).toHaveLength(2)
  }
  const [mail] = (await shop.mails(member.email)).filter(({ subject }) => subject.startsWith('An order'))
  expect(mail?.text).toContain('/account/orders')
  // It opens nothing that a password does not open.
  expect(mail?.text).not.toContain('token=')
  await expect(
    shop.visitor().client.call(login, { email: member.email, password: chosen }),
  ).rejects.toMatchObject({ code: 'USER_NOT_FOUND' })
})

test('an account that is opened and gets its password during the bank’s question is mailed a link of that order too', async ({
  shop,
}) => {
  const slow = shop.visitor()
  await slow.add('vs-rst')
  const pending = await slow.checkout({ card: 'challenge' })
  const owner = shop.visitor()
  await owner.add('syn-rf')
  await owner.checkout({ email: slow.email })
  const member = await shop.asMember({ ...owner, email: slow.email })
  const before = (await shop.mails(slow.email)).length
  await shop.pages.answerChallenge(pending.challenge_url ?? '', 'approve')
  await slow.untilDecided(pending.checkout_id)
  expect(await accountPart(slow, pending.checkout_id, slow.email)).toContain('We emailed a link to')
  const mailed = (await shop.mails(slow.email)).slice(before).map(({ subject }) => subject)
  expect(mailed).toContain('An order with your email at Loam')
  expect(mailed).not.toContain('Set your Loam password')
  // Signed in, they manage it.
  const own = await member.client.send({ method: 'GET', path: '/account/orders' })
  expect(own.text).toContain('id="unconfirmed"')
})

test('a member who signs in without a password is asked whether an order is theirs, and is mailed no link that sets one', async ({
  shop,
}) => {
  const { email } = await buy(shop)
  await sql`insert into sign_on_identity (account_id, provider, issuer, subject, created_at)
    select id, 'google', 'https://accounts.google.com', 'subject of the member', now() from account
    where email = ${email}`.execute(shop.app.database.kysely)
  const before = (await shop.mails(email)).length
  // The same order within a minute would be a duplicate.
  await shop.advanceSeconds(120)
  await buy(shop, email)
  const mails = (await shop.mails(email)).slice(before)
  expect(mails.map(({ subject }) => subject)).toContain('An order with your email at Loam')
  expect(mails.map(({ text }) => text).join()).not.toContain('/set-password')
})
