import { sql } from 'kysely'
import { expect } from 'vitest'
import { viewDeskExperiment } from '#desk/experiment-endpoints.ts'
import { viewDeskFlag } from '#desk/flag-endpoints.ts'
import { recordVisitorExposure } from '#experiment/endpoints.ts'
import type { Ids } from '#platform/ids.ts'
import type { ApiClient } from '../support/api-client.ts'
import { joinDesk } from './desk-person.ts'
import type { DeskPerson } from './desk-person.ts'
import type { TestApi } from './test-api.ts'

export const flagAt = (name: string, rest = '') => `/api/desk/flags/${name}/${rest}`
export const experimentAt = (name: string, rest = '') => `/api/desk/experiments/${name}/${rest}`

export const everyone = { countries: [], subscribers: 'all', devices: 'all' }

/** A plan that counts after a day and is stopped by failed checkouts. */
export const planned = {
  title: 'Does it help?',
  hypothesis: 'Three of 100 more buy.',
  unit: 'visitor',
  variants: [
    { name: 'control', weight: 1 },
    { name: 'treatment', weight: 1 },
  ],
  control: '',
  audience: everyone,
  metric: 'orders',
  window_days: 1,
  effect: 3,
  guardrails: [{ metric: 'checkout-errors', limit: 0 }],
  ends_on: '',
}

/** A browser whose visitor has chosen groups of consent. */
export const allows = <B extends { readonly client: ApiClient }>(browser: B, groups: string, ids: Ids): B => {
  browser.client.jar.set('loam_consent', encodeURIComponent(`${ids.uuid()}:${groups}`))
  return browser
}

/** People with an account who met a variant two days ago; purchases of some were declined. */
const createInsertPeople =
  ({ shop, opened }: TestApi) =>
  async (name: string, variant: string, count: number, declined: number): Promise<void> => {
    const db = shop.app.database.kysely
    const at = opened.deps.clock.now().subtract({ hours: 48 }).toString()
    const key = `${name}-${variant}`
    await sql`insert into account (id, email, created_at)
      select gen_random_uuid(), ${key}::text || n || '@people.example', ${at}
      from generate_series(1, ${count}::integer) n`.execute(db)
    await sql`insert into experiment_visitor
      select ${name}::text, gen_random_uuid(), ${variant}::text, 1, ${at}, id
      from account where email like ${`${key}%`}`.execute(db)
    await sql`insert into checkout (id, cart_id, fingerprint, state, email, purchase, quote, created_at)
      select gen_random_uuid(), gen_random_uuid(), 'x', 'declined', ${key}::text || n || '@people.example', '{}', '{}',
        ${at}::timestamptz + interval '1 hour' from generate_series(1, ${declined}::integer) n`.execute(db)
  }

const join = async (api: TestApi) => ({
  mira: await joinDesk(api, 'marketing', 'mira'),
  olga: await joinDesk(api, 'owner', 'olga'),
  omar: await joinDesk(api, 'operations', 'omar'),
})

/** What people at the desk do with flags and experiments, and what browsers see of them. */
export const experimentDesk = async (api: TestApi) => {
  const { shop } = api
  const { ids } = api.opened.deps
  const people = await join(api)
  const flag = async (name: string) => viewDeskFlag.reply.parse((await people.olga.get(flagAt(name))).json())
  const experiment = async (name: string) =>
    viewDeskExperiment.reply.parse((await people.olga.get(experimentAt(name))).json())
  const save = (name: string, base: number, plan: object = planned, person = people.mira) =>
    person.post(experimentAt(name, 'plan/'), { base, plan })
  const action = async (name: string, what: string, more: object = {}) =>
    people.mira.post(experimentAt(name, 'move/'), {
      base: (await experiment(name)).version,
      action: what,
      ...more,
    })
  return Object.assign(people, {
    flag,
    experiment,
    save,
    action,
    /** Sessions of the desk end within a day, so people come again after the clock has moved. */
    join: async () => void Object.assign(people, await join(api)),
    changeFlag: async (name: string, percent: number, base?: number, person: DeskPerson = people.mira) =>
      person.post(flagAt(name, 'change/'), {
        base: base ?? (await flag(name)).version,
        description: '',
        percent,
        audience: everyone,
      }),
    started: async (name: string) => {
      await save(name, 0)
      expect((await action(name, 'start')).statusCode).toBe(200)
    },
    entriesOf: async (subject: string) =>
      (
        await sql<{ actor: string; action: string }>`
          select actor, act as action from audit_entry where subject = ${subject} order by day, position`.execute(
          shop.app.database.kysely,
        )
      ).rows.map(({ actor, action: done }) => `${actor} ${done}`),
    browser: (groups = 'C0001,C0002'): ApiClient => allows(shop.visitor(), groups, ids).client,
    meet: async (client: ApiClient, id: string) => (await client.call(recordVisitorExposure, { id })).variant,
    page: async (client: ApiClient) => (await client.send({ method: 'GET', path: '/science' })).text,
    reach: async (): Promise<number> => (await people.olga.get('/api/desk/flags/reach/')).json().accounts,
    agree: async (id: string, person: DeskPerson = people.olga) => {
      await person.confirm(`approve ${id}`)
      return person.post(`/api/desk/approvals/${id}/decide/`, { decision: 'approve', note: '' })
    },
    insertPeople: createInsertPeople(api),
  })
}
