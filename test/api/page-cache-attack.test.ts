import { connect } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { countries } from '#location/rules/countries.ts'
import { signInAgent } from './impersonation.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const member = await shop.member({ plan: 'monthly refill' })
await shop.settled()
const agent = await signInAgent(api, member.email)
const session = api.opened.sessionCookie
const token = member.client.jar.get(session) ?? ''
const [agentName = '', agentToken = ''] = (await agent.impersonation('reads')).split('=')
const identity = member.client.jar.get('loam_jwt') ?? ''

test('the test’s member and agent are signed in', () => {
  expect([token, agentToken].map((one) => one.length)).toEqual([43, 43])
  expect(identity).not.toBe('')
})

/** One request over a socket of its own, byte for byte as given. */
const ask = async (path: string, headers: readonly string[]): Promise<string> => {
  const { hostname, port } = new URL(shop.url)
  const socket = connect(Number(port), hostname)
  const lines = [`GET ${path} HTTP/1.1`, `Host: ${hostname}:${port}`, ...headers, 'Connection: close', '', '']
  socket.write(Buffer.from(lines.join('\r\n'), 'latin1'))
  return readAll(socket)
}

/** The parts of an answer that matter here; a page printed whole would hide it. */
const shown = (answer: string) => ({
  status: /^HTTP\/1\.1 (\d+) /.exec(answer)?.[1],
  complete: answer.includes('</html>'),
  of: [member.email, agent.name, 'Support session', '/sign-out'].filter((one) => answer.includes(one)),
})

const swapCase = (name: string): string =>
  name.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )

/** Ways to write a cookie so that one reader finds it and another does not. */
const spellingsOf = (
  name: string,
  value: string,
): readonly (readonly [what: string, cookies: string[]])[] => [
  ['plain', [`${name}=${value}`]],
  ['a space before the sign', [`${name} =${value}`]],
  ['a tab before the sign', [`${name}\t=${value}`]],
  ['spaces and tabs on all sides', [` \t${name} \t = \t${value} \t`]],
  ['a tab before the name', [`a=b;\t${name}=${value}`]],
  ['no space after the semicolon', [`a=b;${name}=${value}`]],
  ['quotes', [`${name}="${value}"`]],
  ['quotes and a space', [`${name} ="${value}"`]],
  ['the other case', [`${swapCase(name)}=${value}`]],
  ['the other case and a space', [`${swapCase(name)} =${value}`]],
  ['an empty one first', [`${name}=; ${name} =${value}`]],
  ['an empty one after it', [`${name} =${value}; ${name}=`]],
  ['twice', [`${name} =x; ${name} =${value}`]],
  ['in the second of two headers', ['a=b', `${name} =${value}`]],
  ['in the first of two headers', [`${name} =${value}`, 'a=b']],
  ['with a prefix', [`__Host-${name}=${value}`]],
  ['with a prefix and a space', [`__Host-${name} =${value}`]],
  ['with the other prefix', [`__Secure-${name} =${value}`]],
  ['the value in percent codes', [`${name} =%${value.charCodeAt(0).toString(16)}${value.slice(1)}`]],
  ['the name in percent codes', [`%${name.charCodeAt(0).toString(16)}${name.slice(1)}=${value}`]],
  ['after words without a sign', [`words; ${name} =${value}`]],
  ['after an empty name', [`=x; ${name} =${value}`]],
  ['commas instead of semicolons', [`a=b, ${name} =${value}`]],
  ['beside a choice of country', [`loam_country=CA; ${name} =${value}`]],
  ['beside a choice of consent', [`${name} =${value}; loam_consent=x`]],
  ['with a byte that is no letter', [`a=\xff; ${name} =${value}`]],
]

const everySpelling = [
  ...spellingsOf(session, token).map(([what, cookies]) => [`session: ${what}`, cookies] as const),
  ...spellingsOf(agentName, agentToken).map(([what, cookies]) => [`agent: ${what}`, cookies] as const),
  ...spellingsOf('loam_jwt', identity).map(([what, cookies]) => [`identity: ${what}`, cookies] as const),
]

const pages = ['/', '/daily-synbiotic', '/science']

/** Another cache entry for each attack: a place without earlier requests. */
const placeFor = (attack: number) => {
  const country = countries()[attack % countries().length]?.code ?? ''
  const path = pages[Math.floor(attack / countries().length)]
  if (path === undefined) throw new Error('more attacks than pages to attack')
  return { path, headers: [`X-Country: ${country}`] }
}

test.each(everySpelling.map(([what, cookies], attack) => ({ what, cookies, attack })))(
  'a shared page cache never serves the page of $what to others',
  async ({ cookies, attack }) => {
    const { path, headers } = placeFor(attack)
    const sent = cookies.map((cookie) => `Cookie: ${cookie}`)
    // At once and afterwards: concurrent requests wait for the same rendering.
    const [, withCookies] = await Promise.all([ask(path, [...headers, ...sent]), ask(path, headers)])
    const after = await ask(path, headers)
    const withJunk = await ask(path, [...headers, 'Cookie: a=b'])
    expect([withCookies, after, withJunk].map(shown)).toEqual(
      Array(3).fill({ status: '200', complete: true, of: [] }),
    )
  },
)

test('session and agent cookies are recognized in every spelling that the cookie parser accepts', async () => {
  const spaced = await ask('/', [`Cookie: ${session} =${token}`])
  expect(shown(spaced).of).toEqual([member.email, '/sign-out'])
  const impersonating = await ask('/', [`Cookie: ${agentName}\t=${agentToken}`])
  expect(shown(impersonating).of).toEqual([member.email, agent.name, 'Support session', '/sign-out'])
})
