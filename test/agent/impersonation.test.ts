import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword, matchesPassword } from '#account/server/passwords.ts'
import { createAccountMailJobs } from '#account/mails/account-mail-jobs.ts'
import { openGuestAccount } from '#account/server/accounts.ts'
import { createAgentHandlers } from '#agent/server/agent-handlers.ts'
import {
  addAgent,
  agentCookieName,
  authorizeImpersonation,
  dismissAgent,
  eraseImpersonationsOf,
  listAgents,
  recordAuditedAction,
  resetAgentPassword,
  impersonatingAgent,
} from '#agent/server/agents.ts'
import { ShopError } from '#shared/errors.ts'
import type { RequestContext } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import { contextOf } from '../support/request-context.ts'
import { openTestDeps } from '../support/test-deps.ts'

const password = 'a password of an agent'
const nobodyAtDesk = async () => null
/** An agent is no one of staff, and leaves nothing in the log of the desk. */
const neverLogged = (): never => expect.fail('an agent was taken for staff')
let app: Awaited<ReturnType<typeof open>>

const open = async () => {
  const infrastructure = await openTestDeps()
  const { deps } = infrastructure
  const signedOut: string[] = []
  const handlers = createAgentHandlers(deps, {
    matchesPassword,
    signOut: async ({ requestId }) => void signedOut.push(requestId),
  })
  const passwordHash = await hashPassword(password)
  const agent = async (email: string): Promise<string> => {
    await inTransaction(deps, (tx) => addAgent(tx, { email, name: 'Ada Reyes', passwordHash }))
    const found = (await listAgents(deps.database)).find((one) => one.email === email)
    return found?.id ?? ''
  }
  const member = async (email: string): Promise<string> =>
    inTransaction(deps, async (tx) => {
      const guest = { email, firstName: 'Mara', lastName: 'Ito', phone: '' }
      return (await openGuestAccount(tx, guest)).accountId
    })
  const browser = () => {
    const jar = new Map<string, string>()
    const context = async (): Promise<RequestContext> =>
      contextOf(jar, {
        actor: (await impersonatingAgent(deps, jar.get(agentCookieName(deps.publicUrl)), nobodyAtDesk)) ?? {
          kind: 'visitor',
        },
      })
    const start = async (id: string, typed = password) =>
      handlers.startImpersonation(await context(), { id, password: typed })
    return { jar, context, start }
  }
  const link = (agentId: string, accountId: string, minutes = 30): Promise<string> =>
    inTransaction(deps, (tx) =>
      authorizeImpersonation(tx, { agentId, accountId, reason: 'a lost shipment', minutes }),
    )
  const change = <T>(run: Parameters<typeof inTransaction<T>>[1]) => inTransaction(deps, run)
  return { ...infrastructure, signedOut, handlers, agent, member, browser, link, change, passwordHash }
}

beforeAll(async () => {
  app = await open()
})

afterAll(() => app.close())

test('an impersonation link describes the session, and viewing the link starts nothing', async () => {
  const id = await app.link(await app.agent('looks@support.example'), await app.member('a@example.com'))
  const { context, jar } = app.browser()
  const seen = await app.handlers.viewAgentLink(await context(), { id })
  expect(seen).toEqual({
    agent: 'Ada Reyes',
    member: 'a@example.com',
    reason: 'a lost shipment',
    minutes: 30,
  })
  expect(jar.size).toBe(0)
  expect(await app.handlers.viewAgentLink(await context(), { id })).toEqual(seen)
})

test('the password starts an impersonation session that is read-only, limited in time, and ends other sessions of the browser', async () => {
  const accountId = await app.member('b@example.com')
  const id = await app.link(await app.agent('begins@support.example'), accountId)
  const { start, context } = app.browser()
  app.signedOut.length = 0
  expect(await start(id)).toMatchObject({ member: 'b@example.com', may_write: false })
  expect(app.signedOut).toHaveLength(1)
  expect((await context()).actor).toMatchObject({ kind: 'agent', accountId, mayWrite: false })
  const from = app.deps.clock.now()
  app.travelTo(from.add({ minutes: 29 }).toString())
  expect((await context()).actor).toMatchObject({ kind: 'agent' })
  app.travelTo(from.add({ minutes: 30 }).toString())
  expect((await context()).actor).toEqual({ kind: 'visitor' })
})

test('a member gets one mail when a support agent opens the account', async () => {
  const accountId = await app.member('g@example.com')
  const id = await app.link(await app.agent('tells@support.example'), accountId, 45)
  app.events.length = 0
  await app.browser().start(id)
  const [event] = app.events
  if (event?.kind !== 'impersonation-started') throw new Error('nothing was announced')
  const mails: { readonly to: string; readonly words: string }[] = []
  const jobs = createAccountMailJobs(app.deps, async (_id, to, { preview, blocks }) => {
    mails.push({ to, words: `${preview} ${JSON.stringify(blocks)}` })
  })
  await jobs['mail: impersonation started'](event, { id: 'a-job' })
  expect(mails).toEqual([{ to: 'g@example.com', words: expect.stringContaining('a lost shipment') }])
  expect(mails[0]?.words).toContain('Ada Reyes can view your account for up to 45 minutes')
})

test('a link starts one impersonation session, however many start at once', async () => {
  const id = await app.link(await app.agent('once@support.example'), await app.member('c@example.com'))
  const started = await Promise.allSettled([1, 2, 3].map(() => app.browser().start(id)))
  expect(started.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
  await expect(app.browser().start(id)).rejects.toMatchObject({ code: 'LINK_EXPIRED' })
})

test('five wrong passwords invalidate an impersonation link, also for the correct password', async () => {
  const id = await app.link(await app.agent('wrong@support.example'), await app.member('d@example.com'))
  const wrong = await Promise.allSettled(
    Array.from({ length: 7 }, (_, n) => app.browser().start(id, `guess ${n}`)),
  )
  const codes = wrong.map((one) => (one.status === 'rejected' ? one.reason.code : 'in'))
  expect(codes.filter((code) => code === 'USER_NOT_FOUND')).toHaveLength(5)
  expect(codes.filter((code) => code === 'LINK_EXPIRED')).toHaveLength(2)
  await expect(app.browser().start(id)).rejects.toMatchObject({ code: 'LINK_EXPIRED' })
})

test('an impersonation link that was not opened within an hour is expired', async () => {
  const id = await app.link(await app.agent('late@support.example'), await app.member('e@example.com'))
  app.travelTo(app.deps.clock.now().add({ minutes: 60 }).toString())
  await expect(app.browser().start(id)).rejects.toMatchObject({ code: 'LINK_EXPIRED' })
})

test('the second step names the change, and the member sees every agent action', async () => {
  const accountId = await app.member('f@example.com')
  const id = await app.link(await app.agent('writes@support.example'), accountId)
  const { start, context } = app.browser()
  await start(id)
  const intent = 'send the order to Salem'
  expect(await app.handlers.allowWrites(await context(), { intent })).toMatchObject({ may_write: true })
  const { actor } = await context()
  if (actor.kind !== 'agent') throw new Error('the visit is over')
  expect(actor.mayWrite).toBe(true)
  const changes = { endpoint: 'changeSubscription', payload: { id: 'sub-1', change: { action: 'skip' } } }
  const { deps } = app
  expect(await recordAuditedAction(deps, actor, changes, neverLogged, async () => 'answer')).toBe('answer')
  const removes = { endpoint: 'removeAddress', payload: { id: 'adr-1' } }
  const refused = recordAuditedAction(deps, actor, removes, neverLogged, () =>
    Promise.reject(new ShopError('NOT_FOUND')),
  )
  await expect(refused).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await app.handlers.endImpersonation(await context(), {})
  expect((await context()).actor).toEqual({ kind: 'visitor' })
  const member = { kind: 'member', accountId, email: 'f@example.com', sessionId: 's' } as const
  const { impersonations: sessions } = await app.handlers.listImpersonations(
    { ...(await context()), actor: member },
    {},
  )
  expect(sessions).toMatchObject([
    {
      agent: 'Ada Reyes',
      reason: 'a lost shipment',
      intent,
      actions: [
        { description: 'Changed a subscription: skip', outcome: 'done', subject: 'sub-1' },
        { description: 'Removed an address', outcome: 'NOT_FOUND', subject: '' },
      ],
    },
  ])
})

test('an agent’s action is recorded before it runs, and the record cannot be changed', async () => {
  const accountId = await app.member('g@example.com')
  const agentId = await app.agent('acts@support.example')
  const id = await app.link(agentId, accountId)
  const { start, context } = app.browser()
  await start(id)
  const { actor } = await context()
  if (actor.kind !== 'agent') throw new Error('the visit is over')
  const auditedActions = () =>
    app.deps.database.selectFrom('audited_action').selectAll().where('account_id', '=', accountId).execute()
  await recordAuditedAction(
    app.deps,
    actor,
    { endpoint: 'addAddress', payload: {} },
    neverLogged,
    async () => {
      expect(await auditedActions()).toMatchObject([
        { agent_id: agentId, staff_id: null, endpoint: 'addAddress', outcome: 'started' },
      ])
    },
  )
  const change = app.deps.database.updateTable('audited_action').where('account_id', '=', accountId)
  await expect(change.set({ outcome: 'started' }).execute()).rejects.toThrow('is final')
  await expect(change.set({ endpoint: 'nothing' }).execute()).rejects.toThrow('is final')
  const gone = app.deps.database.deleteFrom('audited_action').where('account_id', '=', accountId)
  await expect(gone.execute()).rejects.toThrow('is final')
})

test('a new password, a dismissal and an erased account each end an impersonation session at once', async () => {
  const accountId = await app.member('h@example.com')
  const agentId = await app.agent('leaves@support.example')
  const begin = async () => {
    const { start, context } = app.browser()
    await start(await app.link(agentId, accountId))
    expect((await context()).actor.kind).toBe('agent')
    return context
  }
  const first = await begin()
  await app.change((tx) => resetAgentPassword(tx, agentId, app.passwordHash))
  expect((await first()).actor.kind).toBe('visitor')
  const second = await begin()
  await app.change((tx) => eraseImpersonationsOf(tx, accountId))
  expect((await second()).actor.kind).toBe('visitor')
  const reasons = await app.deps.database
    .selectFrom('impersonation')
    .select('reason')
    .where('account_id', '=', accountId)
    .execute()
  expect(new Set(reasons.map(({ reason }) => reason))).toEqual(new Set(['']))
  const third = await begin()
  const unopened = await app.link(agentId, accountId)
  await app.change((tx) => dismissAgent(tx, agentId))
  expect((await third()).actor.kind).toBe('visitor')
  await expect(app.browser().start(unopened)).rejects.toMatchObject({ code: 'LINK_EXPIRED' })
})
