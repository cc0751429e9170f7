import type { Cookies, RequestContext } from '#platform/request-context.ts'

/** The cookies of a browser of a test. */
export type Jar = Map<string, string>

const cookiesIn = (jar: Jar): Cookies => ({
  get: (name) => jar.get(name),
  set: (name, value) => void jar.set(name, value),
  clear: (name) => void jar.delete(name),
})

/** The request of a visitor with these cookies, or of whom the facts describe. */
export const contextOf = (jar: Jar, facts: Partial<RequestContext> = {}): RequestContext => ({
  actor: { kind: 'visitor' },
  requestId: 'a-request',
  network: '203.0.113.7',
  userAgent: 'a browser',
  country: 'US',
  region: 'OR',
  currency: 'USD',
  locale: 'en',
  cookies: cookiesIn(jar),
  privacySignal: false,
  secFetch: { site: 'same-origin', dest: 'empty' },
  ...facts,
})

/** The request of a visitor without cookies. */
export const visitorContext = (country = 'US'): RequestContext =>
  contextOf(new Map(), { country, region: 'XX' })
