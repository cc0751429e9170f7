import type { RequestContext } from '#platform/request-context.ts'

/** The request of a visitor without cookies. */
export const visitorContext = (country = 'US'): RequestContext => ({
  actor: { kind: 'visitor' },
  requestId: 'a-request',
  network: '203.0.113.7',
  userAgent: 'a browser',
  country,
  region: 'XX',
  cookies: { get: () => undefined, set: () => undefined, clear: () => undefined },
  privacySignal: false,
  secFetch: { site: 'same-origin', dest: 'empty' },
})
