import { sql } from 'kysely'
import { expect } from 'vitest'
import { listAddresses } from '#account/settings-endpoints.ts'
import { places } from '../support/places.ts'
import { test } from '../support/shop.ts'
import { subscriptionClient } from '../support/subscription-client.ts'

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]

/** The values that a browser sends for the form around a button of this text, by field. */
const valuesOf = (html: string, button: string): Record<string, string> => {
  const form = html.split('<form').find((part) => part.includes(button)) ?? ''
  const inputs = (form.match(/<input[^>]*>/g) ?? []).map((tag) => [
    attribute(tag, 'name') ?? '',
    attribute(tag, 'value') ?? '',
  ])
  const selects = [...form.matchAll(/(<select[^>]*>)(.*?)<\/select>/gs)].map(([, tag = '', options = '']) => [
    attribute(tag, 'name') ?? '',
    attribute(/<option[^>]*selected=""[^>]*>/.exec(options)?.[0] ?? '', 'value') ?? '',
  ])
  return Object.fromEntries([...inputs, ...selects])
}

test('editing a saved address keeps every part of the address', async ({ shop }) => {
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  const address = {
    ...places.oregon,
    unit: '5 B',
    company: 'Alder & Sons',
    phone: '+1 503 555 0142',
  }
  await buyer.checkout({ but: { address } })
  const member = await subscriptionClient(await shop.asMember(buyer))
  const path = '/account/settings/addresses'
  const { id = '' } = (await member.call(listAddresses, {})).addresses[0] ?? {}
  const page = await member.client.send({ method: 'GET', path: `${path}?edit=${id}` })
  const values = valuesOf(page.text.replaceAll('&amp;', '&'), 'Save address')
  const answer = await member.client.send({
    method: 'POST',
    path: `${path}?edit=${id}`,
    body: new URLSearchParams({ ...values, address: '2 Alder Way' }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: shop.url },
  })
  expect(answer.status).toBeLessThan(400)
  expect((await member.call(listAddresses, {})).addresses).toMatchObject([
    { ...address, address: '2 Alder Way' },
  ])
  expect(await member.view()).toMatchObject({ address: { ...address, address: '2 Alder Way' } })
})

test('an older saved address that does not exist is asked about in the reader’s language', async ({
  shop,
}) => {
  const member = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const db = shop.app.database.kysely
  await sql`update address set zip = '94601'`.execute(db)
  await sql`update account set locale = 'de'`.execute(db)
  const page = async (path: string) => (await member.client.send({ method: 'GET', path })).text
  const question = 'Diese Postleitzahl liegt in California, nicht in Oregon'
  const addresses = await page('/de/account/settings/addresses')
  expect(addresses).toContain(`Bitte prüfe diese Adresse: ${question}.`)
  const id = /addresses\?edit=([\w-]+)/.exec(addresses)?.[1] ?? ''
  expect(await page(`/de/account/settings/addresses?edit=${id}`)).toContain(`>${question}.<`)
  expect(await page(`/de/account/subscriptions/${member.id}`)).toContain(
    `Bitte prüfe die Lieferadresse: ${question}.`,
  )
  await shop.travelTo('2031-02-04')
  const [reminder] = (await shop.mails(member.email)).filter(({ subject }) =>
    subject.startsWith('Deine nächste'),
  )
  const text = reminder?.text.replaceAll(/\s+/g, ' ') ?? ''
  expect(text).toContain(`Bitte prüfe die Lieferadresse: ${question}.`)
  expect(text).not.toMatch(/Please|\.\./)
})
