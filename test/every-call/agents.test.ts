import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { actionDescription } from '#agent/rules/agent-rights.ts'
import type { AgentRight, Endpoint } from '#shared/endpoint.ts'
import { signInAgent } from '../api/impersonation.ts'
import { cookieHeader, openTestApi } from '../api/test-api.ts'
import { responseChecker, type PublishedDocument } from '../api/documented-answers.ts'
import { groupsOf } from '../support/groups.ts'
import { requestsTo } from '../api/fuzz-requests.ts'
import { fingerprint } from '../api/database-contents.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const member = await shop.member({ plan: 'monthly refill' })
const agent = await signInAgent(api, member.email)
const db = shop.app.database.kysely
const [order] = await member.orders()
const [subscription] = await member.subscriptions()

const document: PublishedDocument = (await api.inject({ method: 'GET', url: '/api/openapi.json' })).json()
const wrongIn = responseChecker(document)

const pools = {
  id: [order?.number ?? '', subscription?.id ?? ''],
  subscription_id: [subscription?.id ?? ''],
  plan_code: ['syn-wk'],
  code: ['syn-wk'],
  country: ['US'],
  region: ['OR'],
  zip: ['97201'],
  email: ['nobody@example.com'],
}

/** The outbox shows every mail and the clock is everybody's: both exist only where no mail and no money is real. */
const endpoints = api.endpoints.filter(({ name, access: who }) => who !== 'machine' && name !== 'moveClock')
const withRight = (...rights: readonly AgentRight[]) =>
  endpoints.filter((call) => rights.includes(call.agent))

const answersTo = async (call: Endpoint, cookie: string) => {
  const sent = fc.sample(requestsTo(call, document, pools, 'honest'), { numRuns: 4, seed: 11 })
  const answers = []
  for (const { request } of sent) {
    const answer = await api.inject({ ...request, headers: { ...request.headers, cookie } })
    expect({ url: request.url, wrong: wrongIn(call, answer) }).toEqual({ url: request.url, wrong: null })
    answers.push(answer)
  }
  return answers
}

const codes = (answers: Awaited<ReturnType<typeof answersTo>>): unknown[] =>
  answers.map((answer) => (answer.statusCode < 400 ? 'done' : answer.json().code))

const reads = await agent.impersonation('reads')

// Repeated here on purpose: a right given by mistake in a row opens a member's data to every agent.
const expected = {
  read: [
    'listAddresses',
    'listCancellationReasons',
    'listCards',
    'listImpersonations',
    'listOrders',
    'listPlanSubscriptions',
    'listReceivedGifts',
    'listSubscriptionChanges',
    'listSubscriptions',
    'listUnconfirmedOrders',
    'previewChange',
    'previewWithdrawal',
    'viewCredit',
    'viewGift',
    'viewInvoice',
    'viewLanguage',
    'viewMailPreferences',
    'viewProblems',
    'viewReturns',
    'viewReviews',
    'viewSubscription',
    'viewSubscriptionChoices',
    'viewUser',
  ],
  write: [
    'addAddress',
    'addOneTime',
    'cancelChargedOrder',
    'cancelReturn',
    'cancelSubscription',
    'changeAddress',
    'changeGift',
    'changeLanguage',
    'changeShippingAddress',
    'changeSubscription',
    'moveBillingDate',
    'pauseSubscription',
    'reactivateSubscription',
    'removeAddress',
    'removeOneTime',
    'reportProblem',
    'requestReturn',
    'resendGift',
    'resumeSubscription',
    'setMailPreference',
    'skipNextOrder',
    'undoChange',
    'unskipOrder',
    'updateSubscription',
    'updateUser',
    'withdraw',
  ],
}

test.each(['read', 'write'] as const)(
  'agents %s for the member only through the listed endpoints',
  (right) => {
    const names = withRight(right).map(({ name }) => name)
    expect(names.toSorted()).toEqual(expected[right])
  },
)

test('the member sees a specific description for every action an agent can do', () => {
  for (const { name } of withRight('write')) expect(actionDescription(name, '')).not.toBe('Changed something')
})

describe.each(withRight('read'))('$name', (call) => {
  test('is readable by an agent for the member', async () => {
    for (const code of codes(await answersTo(call, reads))) {
      expect(['FORBIDDEN', 'UNAUTHENTICATED']).not.toContain(code)
    }
  })
})

describe.each(withRight('write'))('$name', (call) => {
  test('requires the second step', async () => {
    const before = await fingerprint(db)
    expect(new Set(codes(await answersTo(call, reads)))).toEqual(new Set(['FORBIDDEN']))
    expect(await fingerprint(db)).toEqual(before)
  })

  test('is done for the member after the second step, and each time recorded', async () => {
    const writes = await agent.impersonation('writes')
    const countActions = async () => (await db.selectFrom('audited_action').selectAll().execute()).length
    const before = await countActions()
    const answers = await answersTo(call, writes)
    const spending = answers.filter(({ body }) => body.includes('Only the member can'))
    expect(codes(answers)).not.toContain('UNAUTHENTICATED')
    expect((await countActions()) - before).toBe(answers.length - spending.length)
  })
})

// The desk knows people by its own cookie only, and the partner API by a key: an agent is a visitor there.
const denied = endpoints.filter(
  ({ agent: right }) => right.startsWith('denied') && !['denied: desk', 'denied: partner'].includes(right),
)

/** Tries calls with one visit that may write: each is answered by this code only, and together they write nothing. */
const tryAll = async (calls: readonly Endpoint[], code: string): Promise<void> => {
  const writes = await agent.impersonation('writes')
  const before = await fingerprint(db)
  for (const call of calls)
    expect([call.name, new Set(codes(await answersTo(call, writes)))]).toEqual([call.name, new Set([code])])
  expect(await fingerprint(db)).toEqual(before)
}

// A look at all that is stored costs as much as ten calls.
const callGroups = (calls: readonly Endpoint[]) =>
  groupsOf(calls, 10).map((group) => ({ calls: group, names: group.map(({ name }) => name).join(', ') }))

const elsewhere = endpoints.filter(({ access }) => access === 'staff' || access === 'partner')

test.each(callGroups(elsewhere))(
  'an agent is not authenticated at the desk and for partners: $names',
  async ({ calls }) => {
    await tryAll(calls, 'UNAUTHENTICATED')
  },
)

test.each(callGroups(denied))('agents are forbidden, even with write access: $names', async ({ calls }) => {
  await tryAll(calls, 'FORBIDDEN')
})

describe.each(withRight('as-visitor', 'ends').filter(({ name }) => name !== 'viewOutbox'))(
  '$name',
  (call) => {
    test('shows an agent nothing of the member', async () => {
      const cookie = await agent.impersonation('writes')
      for (const { body } of await answersTo(call, cookie)) expect(body).not.toContain(member.email)
    })
  },
)

const ended: readonly (readonly [what: string, cookie: () => Promise<string>])[] = [
  [
    'that has run out',
    async () => {
      const cookie = await agent.impersonation('writes')
      const past = '2031-01-05T00:00:00Z'
      await db.updateTable('impersonation').set({ ends_at: past }).where('ended_at', 'is', null).execute()
      return cookie
    },
  ],
  [
    'that its agent ended',
    async () => {
      const cookie = await agent.impersonation('writes')
      await api.inject({ method: 'DELETE', url: '/api/external_agent/impersonation', headers: { cookie } })
      return cookie
    },
  ],
  [
    'that signing out ended',
    async () => {
      const cookie = await agent.impersonation('writes')
      await api.inject({ method: 'GET', url: '/api/auth/logout', headers: { cookie } })
      return cookie
    },
  ],
  [
    'of an agent who was dismissed',
    async () => {
      const cookie = await agent.impersonation('writes')
      await agent.command('dismiss', agent.email)
      return cookie
    },
  ],
  ['that never was', async () => `${api.opened.agentCookie}=${'A'.repeat(43)}`],
]

describe.each(ended)('an impersonation session %s', (_what, cookie) => {
  test('opens no endpoint of a member and none of agents', async () => {
    const gone = await cookie()
    const before = await fingerprint(db)
    for (const call of endpoints.filter(({ access: who }) => who === 'member' || who === 'agent')) {
      expect([call.name, new Set(codes(await answersTo(call, gone)))]).toEqual([
        call.name,
        new Set(['UNAUTHENTICATED']),
      ])
    }
    expect(await fingerprint(db)).toEqual(before)
  })
})

test("a member's cookie is not accepted as an agent's, and an agent's not as a member's", async () => {
  const { client } = member
  const swapped = `${api.opened.agentCookie}=${client.jar.get('loam_session') ?? ''}`
  expect(
    (await api.inject({ method: 'GET', url: '/api/user', headers: { cookie: swapped } })).statusCode,
  ).toBe(401)
  const impersonation = reads.replace(api.opened.agentCookie, 'loam_session')
  expect(
    (await api.inject({ method: 'GET', url: '/api/user', headers: { cookie: impersonation } })).statusCode,
  ).toBe(401)
})

test('the member sees who impersonated the account, and why', async () => {
  await member.signIn()
  const headers = { cookie: cookieHeader(member.client.jar) }
  const { impersonations: sessions } = (
    await api.inject({ method: 'GET', url: '/account/impersonations/', headers })
  ).json()
  expect(sessions.length).toBeGreaterThan(10)
  expect(sessions[0]).toMatchObject({
    agent: expect.stringMatching(/^Agent \d+$/),
    reason: 'a lost shipment',
  })
})

test('the settings show an agent the profile, but neither the email form nor the member’s sign-in methods', async () => {
  // One of its own: those before were dismissed or have ended.
  const other = await signInAgent(api, member.email)
  const cookie = await other.impersonation('reads')
  const page = (url: string) => api.inject({ method: 'GET', url, headers: { cookie } })
  const profile = await page('/account')
  expect(profile.statusCode).toBe(200)
  expect(profile.body).toContain('name="firstName"')
  expect(profile.body).not.toContain('name="new_email"')
  for (const path of ['/account/settings/sign-in', '/account/settings/devices']) {
    const { statusCode, headers } = await page(path)
    expect([statusCode, headers.location]).toEqual([303, '/account/settings/addresses'])
  }
})
