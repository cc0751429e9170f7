import { afterAll, expect, test } from 'vitest'
import { openTestApi } from './test-api.ts'

const shops = {
  'https://shop.example': await openTestApi('https://shop.example', undefined, { TRUST_PROXY: '1' }),
  'http://shop.example:8443': await openTestApi('http://shop.example:8443', undefined, { TRUST_PROXY: '1' }),
}
afterAll(async () => void (await Promise.all(Object.values(shops).map((shop) => shop.close()))))

/** The status of a form that a browser without JavaScript posts, as its proxy passes it on. */
const post = async (
  publicUrl: keyof typeof shops,
  headers: Readonly<Record<string, string>>,
): Promise<number> => {
  const { statusCode } = await shops[publicUrl].inject({
    method: 'POST',
    url: '/login',
    headers: {
      host: new URL(publicUrl).host,
      origin: publicUrl,
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    body: 'email=nobody%40example.com&password=a+long+walk',
  })
  return statusCode
}

const byItsProxy = await post('http://shop.example:8443', {})

test.each([
  ['https://shop.example', 'with its protocol', { 'x-forwarded-proto': 'https' }],
  ['https://shop.example', 'without its protocol', {}],
  ['https://shop.example', 'with a browser’s own word', { 'sec-fetch-site': 'same-origin' }],
  ['https://shop.example', 'by the address of another machine', { 'x-forwarded-host': '10.0.0.7:3000' }],
  ['http://shop.example:8443', 'without the port', { host: 'shop.example' }],
] as const)('a form posted to %s that arrives %s is accepted', async (publicUrl, _name, headers) => {
  expect(await post(publicUrl, headers)).toBe(byItsProxy)
  expect(byItsProxy).not.toBe(400)
})

const foreign: readonly Readonly<Record<string, string>>[] = [
  { origin: 'https://evil.example' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  { origin: 'http://shop.example' },
  { origin: 'null' },
]

test.each(foreign)('a form of another site is refused: %j', async (headers) => {
  expect([400, 403]).toContain(await post('https://shop.example', headers))
})

test('a page that refuses a request before reading shop data has working product menus', async () => {
  const refused = await shops['https://shop.example'].inject({
    method: 'POST',
    url: '/contact',
    headers: {
      host: 'shop.example',
      origin: 'https://evil.example',
      accept: 'text/html',
      'sec-fetch-mode': 'navigate',
    },
    body: '',
  })
  expect(refused.statusCode).toBeLessThan(500)
  expect(refused.headers['content-type']).toContain('text/html')
  expect(refused.body).toContain('That did not work')
  expect(refused.body.match(/href="\/daily-synbiotic"/g)?.length).toBeGreaterThan(2)
})

test.each(['/login', '/recover', '/order', '/return', '/problem', '/cart'])(
  'a body of %s that does not match its form type gets an error page, and logs no error',
  async (url) => {
    const shop = shops['http://shop.example:8443']
    const reply = await shop.inject({
      method: 'POST',
      url,
      headers: {
        host: 'shop.example:8443',
        origin: 'http://shop.example:8443',
        accept: 'text/html',
        'content-type': 'multipart/form-data; boundary=a',
      },
      body: '--b\r\nnothing',
    })
    expect([reply.statusCode, reply.body.includes('could not be read')]).toEqual([400, true])
  },
)
