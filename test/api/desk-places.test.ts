import { afterAll, expect, test } from 'vitest'
import { addCartItem } from '#cart/endpoints.ts'
import { shippingRates } from '#pricing/endpoints.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import { joinDesk } from './desk-person.ts'
import type { DeskPerson } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const at = (rest = '') => `/api/desk/places/${rest}`

const form = (part: string, key: string, values: Record<string, string>) => ({
  by: 'form',
  part,
  key,
  values,
})

/** A form as it is shown, with what somebody types. */
const filled = async (person: DeskPerson, part: string, key: string, typed: Record<string, string>) => {
  const { fields } = (await person.get(at(`${part}/${key}/`))).json()
  const shown = fields.map(({ name, value }: { name: string; value: string }) => [name, value])
  return form(part, key, { ...Object.fromEntries(shown), ...typed })
}

const previewOf = async (person: DeskPerson, change: object) =>
  (await person.post(at('preview/'), { change })).json()

const publish = async (person: DeskPerson, change: object, base?: number) =>
  person.post(at('publish/'), {
    change,
    base: base ?? (await previewOf(person, change)).base,
    reason: 'As agreed.',
  })

const ask = async (person: DeskPerson, change: object) =>
  person.post(at('request/'), {
    change,
    base: (await previewOf(person, change)).base,
    reason: 'As agreed.',
    request_id: api.opened.deps.ids.uuid(),
  })

const approve = async (person: DeskPerson, id: string) => {
  await person.confirm(`approve ${id}`)
  return person.post(`/api/desk/approvals/${id}/decide/`, { decision: 'approve', note: '' })
}

const people = async () => ({
  omar: await joinDesk(api, 'operations', 'omar'),
  olive: await joinDesk(api, 'owner', 'olive'),
})

/** What the other process asks of somebody in Germany. */
const feeToGermany = async (): Promise<string | undefined> => {
  const { client } = shop.visitor('DE', 'XX')
  return (await client.call(shippingRates, { country: 'DE', plan_codes: ['syn-wk'] })).rates[0]?.amount
}

test('a fee changed by two people applies in every process: new orders pay it, buyers with an older total are asked, and members keep theirs', async () => {
  const first = await people()
  const member = await subscriptionClient(await shop.member({ plan: 'monthly refill', place: 'berlin' }))
  const charged = async (): Promise<string | undefined> => (await member.view()).upcoming_order?.shipping
  expect(await charged()).toBe('10.00')
  const buyer = shop.visitor('DE', 'XX')
  await buyer.client.call(addCartItem, { code: 'syn-wk' })
  const seen = await buyer.fill({ place: 'berlin' })

  const change = await filled(first.omar, 'method', 'abroad~passport_duty_paid_all', { fee_USD: '15.00' })
  const preview = await previewOf(first.omar, change)
  expect(preview).toMatchObject({
    needs_second_person: true,
    faults: [],
    changes: [
      { field: 'places zones abroad methods passport_duty_paid_all fees USD', before: '1000', after: '1500' },
    ],
  })
  expect(preview.effects[0]).toBe(
    '1 subscription to Germany keep at most $10.00 for shipping; orders that are new pay $15.00 at once.',
  )
  expect((await publish(first.omar, change)).json().detail).toContain('second person')
  const { id } = (await ask(first.omar, change)).json()
  expect((await approve(first.omar, id)).json().detail).toContain('You requested it')
  expect(await feeToGermany()).toBe('10.00')
  const look = (await first.olive.get(`/api/desk/approvals/${id}/`)).json()
  expect(look.contents).toContain(preview.effects[0])
  expect((await approve(first.olive, id)).json().text).toBe('Version 2 of the places counts from now on.')

  await expect.poll(feeToGermany).toBe('15.00')
  await expect(buyer.send(seen)).rejects.toMatchObject({ code: 'TOTAL_CHANGED' })
  expect((await buyer.preview('berlin')).shipping.amount).toBe('15.00')
  expect(await charged()).toBe('10.00')
  await shop.travelTo((await member.view()).upcoming_order?.on ?? '')
  await shop.settled()
  const orders = await member.orders()
  expect(orders.map(({ shipping }) => shipping)).toEqual(['10.00', '10.00'])

  // A lower fee is for members too; back to the first version by one more second person.
  const then = await people()
  const lower = await filled(then.olive, 'method', 'abroad~passport_duty_paid_all', { fee_USD: '4.00' })
  await approve(then.omar, (await ask(then.olive, lower)).json().id)
  await expect.poll(charged).toBe('4.00')
  const back = await ask(then.omar, { by: 'version', number: 1 })
  await approve(then.olive, back.json().id)
  await expect.poll(feeToGermany).toBe('10.00')
  expect(await charged()).toBe('4.00')
})

test('a country with its own holidays is added by forms, and an invalid change is refused with a sentence', async () => {
  const { omar, olive } = await people()
  const croatia = await filled(omar, 'country', 'HR', { name: 'Croatia', zip: '\\d{5}', tax: '0' })
  await approve(olive, (await ask(omar, croatia)).json().id)
  await expect
    .poll(async () => {
      const { client } = shop.visitor('US', 'OR')
      return client.call(shippingRates, { country: 'HR', plan_codes: [] }).then(
        ({ country }) => country,
        () => null,
      )
    })
    .toBe('HR')
  // Holidays cost nobody money: one person publishes them, and of two at one moment one is asked to read again.
  const [one, two] = [
    await filled(omar, 'holidays', 'HR', { days: '05-30 Statehood Day' }),
    await filled(olive, 'holidays', 'HR', { days: '08-05 Victory Day' }),
  ]
  const { base } = await previewOf(omar, one)
  const both = await Promise.all([publish(omar, one, base), publish(olive, two, base)])
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const wrong = await previewOf(omar, await filled(omar, 'country', 'HR', { zip: '(\\d+)+' }))
  expect(wrong.fields).toEqual({ zip: expect.stringContaining('only letters') })
  const lost = await previewOf(omar, form('country', 'DE', { remove: 'yes' }))
  expect(lost.faults).toEqual([{ field: 'countries', message: '1 subscription still ship to DE.' }])
  expect((await ask(omar, form('country', 'DE', { remove: 'yes' }))).json().detail).toContain('still ship')
  const log = await api.shop.app.database.pool.query(
    "select act from audit_entry where act = 'places.published' order by at",
  )
  expect(log.rows.length).toBeGreaterThanOrEqual(5)
})

test('place files are exported and imported, and a faulty file is refused with its line', async () => {
  const { omar } = await people()
  const files = (await omar.get(at('files/'))).json()
  expect((await previewOf(omar, { by: 'files', ...files })).changes).toEqual([])
  const faulty = { by: 'files', taxes: '', places: files.places.replace('"until": 5', '"until": 0') }
  expect(JSON.stringify((await previewOf(omar, faulty)).fields)).toMatch(/places\.json, line \d+/)
  const rita = await joinDesk(api, 'read-only', 'rita')
  const sam = await joinDesk(api, 'support', 'sam')
  expect((await rita.get(at())).statusCode).toBe(200)
  expect((await publish(rita, form('warehouse', 'all', {}), 1)).statusCode).toBe(404)
  expect((await sam.get(at())).statusCode).toBe(404)
})
