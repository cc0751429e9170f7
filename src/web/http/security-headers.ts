import type { FastifyInstance } from 'fastify'

const permissions = (camera: '()' | '(self)'): string =>
  `camera=${camera}, microphone=(), geolocation=(), browsing-topics=()`

/** Of the one page that reads barcodes: its own scripts may ask for the camera, and no frame. */
export const cameraPermissions = { 'permissions-policy': permissions('(self)') } as const

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': permissions('()'),
} as const

/** Of everything except pages: it shows nothing, loads nothing and may not be framed. */
const closedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Of picture files: browsers style their own view of a picture inline, and a picture itself has no styles. */
export const pictureFilePolicy = `${closedPolicy}; style-src 'unsafe-inline'`

/** Of the service worker, which requests the pages again that it shows offline. */
export const workerFilePolicy = `${closedPolicy}; connect-src 'self'`

/** Two years, as browsers ask for; subdomains are another operator's decision. */
const stayOnHttps = { 'strict-transport-security': 'max-age=63072000' } as const

/** What every answer of the shop says to browsers; https is insisted on only where the shop is reached by it. */
export const securityHeaders = (publicUrl: string): Readonly<Record<string, string>> =>
  publicUrl.startsWith('https:') ? { ...always, ...stayOnHttps } : always

/** The same, for everything except pages. */
export const closedHeaders = (publicUrl: string): Readonly<Record<string, string>> => ({
  ...securityHeaders(publicUrl),
  'content-security-policy': closedPolicy,
})

/** Sets the headers before anything else can answer. Pages replace the closed policy with their own. */
export const registerSecurityHeaders = (app: FastifyInstance, publicUrl: string): void => {
  const headers = closedHeaders(publicUrl)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
