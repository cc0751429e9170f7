import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { recordExposure, viewExperiments } from '#experiment/endpoints.ts'
import { newApiClient } from '../support/api-client.ts'
import { joinDesk } from './desk-person.ts'
import { allows, everyone, experimentAt, experimentDesk, flagAt, planned } from './experiment-desk.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
const db = shop.app.database.kysely
const { ids } = api.opened.deps
afterAll(() => api.close())

const desk = await experimentDesk(api)
const {
  action,
  agree,
  browser,
  changeFlag,
  entriesOf,
  experiment,
  flag,
  insertPeople,
  meet,
  page,
  reach,
  save,
  started,
} = desk

describe('a flag', () => {
  test('is changed at the desk: every process and cached page uses the change, and the log names the person', async () => {
    const visitor = newApiClient(shop.url)
    expect(await page(visitor)).toContain('data-flag-cart-improvements="false"')
    expect((await changeFlag('cart-improvements', 40)).statusCode).toBe(200)
    await expect.poll(() => page(visitor)).toContain('&quot;percent&quot;:40')
    expect(await page(visitor)).toContain('data-flag-cart-improvements="false"')
    expect(await flag('cart-improvements')).toMatchObject({
      percent: 40,
      history: [
        { by: 'mira', what: 'on for 40 % of everyone' },
        { by: 'the shop’s files', what: 'off' },
      ],
    })
    expect(await entriesOf('flag:cart-improvements')).toEqual(['mira (marketing) flag.changed'])
  })

  test('is not changed over what somebody else saved while a typing error was corrected', async () => {
    const name = 'cart-improvements'
    const { version: base } = await flag(name)
    const typed = { description: 'Tries it.', countries: '', subscribers: 'all', devices: 'all', reason: '' }
    const form = (percent: string, of: string) =>
      desk.mira.form(`/desk/flags/${name}`, { ...typed, percent, base: of })
    expect((await changeFlag(name, 30)).statusCode).toBe(200)
    const refused = await form('140', String(base))
    const [, kept = ''] = /name="base" value="(\d+)"/.exec(refused) ?? []
    expect(await form('60', kept)).toContain('Someone changed it meanwhile.')
    expect(await flag(name)).toMatchObject({ percent: 30 })
  })

  test('is turned on for everyone only with the approval of a second person who typed the number of accounts', async () => {
    expect((await changeFlag('shipping-fees', 100)).json().detail).toContain('second person')
    const { version: base } = await flag('shipping-fees')
    const accounts = await reach()
    const ask = (typed: string) =>
      desk.mira.post(flagAt('shipping-fees', 'rollout/'), {
        base,
        accounts,
        typed,
        description: 'Shows fees.',
        audience: everyone,
        reason: 'The trial went well.',
        request_id: ids.uuid(),
      })
    expect((await ask(String(accounts + 1))).json().fields).toHaveProperty('typed')
    const { id } = (await ask(String(accounts))).json()
    expect((await agree(id, desk.mira)).json().detail).toContain('You requested it')
    expect((await desk.olga.get('/api/desk/tasks/approval-waiting/')).json().rows).toHaveLength(1)
    expect((await desk.omar.get('/api/desk/tasks/approval-waiting/')).json().rows).toEqual([])
    expect((await agree(id)).statusCode).toBe(200)
    const visitor = newApiClient(shop.url)
    await expect.poll(() => page(visitor)).toContain('data-flag-shipping-fees="true"')
    expect(await entriesOf('flag:shipping-fees')).toEqual(['olga (owner) flag.rolled-out'])
  })

  test('that changed after its approval was requested is not changed by the approval', async () => {
    const { version: base } = await flag('checkout')
    const accounts = await reach()
    const requested = await desk.mira.post(flagAt('checkout', 'rollout/'), {
      base, accounts, typed: String(accounts), description: '', audience: everyone, reason: 'All of it.', request_id: ids.uuid(),
    }) // prettier-ignore
    await changeFlag('checkout', 5)
    expect((await agree(requested.json().id)).statusCode).toBe(409)
    expect((await flag('checkout')).percent).toBe(5)
  })

  test('keeps the first of two concurrent changes and refuses the second', async () => {
    const { version: base } = await flag('multiselect-checkout')
    const both = await Promise.all([
      changeFlag('multiselect-checkout', 10, base),
      changeFlag('multiselect-checkout', 20, base, desk.olga),
    ])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect((await flag('multiselect-checkout')).history).toHaveLength(2)
  })

  test('with an unreadable rule has its default value, and the log says so', async () => {
    const next = sql`(select max(number) + 1 from flag_version)`
    await sql`with made as (insert into flag_version values (${next}, 'import', now(), null) returning number)
      insert into flag_document select 'flag', 'ape-cart', number, '{"percent": "many"}' from made`.execute(
      db,
    )
    await sql`update shop_state set version = version + 1 where name = 'flag'`.execute(db)
    await api.opened.deps.state.refresh()
    const shown = await api.inject({ method: 'GET', url: '/api/experiment/' })
    expect(shown.json().flags['ape-cart']).toBe(true)
    expect(api.logged.join('\n')).toContain('the rule of a flag cannot be read, so it has its default')
    expect((await changeFlag('ape-cart', 50)).statusCode).toBe(200)
  })

  test('with an invalid value is refused at the field', async () => {
    expect((await changeFlag('shipping-fees', 101)).json().fields).toHaveProperty('percent')
    expect((await changeFlag('Not-A-Name', 1, 0)).json().fields).toHaveProperty('name')
    expect((await changeFlag('checkout', 1, 0)).json().fields).toHaveProperty('name')
    expect((await changeFlag('brand-new', 1, 0)).statusCode).toBe(200)
  })
})

test('an experiment is planned, assigns a variant to a visitor, counts the purchase, and shows the numbers at the desk', async () => {
  expect((await save('hero', 0)).statusCode).toBe(200)
  expect((await save('hero', 0)).json().fields).toHaveProperty('name')
  const { version } = await experiment('hero')
  expect((await save('hero', version, { ...planned, control: 'nobody' })).json().fields).toHaveProperty([
    'plan.control',
  ])
  await expect(meet(browser(), 'hero')).rejects.toThrow('NOT_FOUND')
  expect((await action('hero', 'start')).statusCode).toBe(200)
  expect((await save('hero', version + 1)).statusCode).toBe(409)
  const buyer = allows(shop.visitor(), 'C0001,C0002', ids)
  await expect.poll(() => page(buyer.client)).toContain('data-open=')
  const met = await meet(buyer.client, 'hero')
  expect(['control', 'treatment']).toContain(met)
  expect(await meet(buyer.client, 'hero')).toBe(met)
  const others = await Promise.all([browser(), browser(), browser()].map((client) => meet(client, 'hero')))
  expect(others).not.toContain('')
  expect(await meet(browser('C0001'), 'hero')).toBe('')
  expect(await meet(shop.visitor().client, 'hero')).toBe('')
  await buyer.add('syn-wk')
  await buyer.checkout()
  // This one never signs in: the purchase alone says whose browser it was.
  const guest = allows(shop.visitor(), 'C0001,C0002', ids)
  const metByGuest = await meet(guest.client, 'hero')
  await guest.add('syn-wk')
  await guest.checkout()
  const member = await shop.asMember(buyer)
  expect((await member.client.call(viewExperiments, {})).experiments['hero']).toBe(met)
  expect(await member.client.call(recordExposure, { id: 'hero' })).toEqual({ variant: met })
  await shop.advanceSeconds(2 * 86_400)
  await desk.join()
  const { results } = await experiment('hero')
  const everybody = [met, metByGuest, ...others]
  const countOf = (list: readonly string[], name: string) => list.filter((one) => one === name).length
  for (const one of results?.variants ?? [])
    expect(one).toMatchObject({
      counted: countOf(everybody, one.variant),
      total: countOf([met, metByGuest], one.variant),
    })
  expect(results?.met.reduce((sum, one) => sum + one.met, 0)).toBe(5)
  expect(results?.verdict.head).toBe('Not enough data yet.')
  const csv = await desk.olga.get('/desk/experiments/hero/results.csv')
  expect(csv.body).toContain(
    `orders,decides,${met},${countOf(everybody, met)},${countOf([met, metByGuest], met)},`,
  )
  const html = (await desk.olga.get('/desk/experiments/hero')).body
  expect(html).toContain('Not enough data yet.')
  expect(await entriesOf('experiment:hero')).toEqual([
    'mira (marketing) experiment.created',
    'mira (marketing) experiment.started',
  ])
})

/** Later, when the shop looks at its guardrails again. */
const guard = () => shop.advanceSeconds(700)

test('a guardrail stops only an experiment that is certainly worse, and the home page says so', async () => {
  await started('risky')
  await insertPeople('risky', 'control', 400, 8)
  await insertPeople('risky', 'treatment', 400, 20)
  await guard()
  expect((await experiment('risky')).state).toBe('running')
  await sql`delete from checkout where email like 'risky-%'`.execute(db)
  await sql`insert into checkout (id, cart_id, fingerprint, state, email, purchase, quote, created_at)
    select gen_random_uuid(), gen_random_uuid(), 'x', 'declined', account.email, '{}', '{}', account.created_at + interval '1 hour'
    from account where email like 'risky-treatment%' limit 160`.execute(db)
  await guard()
  const stopped = await experiment('risky')
  expect(stopped).toMatchObject({
    state: 'stopped',
    stopped_by: 'guardrail',
    stop_reason: expect.stringContaining('points higher with “treatment”; the limit is 0.'),
  })
  expect(await entriesOf('experiment:risky')).toContain('The shop itself experiment.stopped')
  await guard()
  expect((await experiment('risky')).history).toHaveLength(3)
  expect((await desk.mira.get('/api/desk/tasks/experiment-stopped/')).json().rows).toMatchObject([
    { href: '/desk/experiments/risky' },
  ])
  await expect(meet(browser(), 'risky')).rejects.toThrow('NOT_FOUND')
  const visitor = newApiClient(shop.url)
  await expect.poll(() => page(visitor)).toContain('data-experiment-risky="control"')
  expect((await action('risky', 'archive')).statusCode).toBe(200)
  expect((await desk.mira.get('/api/desk/tasks/experiment-stopped/')).json().rows).toEqual([])
})

test('a new split keeps the variant of assigned visitors and starts counting from zero', async () => {
  await started('split')
  const before = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const client = browser()
      return [client, await meet(client, 'split')] as const
    }),
  )
  const weights = [
    { variant: 'control', weight: 0 },
    { variant: 'treatment', weight: 1 },
  ]
  expect((await action('split', 'phase', { weights })).statusCode).toBe(200)
  for (const [client, met] of before) expect(await meet(client, 'split')).toBe(met)
  await expect.poll(() => meet(browser(), 'split')).toBe('treatment')
  const { phase, results } = await experiment('split')
  expect(phase).toBe(2)
  expect(results?.met.find(({ variant }) => variant === 'control')?.met).toBe(0)
})

test('a visitor who refused analytics or saw several variants is not counted', async () => {
  await started('counted')
  await insertPeople('counted', 'control', 5, 0)
  const now = api.opened.deps.clock.now().toString()
  await sql`insert into current_consent (account_id, active_groups, chosen_at, visit_id)
    select id, 'C0001', ${now}, gen_random_uuid() from account where email = 'counted-control1@people.example'`.execute(
    db,
  )
  await sql`insert into experiment_visitor
    select 'counted', gen_random_uuid(), 'treatment', 1, ${now}, id from account where email = 'counted-control2@people.example'`.execute(
    db,
  )
  const { results } = await experiment('counted')
  expect(results).toMatchObject({ refused: 1, mixed: 1 })
  expect(results?.met.map(({ met }) => met)).toEqual([3, 0])
})

test('a shipped variant is shown to everyone after a second person’s approval', async () => {
  await started('shipped')
  const accounts = await reach()
  const { version: base } = await experiment('shipped')
  const requested = await desk.olga.post(experimentAt('shipped', 'ship/'), {
    base, accounts, typed: String(accounts), variant: 'treatment', reason: 'It helps.', request_id: ids.uuid(),
  }) // prettier-ignore
  expect((await agree(requested.json().id, desk.mira)).statusCode).toBe(200)
  expect(await experiment('shipped')).toMatchObject({ state: 'shipped', winner: 'treatment' })
  const visitor = newApiClient(shop.url)
  await expect.poll(() => page(visitor)).toContain('data-experiment-shipped="treatment"')
})

test('operations views experiments, support has no access, and marketing sees approvals of flags only', async () => {
  await desk.join()
  const sam = await joinDesk(api, 'support', 'sam')
  expect((await desk.omar.get('/desk/experiments')).statusCode).toBe(200)
  expect((await changeFlag('checkout', 1, undefined, desk.omar)).statusCode).toBe(404)
  expect((await save('mine', 0, planned, desk.omar)).statusCode).toBe(404)
  for (const url of ['/desk/experiments', '/desk/flags', '/desk/flags/checkout'])
    expect((await sam.get(url)).statusCode).toBe(404)
  const { approvals } = (await desk.mira.get('/api/desk/approvals/')).json()
  expect(new Set(approvals.map(({ kind }: { kind: string }) => kind))).toEqual(new Set(['flag-rollout']))
})
