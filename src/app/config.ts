import { resolve } from 'node:path'
import { z } from 'zod'
import { logLevels } from '#platform/log.ts'
import { StartFailure } from '#platform/start-failure.ts'
import { purchasesBeforeCheck } from '#shared/endpoint-limit.ts'
import { dunningEnds } from '#subscription/dunning/rules/dunning.ts'
import { databaseSettings, databaseVariables } from '#platform/database-settings.ts'
import { taxSettings, taxVariables } from '#pricing/server/tax-settings.ts'
import { mailSettings, mailVariables } from '#platform/mail-settings.ts'
import { foldersOf, storageSettings, storageVariables } from '#platform/storage-settings.ts'
import { edgeSettings, edgeVariables } from '../web/http/edge-settings.ts'
import { languageSettings, languageVariables } from '#platform/language-settings.ts'
import {
  headerName,
  oneOf,
  origin,
  secretText,
  trustProxy,
  webAddress,
  wholeNumber,
} from '#platform/setting-types.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Every variable that the shop reads, with what it takes. An empty one counts as not set. */
const Variables = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().default('localhost'),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: z.string().default('.data'),
  CONTENT_DIR: z.string().optional(),
  ...databaseVariables,
  /** What this process does: answers visitors, does the work that is due, or both. */
  ROLE: oneOf(['all', 'web', 'worker']).default('all'),
  /** Seconds from SIGTERM until no connection is taken any more: a balancer asks `/readyz` meanwhile. */
  DRAIN_DELAY: wholeNumber(0, 300).default(1),
  PROCESSOR: oneOf(['sandbox', 'stripe']).default('sandbox'),
  /** Demo members are part of the sandbox; a shop with real money has none. */
  DEMO: oneOf(['on', 'off']).default('on'),
  /** Whether other machines may use the developer tools of a sandbox shop. */
  DEV_TOOLS: oneOf(['local', 'open']).default('local'),
  SANDBOX_PORT: wholeNumber(0, 65_535).default(3001),
  /** Where sandboxes run already, for several shops on one database; without them the shop starts its own. */
  SANDBOX_URL: origin.optional(),
  CARRIER_URL: origin.optional(),
  /** Who sells labels and reports what happens to shipments; `manual`: nobody that the shop speaks to. */
  CARRIER: oneOf(['sandbox', 'manual', 'easypost']).optional(),
  CARRIER_PORT: wholeNumber(0, 65_535).optional(),
  /** Who packs and hands over orders; a shop with real money ships only what somebody has packed. */
  WAREHOUSE: oneOf(['simulated', 'manual']).optional(),
  CARRIER_WEBHOOK_SECRET: z.string().min(32, 'must be at least 32 random characters').optional(),
  EASYPOST_API_KEY: z
    .string()
    .regex(/^EZ[AT]K\w+$/, 'must be an API key of EasyPost: EZTK… of its test mode, or EZAK…')
    .optional(),
  EASYPOST_WEBHOOK_SECRET: z.string().min(32, 'must be at least 32 random characters').optional(),
  EASYPOST_API_BASE: origin.default('https://api.easypost.com'),
  STRIPE_SECRET_KEY: secretText.optional(),
  STRIPE_PUBLISHABLE_KEY: secretText.optional(),
  STRIPE_WEBHOOK_SECRET: secretText.optional(),
  STRIPE_API_BASE: origin.optional(),
  ...taxVariables,
  ...storageVariables,
  ...edgeVariables,
  ...languageVariables,
  /** Whether product page, cart and checkout offer the processor's wallets. */
  WALLETS: oneOf(['on', 'off']).default('on'),
  /** The file by which Apple Pay knows that the shop's address is the shop's. */
  APPLE_PAY_DOMAIN_FILE: z.string().optional(),
  ...mailVariables,
  GOOGLE_ISSUER: webAddress.default('https://accounts.google.com'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: secretText.optional(),
  FACEBOOK_ISSUER: webAddress.default('https://www.facebook.com'),
  /** Facebook's published configuration does not have it. */
  FACEBOOK_TOKEN_URL: webAddress.default('https://graph.facebook.com/v24.0/oauth/access_token'),
  FACEBOOK_CLIENT_ID: z.string().optional(),
  FACEBOOK_CLIENT_SECRET: secretText.optional(),
  TURNSTILE_SITE_KEY: z.string().optional(),
  TURNSTILE_SECRET_KEY: secretText.optional(),
  TURNSTILE_API_BASE: origin.default('https://challenges.cloudflare.com'),
  SEGMENT_WRITE_KEY: secretText.optional(),
  SEGMENT_API_BASE: origin.default('https://api.segment.io'),
  GA4_MEASUREMENT_ID: z.string().optional(),
  GA4_API_SECRET: secretText.optional(),
  GA4_API_BASE: origin.default('https://www.google-analytics.com'),
  META_PIXEL_ID: z
    .string()
    .regex(/^\d{1,20}$/, 'must be a number')
    .optional(),
  META_ACCESS_TOKEN: secretText.optional(),
  META_API_BASE: webAddress.default('https://graph.facebook.com/v24.0'),
  META_TEST_EVENT_CODE: z.string().optional(),
  OFREP_URL: webAddress.transform((text) => text.replace(/\/$/, '')).optional(),
  OFREP_TOKEN: secretText.optional(),
  ENUMERATION: oneOf(['show', 'hide']).default('show'),
  DUNNING_END: oneOf(dunningEnds).default('failed'),
  PASSWORD_MIN_LENGTH: wholeNumber(6, 64).default(6),
  CARDS_BEFORE_CHECK: wholeNumber(1, 1_000_000).default(3),
  DECLINES_BEFORE_CHECK: wholeNumber(1, 1_000_000).default(30),
  PURCHASES_BEFORE_CHECK: wholeNumber(1, 1_000_000).default(purchasesBeforeCheck),
  COUNTRY_HEADER: headerName.optional(),
  REGION_HEADER: headerName.optional(),
  TRUST_PROXY: trustProxy.default(false),
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 random characters').optional(),
  SECRET: z.string().min(32, 'must be at least 32 random characters').optional(),
  /** Where traces and metrics go; its SDK reads this and every other `OTEL_…` itself. */
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  LOG_LEVEL: oneOf(logLevels).default('info'),
})

type Parsed = z.output<typeof Variables>

const refuse = (name: string, problem: string): never => {
  throw new StartFailure(`${name} ${problem}.`)
}

/** Two variables that only make sense together; null when neither is set. */
const pair = (values: Parsed, idName: keyof Parsed, secretName: keyof Parsed) => {
  const id = values[idName]
  const secret = values[secretName]
  if (id === undefined && secret === undefined) return null
  if (typeof id === 'string' && typeof secret === 'string') return { id, secret }
  return refuse(
    id === undefined ? idName : secretName,
    `must be set together with ${id === undefined ? secretName : idName}`,
  )
}

/** How the shop is known to an outside sign-in; null where it is not. */
const signOnOf = (values: Parsed, name: 'GOOGLE' | 'FACEBOOK') => {
  const credentials = pair(values, `${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`)
  const tokenEndpoint = name === 'FACEBOOK' ? values.FACEBOOK_TOKEN_URL : null
  return credentials && { ...credentials, issuer: values[`${name}_ISSUER`], tokenEndpoint }
}

const signOnsOf = (values: Parsed) => ({
  google: signOnOf(values, 'GOOGLE'),
  facebook: signOnOf(values, 'FACEBOOK'),
})

/** Several separated by commas, while one replaces another. */
const secretsIn = (name: 'STRIPE_WEBHOOK_SECRET', text: string): string[] => {
  const secrets = text
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '')
  return secrets.length > 0 ? secrets : refuse(name, 'must have a secret')
}

const processorOf = (values: Parsed) => {
  if (values.PROCESSOR === 'sandbox')
    return { kind: 'sandbox', port: values.SANDBOX_PORT, url: values.SANDBOX_URL ?? null } as const
  const required = (name: 'STRIPE_SECRET_KEY' | 'STRIPE_PUBLISHABLE_KEY' | 'STRIPE_WEBHOOK_SECRET'): string =>
    values[name] ?? refuse(name, 'must be set when PROCESSOR is stripe')
  return {
    kind: 'stripe',
    secretKey: required('STRIPE_SECRET_KEY'),
    publishableKey: required('STRIPE_PUBLISHABLE_KEY'),
    webhookSecrets: secretsIn('STRIPE_WEBHOOK_SECRET', required('STRIPE_WEBHOOK_SECRET')),
    apiBase: values.STRIPE_API_BASE ?? null,
  } as const
}

const easyPostOf = (values: Parsed) => {
  const required = (name: 'EASYPOST_API_KEY' | 'EASYPOST_WEBHOOK_SECRET'): string =>
    values[name] ?? refuse(name, 'must be set when CARRIER is easypost')
  const apiKey = required('EASYPOST_API_KEY')
  // A time machine and members of a demo would buy labels for real money.
  if (values.PROCESSOR === 'sandbox' && !apiKey.startsWith('EZTK'))
    return refuse('EASYPOST_API_KEY', 'must be a key of the test mode (EZTK…) when PROCESSOR is sandbox')
  return {
    kind: 'easypost',
    apiKey,
    webhookSecret: required('EASYPOST_WEBHOOK_SECRET'),
    apiBase: values.EASYPOST_API_BASE,
  } as const
}

const carrierOf = (values: Parsed) => {
  const { CARRIER, CARRIER_PORT, PROCESSOR, SANDBOX_PORT } = values
  if (CARRIER === 'easypost') return easyPostOf(values)
  if (CARRIER === 'sandbox' && PROCESSOR === 'stripe')
    return refuse('CARRIER', 'must not be sandbox when PROCESSOR is stripe')
  if ((CARRIER ?? PROCESSOR) !== 'sandbox') return { kind: 'manual' } as const
  // Next to the processor, and free as that is.
  const nextPort = SANDBOX_PORT === 0 || SANDBOX_PORT === 65_535 ? 0 : SANDBOX_PORT + 1
  return { kind: 'sandbox', port: CARRIER_PORT ?? nextPort, url: values.CARRIER_URL ?? null } as const
}

const warehouseOf = (values: Parsed): 'simulated' | 'manual' => {
  const { WAREHOUSE, PROCESSOR } = values
  if (WAREHOUSE === 'simulated' && PROCESSOR === 'stripe')
    return refuse('WAREHOUSE', 'must not be simulated when PROCESSOR is stripe')
  const carrier = carrierOf(values).kind
  if (WAREHOUSE === 'simulated' && carrier === 'manual')
    return refuse('WAREHOUSE', 'must not be simulated when CARRIER is manual')
  return WAREHOUSE ?? (carrier === 'sandbox' ? 'simulated' : 'manual')
}

const areDevToolsOpen = ({ DEV_TOOLS, PROCESSOR }: Parsed): boolean => {
  if (DEV_TOOLS === 'open' && PROCESSOR === 'stripe')
    return refuse('DEV_TOOLS', 'must not be open when PROCESSOR is stripe')
  return DEV_TOOLS === 'open'
}

const turnstileOf = (values: Parsed) => {
  const keys = pair(values, 'TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY')
  return keys && { siteKey: keys.id, secretKey: keys.secret, apiBase: values.TURNSTILE_API_BASE }
}

/** The analytics destinations; null for those that the operator did not configure. */
const destinationsOf = (values: Parsed) => {
  const ga4 = pair(values, 'GA4_MEASUREMENT_ID', 'GA4_API_SECRET')
  const meta = pair(values, 'META_PIXEL_ID', 'META_ACCESS_TOKEN')
  const writeKey = values.SEGMENT_WRITE_KEY
  return {
    segment: writeKey === undefined ? null : { writeKey, apiBase: values.SEGMENT_API_BASE },
    ga4: ga4 && { measurementId: ga4.id, apiSecret: ga4.secret, apiBase: values.GA4_API_BASE },
    meta: meta && {
      pixelId: meta.id,
      accessToken: meta.secret,
      apiBase: values.META_API_BASE,
      testEventCode: values.META_TEST_EVENT_CODE ?? null,
    },
  }
}

/** Sandboxes belong to the process that started them, so that it has to do everything. */
const roleOf = (values: Parsed): Parsed['ROLE'] => {
  const carrier = carrierOf(values)
  const ownsSandbox =
    (values.PROCESSOR === 'sandbox' && values.SANDBOX_URL === undefined) ||
    (carrier.kind === 'sandbox' && carrier.url === null)
  return values.ROLE !== 'all' && ownsSandbox
    ? refuse('ROLE', 'must be all when PROCESSOR is sandbox, unless SANDBOX_URL and CARRIER_URL are set')
    : values.ROLE
}

const parseVariables = (environment: Environment): Parsed => {
  const set = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = Variables.safeParse(set)
  if (parsed.success) return parsed.data
  // One sentence per variable; the value is not repeated, because it may be a secret.
  const sentences = new Map(parsed.error.issues.map(({ path, message }) => [path.join('.'), message]))
  throw new StartFailure([...sentences].map(([name, message]) => `${name} ${message}.`).join(' '))
}

const ofrepOf = ({ OFREP_URL: url, OFREP_TOKEN: token }: z.output<typeof Variables>) =>
  url === undefined ? null : { url, token: token ?? null }

/**
 * The settings of one process, from its environment. Throws StartFailure with a sentence that names the variable.
 * `secret` is null when the data folder has to provide it.
 */
export const parseSettings = (environment: Environment) => {
  const values = parseVariables(environment)
  return {
    port: values.PORT,
    host: values.HOST,
    ...edgeSettings(values, refuse),
    ...foldersOf(values),
    ...databaseSettings(values, refuse),
    role: roleOf(values),
    drainDelaySeconds: values.DRAIN_DELAY,
    processor: processorOf(values),
    tax: taxSettings(values, refuse),
    storage: storageSettings(values, refuse),
    wallets: values.WALLETS === 'on',
    applePayFile: values.APPLE_PAY_DOMAIN_FILE === undefined ? null : resolve(values.APPLE_PAY_DOMAIN_FILE),
    carrier: carrierOf(values),
    warehouse: warehouseOf(values),
    carrierWebhookSecret: values.CARRIER_WEBHOOK_SECRET ?? null,
    devToolsOpen: areDevToolsOpen(values),
    demo: values.DEMO === 'on' && values.PROCESSOR === 'sandbox',
    ...mailSettings(values),
    ...signOnsOf(values),
    turnstile: turnstileOf(values),
    destinations: destinationsOf(values),
    ofrep: ofrepOf(values),
    dunningEnd: values.DUNNING_END,
    enumeration: values.ENUMERATION,
    minPasswordLength: values.PASSWORD_MIN_LENGTH,
    purchasesBeforeCheck: values.PURCHASES_BEFORE_CHECK,
    cardLimits: { network: values.CARDS_BEFORE_CHECK, shop: values.DECLINES_BEFORE_CHECK },
    countryHeader: values.COUNTRY_HEADER ?? null,
    regionHeader: values.REGION_HEADER ?? null,
    ...languageSettings(values),
    trustProxy: values.TRUST_PROXY,
    metricsToken: values.METRICS_TOKEN ?? null,
    secret: values.SECRET ?? null,
    hasTelemetry: values.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    logLevel: values.LOG_LEVEL,
  }
}

/** Everything an operator can set, parsed once at start. */
export type Settings = Readonly<ReturnType<typeof parseSettings>>
