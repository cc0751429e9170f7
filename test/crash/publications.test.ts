import { sql } from 'kysely'
import { expect } from 'vitest'
import { changePrice } from '#catalogue/server/catalogue-versions.ts'
import { currentPlaces, publishPlaces } from '#location/server/places.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { CrashPoint } from '#platform/crash-points.ts'
import { inTransaction } from '#platform/transaction.ts'
import { freePort } from '../support/children.ts'
import { expectConsistent } from '../support/invariants.ts'
import { test, type TestShop } from '../support/shop.ts'
import { armed, cut } from './armed-shop.ts'
import { joinDesk } from './desk-over-http.ts'

const method = 'abroad~passport_duty_paid_all'

/** What a process says of both: a shipping method with its fee, and a price. */
const saysOf = async (url: string): Promise<readonly [rate: string, price: string]> => {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.8' }
  const rates = await fetch(`${url}/ecommerce/shipping_rates/`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ country: 'DE' }),
  })
  const plans: { code: string; price: string }[] = await (
    await fetch(`${url}/api/external/plans/`, { headers })
  ).json()
  const [{ label, amount }] = (await rates.json()).rates
  return [`${label} ${amount}`, plans.find(({ code }) => code === 'vs-rst')?.price ?? '']
}

const publications = {
  places: async ({ get }: Awaited<ReturnType<typeof joinDesk>>, typed: string) => {
    const { version, fields } = await get(`/api/desk/places/method/${method}/`)
    const shown = fields.map(({ name, value }: { name: string; value: string }) => [name, value])
    const values = { ...Object.fromEntries(shown), label: `Duty paid ${typed}` }
    const change = { by: 'form', part: 'method', key: method, values }
    return { path: '/api/desk/places/publish/', body: { change, base: version, reason: 'As agreed.' } }
  },
  catalogue: async ({ get }: Awaited<ReturnType<typeof joinDesk>>, typed: string) => {
    const { versions } = await get('/api/desk/catalogue/entries/vs-rst/')
    const values = [{ field: 'plan.prices.USD', value: `70.0${typed}` }]
    const body = { base: versions[0].number, values }
    return { path: '/api/desk/catalogue/entries/vs-rst/publish/', body }
  },
}

const numbers = async ({ app }: TestShop) => {
  const { rows } = await sql<{ places: number; catalogue: number }>`
    select (select max(number) from place_version)::integer as places,
      (select max(number) from catalogue_version)::integer as catalogue`.execute(app.database.kysely)
  return rows[0] ?? { places: 0, catalogue: 0 }
}

const kills = (['publication: written', 'publication: committed'] satisfies CrashPoint[]).flatMap((step) =>
  (['places', 'catalogue'] as const).map((what) => ({ step, what })),
)

test('killed while it publishes, every process sells by the whole version or by none of it', async ({
  shop,
}) => {
  const other = await shop.app.start(null, await freePort(), 'web')
  const ines = await joinDesk(shop)
  const [first] = shop.app.children
  await first?.retire()
  let main = await shop.app.start(kills[0]?.step ?? null, undefined, 'web')
  for (const [at, { step, what }] of kills.entries()) {
    const before = { says: await saysOf(other.url), numbers: await numbers(shop) }
    const { path, body } = await publications[what](ines, String(at))
    expect(await ines.post(path, body).catch(cut)).toBe('interrupted')
    expect(await main.ended).toBe('SIGKILL')
    main = await shop.app.start(kills[at + 1]?.step ?? null, undefined, 'web')
    const isCommitted = step === 'publication: committed'
    const number = before.numbers[what]
    expect(await numbers(shop)).toEqual({ ...before.numbers, [what]: number + (isCommitted ? 1 : 0) })
    const now = await saysOf(main.url)
    expect(now.toString() === before.says.toString()).toBe(!isCommitted)
    await expect.poll(() => saysOf(other.url)).toEqual(now)
    // Sent again: done when nothing was, and refused when it is there already.
    expect(await ines.tryPost(path, body, other.url)).toBe(isCommitted ? 409 : 200)
    expect(await numbers(shop)).toEqual({ ...before.numbers, [what]: number + 1 })
    await expect.poll(() => saysOf(main.url)).toEqual(await saysOf(other.url))
  }
  await expectConsistent(shop)
})

/** As a publication whose notification nobody received. */
const unheard = (tx: Tx): Tx => ({
  ...tx,
  invalidate: async (name) =>
    void (await sql`insert into shop_state (name, version) values (${name}, 2)
      on conflict (name) do update set version = shop_state.version + 1`.execute(tx.db)),
})

const raiseFee = async (tx: Tx): Promise<void> => {
  const { version } = await currentPlaces(tx.db)
  const after = structuredClone(version)
  for (const one of after.places.zones['abroad']?.methods ?? []) one.fees['USD'] = 1_500
  await publishPlaces(tx, { kind: 'import', note: '' }, after)
}

test('an interrupted purchase pays its previewed price or is asked again, and a process that missed the notification loads the version', async ({
  shop,
}) => {
  const [written, charged] = [shop.visitor('DE', 'XX'), shop.visitor('DE', 'XX')]
  await written.add('syn-wk')
  await charged.add('syn-wk')
  const sendUntil = async (buyer: typeof charged, step: CrashPoint) => {
    const { died } = await armed(shop, step)
    const { cart_id: cartId } = await buyer.cart()
    const filled = await buyer.fill({ place: 'berlin', but: { cart_id: cartId ?? '' } })
    expect(await buyer.send(filled).catch(cut)).toBe('interrupted')
    await died
    return filled
  }
  const second = await sendUntil(written, 'purchase: intent written')
  const first = await sendUntil(charged, 'purchase: processor answered')
  await shop.app.start()
  await inTransaction(shop.app.deps, async (tx) => {
    await raiseFee(unheard(tx))
    await changePrice(unheard(tx), 'vs-rst', 7_100)
  })
  await expect.poll(async () => (await saysOf(shop.url)).join(' ')).toMatch(/ 15\.00 71\.00$/)
  await shop.travelDays(1)
  expect(await charged.send(first)).toMatchObject({ status: 'ordered', order: { total: first.total } })
  await expect(written.send(second)).rejects.toMatchObject({ code: 'TOTAL_CHANGED' })
  expect(await shop.chargedCents()).toEqual([Math.round(Number(first.total) * 100)])
  await expectConsistent(shop)
})
