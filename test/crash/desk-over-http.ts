import { expect } from 'vitest'
import { inTransaction } from '#platform/transaction.ts'
import { inviteStaff } from '#staff/server/staff-members.ts'
import { softAuthenticator } from '../account/soft-authenticator.ts'
import type { TestShop } from '../support/shop.ts'

/** Somebody of operations who is signed in at the desk of a shop of its own process. */
export const joinDesk = async (shop: TestShop) => {
  const { deps, publicUrl } = shop.app
  const send = async (path: string, body: object | null, cookie: string, at = publicUrl) => {
    const answer = await fetch(`${at}${path}`, {
      method: body === null ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9', cookie },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    })
    const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
    return { cookie: cookies.join('; '), status: answer.status, body: await answer.json() }
  }
  const token = await inTransaction(deps, (tx) =>
    inviteStaff(
      tx,
      { actor: 'operator', requestId: 'test' },
      { email: 'ines@staff.example', role: 'operations' },
    ),
  )
  const started = await send(`/api/desk/join/${token}/start/`, {}, '')
  const credential = softAuthenticator(publicUrl).register(started.body.options.challenge)
  const joining = { name: 'Ines', passkey_name: 'laptop', credential }
  const { cookie } = await send(`/api/desk/join/${token}/`, joining, started.cookie)
  const done = async (path: string, body: object | null) => {
    const answer = await send(path, body, cookie)
    expect(answer.status, path).toBe(200)
    return answer.body
  }
  return {
    post: (path: string, body: object) => done(path, body),
    get: (path: string) => done(path, null),
    /** The status of what may be refused, by another process of the shop. */
    tryPost: async (path: string, body: object, at: string): Promise<number> =>
      (await send(path, body, cookie, at)).status,
  }
}
