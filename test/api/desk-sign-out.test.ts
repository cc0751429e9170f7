import { afterAll, expect, test } from 'vitest'
import { verifyAudit } from '#staff/server/audits.ts'
import { inviteStaff } from '#staff/server/staff-members.ts'
import { inTransaction } from '#platform/transaction.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

test('an operator signs out one staff member or all: sessions and open links end, passkeys stay', async () => {
  const [lost, other] = [await joinDesk(api, 'support', 'lost'), await joinDesk(api, 'support', 'other')]
  const seen = async () =>
    Promise.all([lost, other].map(async ({ get }) => (await get('/api/desk/person/')).statusCode))
  const invited = async (): Promise<string> => {
    const by = { actor: 'operator', requestId: 'test' } as const
    return inTransaction(api.opened.deps, (tx) => inviteStaff(tx, by, { email: lost.email, role: 'support' }))
  }
  const opens = async (token: string) => (await lost.post(`/api/desk/join/${token}/start/`, {})).statusCode
  expect(await seen()).toEqual([200, 200])
  const mailed = await invited()
  expect(await runShopCommand(shop, 'staff', 'sign-out', lost.email)).toEqual({
    code: 0,
    lines: [`1 session of ${lost.email} ended.`],
  })
  expect([await seen(), await opens(mailed)]).toEqual([[401, 200], 410])
  const again = await invited()
  expect((await runShopCommand(shop, 'sign-out', '--everybody')).code).toBe(0)
  expect([await seen(), await opens(again)]).toEqual([[401, 401], 410])
  expect(await verifyAudit(api.opened.deps.database)).toMatchObject({ problems: [] })
})
