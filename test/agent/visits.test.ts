import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword, matchesPassword } from '#account/server/passwords.ts'
import { createAccountMailJobs } from '#app/account-mail-jobs.ts'
import { openGuestAccount } from '#account/server/accounts.ts'
import { createAgentHandlers } from '#agent/server/agent-handlers.ts'
import {
  addAgent,
  agentCookieName,
  authoriseVisit,
  dismissAgent,
  forgetVisitsOf,
  listAgents,
  recordAct,
  renewAgent,
  visitingAgent,
} from '#agent/server/agents.ts'
import { ShopError } from '#shared/errors.ts'
import type { CallContext } from '#platform/call-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import { openTestWorld } from '../support/world.ts'

const password = 'a password of an agent'
let house: Awaited<ReturnType<typeof open>>

const open = async () => {
  const ground = await openTestWorld()
  const { world } = ground
  const signedOut: string[] = []
  const handlers = createAgentHandlers(world, {
    isPassword: matchesPassword,
    signOut: async ({ requestId }) => void signedOut.push(requestId),
  })
  const passwordHash = await hashPassword(password)
  const agent = async (email: string): Promise<string> => {
    await inTransaction(world, (work) => addAgent(work, { email, name: 'Ada Reyes', passwordHash }))
    const found = (await listAgents(world.database)).find((one) => one.email === email)
    return found?.id ?? ''
  }
  const member = async (email: string): Promise<string> =>
    inTransaction(world, async (work) => {
      const guest = { email, firstName: 'Mara', lastName: 'Ito', phone: '' }
      return (await openGuestAccount(work, guest)).accountId
    })
  const browser = () => {
    const jar = new Map<string, string>()
    const context = async (): Promise<CallContext> => ({
      actor: (await visitingAgent(world, jar.get(agentCookieName(world.publicUrl)))) ?? { kind: 'visitor' },
      requestId: 'a-request',
      network: '203.0.113.7',
      userAgent: '',
      country: 'US',
      region: 'OR',
      cookies: {
        get: (name) => jar.get(name),
        set: (name, value) => void jar.set(name, value),
        clear: (name) => void jar.delete(name),
      },
      privacySignal: false,
      secFetch: { site: 'same-origin', dest: 'empty' },
    })
    const start = async (id: string, typed = password) =>
      handlers.startVisit(await context(), { id, password: typed })
    return { jar, context, start }
  }
  const link = (agentId: string, accountId: string, minutes = 30): Promise<string> =>
    inTransaction(world, (work) =>
      authoriseVisit(work, { agentId, accountId, reason: 'a lost parcel', minutes }),
    )
  const change = <T>(run: Parameters<typeof inTransaction<T>>[1]) => inTransaction(world, run)
  return { ...ground, signedOut, handlers, agent, member, browser, link, change, passwordHash }
}

beforeAll(async () => {
  house = await open()
})

afterAll(() => house.close())

test('a link says what it is about, and looking begins nothing', async () => {
  const id = await house.link(await house.agent('looks@support.example'), await house.member('a@example.com'))
  const { context, jar } = house.browser()
  const seen = await house.handlers.viewAgentLink(await context(), { id })
  expect(seen).toEqual({ agent: 'Ada Reyes', member: 'a@example.com', reason: 'a lost parcel', minutes: 30 })
  expect(jar.size).toBe(0)
  expect(await house.handlers.viewAgentLink(await context(), { id })).toEqual(seen)
})

test('with the password a visit begins: reading, for its minutes, and this browser is nobody else', async () => {
  const accountId = await house.member('b@example.com')
  const id = await house.link(await house.agent('begins@support.example'), accountId)
  const { start, context } = house.browser()
  house.signedOut.length = 0
  expect(await start(id)).toMatchObject({ member: 'b@example.com', may_write: false })
  expect(house.signedOut).toHaveLength(1)
  expect((await context()).actor).toMatchObject({ kind: 'agent', accountId, mayWrite: false })
  const from = house.world.clock.now()
  house.travelTo(from.add({ minutes: 29 }).toString())
  expect((await context()).actor).toMatchObject({ kind: 'agent' })
  house.travelTo(from.add({ minutes: 30 }).toString())
  expect((await context()).actor).toEqual({ kind: 'visitor' })
})

test('a member is told by mail when somebody of support opens their account, and by nobody else', async () => {
  const accountId = await house.member('g@example.com')
  const id = await house.link(await house.agent('tells@support.example'), accountId, 45)
  house.announced.length = 0
  await house.browser().start(id)
  const [announcement] = house.announced
  if (announcement?.kind !== 'visit-started') throw new Error('nothing was announced')
  const mails: { readonly to: string; readonly words: string }[] = []
  const jobs = createAccountMailJobs(house.world, async (_id, to, { preview, blocks }) => {
    mails.push({ to, words: `${preview} ${JSON.stringify(blocks)}` })
  })
  await jobs['mail: visit started'](announcement, { id: 'a-job' })
  expect(mails).toEqual([{ to: 'g@example.com', words: expect.stringContaining('a lost parcel') }])
  expect(mails[0]?.words).toContain('Ada Reyes looks at your account for at most 45 minutes')
})

test('a link begins one visit, however many try at once', async () => {
  const id = await house.link(await house.agent('once@support.example'), await house.member('c@example.com'))
  const started = await Promise.allSettled([1, 2, 3].map(() => house.browser().start(id)))
  expect(started.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
  await expect(house.browser().start(id)).rejects.toMatchObject({ code: 'LINK_EXPIRED' })
})

test('five wrong passwords close a link, also for the right one', async () => {
  const id = await house.link(await house.agent('wrong@support.example'), await house.member('d@example.com'))
  const wrong = await Promise.allSettled(
    Array.from({ length: 7 }, (_, n) => house.browser().start(id, `guess ${n}`)),
  )
  const codes = wrong.map((one) => (one.status === 'rejected' ? one.reason.code : 'in'))
  expect(codes.filter((code) => code === 'USER_NOT_FOUND')).toHaveLength(5)
  expect(codes.filter((code) => code === 'LINK_EXPIRED')).toHaveLength(2)
  await expect(house.browser().start(id)).rejects.toMatchObject({ code: 'LINK_EXPIRED' })
})

test('a link that nobody opened within the hour is none', async () => {
  const id = await house.link(await house.agent('late@support.example'), await house.member('e@example.com'))
  house.travelTo(house.world.clock.now().add({ minutes: 60 }).toString())
  await expect(house.browser().start(id)).rejects.toMatchObject({ code: 'LINK_EXPIRED' })
})

test('the second step says what is to be changed, and the member reads all of it', async () => {
  const accountId = await house.member('f@example.com')
  const id = await house.link(await house.agent('writes@support.example'), accountId)
  const { start, context } = house.browser()
  await start(id)
  const intent = 'send the parcel to Salem'
  expect(await house.handlers.allowWrites(await context(), { intent })).toMatchObject({ may_write: true })
  const { actor } = await context()
  if (actor.kind !== 'agent') throw new Error('the visit is over')
  expect(actor.mayWrite).toBe(true)
  const payload = { id: 'sub-1', change: { action: 'skip' } }
  const { world } = house
  expect(await recordAct(world, actor, 'changeSubscription', payload, async () => 'answer')).toBe('answer')
  const refused = recordAct(world, actor, 'removeAddress', { id: 'adr-1' }, () =>
    Promise.reject(new ShopError('NOT_FOUND')),
  )
  await expect(refused).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await house.handlers.endVisit(await context(), {})
  expect((await context()).actor).toEqual({ kind: 'visitor' })
  const member = { kind: 'member', accountId, email: 'f@example.com', sessionId: 's' } as const
  const { visits } = await house.handlers.listVisits({ ...(await context()), actor: member }, {})
  expect(visits).toMatchObject([
    {
      agent: 'Ada Reyes',
      reason: 'a lost parcel',
      intent,
      acts: [
        { what: 'Changed a subscription: skip', outcome: 'done', subject: 'sub-1' },
        { what: 'Removed an address', outcome: 'NOT_FOUND', subject: '' },
      ],
    },
  ])
})

test('what an agent does stands written down before it is done, and nobody changes it', async () => {
  const accountId = await house.member('g@example.com')
  const id = await house.link(await house.agent('acts@support.example'), accountId)
  const { start, context } = house.browser()
  await start(id)
  const { actor } = await context()
  if (actor.kind !== 'agent') throw new Error('the visit is over')
  const acts = () =>
    house.world.database.selectFrom('agent_act').selectAll().where('account_id', '=', accountId).execute()
  await recordAct(house.world, actor, 'addAddress', {}, async () => {
    expect(await acts()).toMatchObject([{ agent_id: actor.agentId, call: 'addAddress', outcome: 'begun' }])
  })
  const change = house.world.database.updateTable('agent_act').where('account_id', '=', accountId)
  await expect(change.set({ outcome: 'begun' }).execute()).rejects.toThrow('stays written down')
  await expect(change.set({ call: 'nothing' }).execute()).rejects.toThrow('stays written down')
  const gone = house.world.database.deleteFrom('agent_act').where('account_id', '=', accountId)
  await expect(gone.execute()).rejects.toThrow('stays written down')
})

test('a new password, a dismissal and an erased account each end a visit at once', async () => {
  const accountId = await house.member('h@example.com')
  const agentId = await house.agent('leaves@support.example')
  const begin = async () => {
    const { start, context } = house.browser()
    await start(await house.link(agentId, accountId))
    expect((await context()).actor.kind).toBe('agent')
    return context
  }
  const first = await begin()
  await house.change((work) => renewAgent(work, agentId, house.passwordHash))
  expect((await first()).actor.kind).toBe('visitor')
  const second = await begin()
  await house.change((work) => forgetVisitsOf(work, accountId))
  expect((await second()).actor.kind).toBe('visitor')
  const reasons = await house.world.database
    .selectFrom('agent_visit')
    .select('reason')
    .where('account_id', '=', accountId)
    .execute()
  expect(new Set(reasons.map(({ reason }) => reason))).toEqual(new Set(['']))
  const third = await begin()
  const unopened = await house.link(agentId, accountId)
  await house.change((work) => dismissAgent(work, agentId))
  expect((await third()).actor.kind).toBe('visitor')
  await expect(house.browser().start(unopened)).rejects.toMatchObject({ code: 'LINK_EXPIRED' })
})
