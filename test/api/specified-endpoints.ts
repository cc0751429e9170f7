import { shopLocales } from '#shared/locale.ts'

/** The state of a row of the specification's list: implemented, or the reason why not yet. */
type RouteStatus = 'built' | `later: issue ${number}, ${string}`

/** The table of spec §7, row by row. */
export const specifiedEndpoints: readonly (readonly [method: string, path: string, status: RouteStatus])[] = [
  ['POST', '/api/auth/register', 'built'],
  ['POST', '/api/auth/registerResendMail', 'built'],
  ['POST', '/account/google-signon/', 'built'],
  ['POST', '/account/facebook-signon/', 'built'],
  ['POST', '/account/recover/', 'built'],
  ['POST', '/account/login/', 'built'],
  ['POST', '/account/reset-password/', 'built'],
  ['POST', '/account/set-password/', 'built'],
  ['PUT', '/account/user-experiment/{id}', 'built'],
  ['GET', '/account/verify-account/{id}', 'built'],
  ['GET', '/api/external_agent/authorize/{id}/', 'built'],
  ['GET', '/api/auth/logout', 'built'],
  ['GET', '/api/auth/check-authentication', 'built'],
  ['PUT', '/api/billing', 'built'],
  ['POST', '/api/cms', 'built'],
  ['GET', '/ecommerce/invoice/{id}/', 'built'],
  ['POST', '/api/mail/university', 'built'],
  ['POST', '/api/mail/hcp', 'built'],
  ['POST', '/api/mail/magic', 'built'],
  ['POST', '/api/mail/contact', 'built'],
  ['POST', '/api/purchase', 'built'],
  ['POST', '/ecommerce/purchase/preview/', 'built'],
  ['POST', '/ecommerce/shipping_rates/', 'built'],
  ['GET', '/ecommerce/subscription/', 'built'],
  ['GET', '/ecommerce/subscription/{id}', 'built'],
  ['GET', '/api/v1/subscription/', 'built'],
  ['PUT', '/api/subscription', 'built'],
  ['PUT', '/api/shipping-address', 'built'],
  ['PUT', '/ecommerce/subscription/billing-date/', 'built'],
  ['PUT', '/api/subscription/{id}/reactivate', 'built'],
  ['PUT', '/api/subscription/{id}/preview', 'built'],
  ['PUT', '/api/subscription/{id}/change', 'built'],
  ['DELETE', '/api/subscription/{id}', 'built'],
  ['GET', '/api/user', 'built'],
  ['PUT', '/api/user', 'built'],
  ['GET', '/api/subscription/cancellationReasons/{id}', 'built'],
  ['POST', '/ecommerce/coupon/redemption/', 'built'],
  ['GET', '/ecommerce/coupon_code/plans/{code}/', 'built'],
  ['GET', '/api/external/coupon/{code}/', 'built'],
  ['GET', '/api/external/plans/', 'built'],
  ['GET', '/survey/{name}/', 'built'],
  ['GET', '/survey/user-survey/{id}/', 'built'],
  ['POST', '/survey/survey-answers/', 'built'],
  ['POST', '/survey/{id}/survey-answers/', 'built'],
  ['POST', '/api/turnstile/verify', 'built'],
  ['GET', '/api/auth/location', 'built'],
  ['POST', '/api/external/loyalty/custom-action/', 'built'],
]

/** Pages that mails link to, and routes of pages: once for each language whose addresses have a prefix. */
const localRoutes: readonly string[] = shopLocales
  .slice(1)
  .flatMap(({ code }) => [
    `GET /${code}/account/email/{}`,
    `GET /${code}/account/magic-link/{}`,
    `GET /${code}/account/stop-email/{}`,
    `GET /${code}/account/verify-account/{}`,
    `GET /${code}/manifest.webmanifest`,
    `GET /${code}/problem`,
    `POST /${code}/problem`,
  ])

/** What the router answers besides calls: health, the description of the calls, pages and their files. */
export const otherRoutes: readonly string[] = [
  ...localRoutes,
  'GET /.well-known/change-password',
  'GET /.well-known/oauth-authorization-server',
  'GET /.well-known/security.txt',
  'GET /cultured/feed.xml',
  'GET /livez',
  'GET /metrics',
  'GET /readyz',
  'GET /api/openapi.json',
  'GET /api/docs',
  'GET /api/partner/docs',
  'GET /api/partner/openapi.json',
  // In the form of OAuth 2, which is not that of calls.
  'POST /api/partner/oauth/token',
  'POST /api/partner/oauth/revoke',
  'GET /api/*',
  'POST /api/*',
  'GET /*',
  'POST /*',
  // Files of uploaded pictures.
  'GET /uploads/{}',
  // The page whose form has photos, with a limit of its own.
  'GET /problem',
  'POST /problem',
  // Forms with a file.
  'GET /desk/fulfillment/tracking',
  'GET /desk/uploads',
  'POST /desk/fulfillment/tracking',
  'POST /desk/uploads',
]
