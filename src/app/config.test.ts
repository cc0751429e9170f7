import { expect, test } from 'vitest'
import { parseSettings } from './config.ts'

test('an empty environment gives a complete configuration', () => {
  expect(parseSettings({})).toMatchObject({
    port: 3000,
    host: 'localhost',
    publicUrl: 'http://localhost:3000',
    databaseUrl: null,
    processor: { kind: 'sandbox', port: 3001 },
    smtpUrl: null,
    enumeration: 'show',
    trustProxy: false,
    logLevel: 'info',
  })
})

test('an empty variable is treated as unset', () => {
  expect(parseSettings({ PORT: '', SMTP_URL: ' ' })).toMatchObject({ port: 3000, smtpUrl: null })
})

const stripe = {
  PROCESSOR: 'stripe',
  STRIPE_SECRET_KEY: 'sk',
  STRIPE_PUBLISHABLE_KEY: 'pk',
  STRIPE_WEBHOOK_SECRET: 'wh',
}

const easyPost = {
  CARRIER: 'easypost',
  EASYPOST_API_KEY: 'EZTKx',
  EASYPOST_WEBHOOK_SECRET: 'what EasyPost signs with, thirty-two',
}

const easyPostSettings = {
  kind: 'easypost',
  apiKey: 'EZTKx',
  webhookSecret: 'what EasyPost signs with, thirty-two',
  apiBase: 'https://api.easypost.com',
}

test('two webhook secrets are valid during a rotation, and a missing secret does not prevent the start', () => {
  const { processor } = parseSettings({ ...stripe, STRIPE_WEBHOOK_SECRET: 'old, new,' })
  expect(processor).toMatchObject({ webhookSecrets: ['old', 'new'] })
  // Every webhook would be refused without a word at the start.
  expect(() => parseSettings({ ...stripe, STRIPE_WEBHOOK_SECRET: ' ,' })).toThrow(/STRIPE_WEBHOOK_SECRET/)
})

test.each([
  [{}, 'simulated'],
  [{ WAREHOUSE: 'manual' }, 'manual'],
  [stripe, 'manual'],
  [{ CARRIER: 'manual' }, 'manual'],
  [easyPost, 'manual'],
  [{ ...easyPost, WAREHOUSE: 'simulated' }, 'simulated'],
])('with %j the warehouse is %s', (environment, warehouse) => {
  expect(parseSettings(environment).warehouse).toBe(warehouse)
})

test.each([
  [{}, { kind: 'sandbox', port: 3002, url: null }],
  [{ SANDBOX_PORT: '4000' }, { kind: 'sandbox', port: 4001, url: null }],
  [{ SANDBOX_PORT: '0' }, { kind: 'sandbox', port: 0, url: null }],
  [{ CARRIER_PORT: '5000' }, { kind: 'sandbox', port: 5000, url: null }],
  [{ CARRIER: 'manual' }, { kind: 'manual' }],
  [easyPost, easyPostSettings],
  [
    { ...stripe, ...easyPost, EASYPOST_API_KEY: 'EZAKx' },
    { ...easyPostSettings, apiKey: 'EZAKx' },
  ],
  [stripe, { kind: 'manual' }],
])('with %j the carrier is %j', (environment, carrier) => {
  expect(parseSettings(environment).carrier).toEqual(carrier)
})

test.each([
  [{}, { kind: 'file' }],
  [{ TAX: 'file', STRIPE_SECRET_KEY: 'sk_live_x' }, { kind: 'file' }],
  [
    { TAX: 'stripe', STRIPE_SECRET_KEY: 'sk_test_x' },
    {
      kind: 'stripe',
      access: { secretKey: 'sk_test_x', apiBase: null },
      taxCode: null,
      timeoutMs: 3_000,
    },
  ],
  [
    { ...stripe, TAX: 'stripe', TAX_TIMEOUT: '1', TAX_CODE: 'txcd_99999999' },
    {
      kind: 'stripe',
      access: { secretKey: stripe.STRIPE_SECRET_KEY, apiBase: null },
      taxCode: 'txcd_99999999',
      timeoutMs: 1_000,
    },
  ],
])('with %j taxes are %j', (environment, tax) => {
  expect(parseSettings(environment).tax).toEqual(tax)
})

test('configured values are read', () => {
  const settings = parseSettings({
    PORT: '8080',
    PUBLIC_URL: 'https://shop.example/',
    TRUST_PROXY: '2',
    COUNTRY_HEADER: 'CF-IPCountry',
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
  })
  expect(settings).toMatchObject({
    port: 8080,
    publicUrl: 'https://shop.example',
    trustProxy: 2,
    countryHeader: 'cf-ipcountry',
    google: { id: 'id', secret: 'secret' },
  })
})

test('a process that is only worker or only web uses an external processor', () => {
  expect(parseSettings({ ...stripe, ROLE: 'worker' })).toMatchObject({ role: 'worker' })
  const elsewhere = { SANDBOX_URL: 'http://10.0.0.7:3001', CARRIER_URL: 'http://10.0.0.7:3002/' }
  expect(parseSettings({ ...elsewhere, ROLE: 'web' })).toMatchObject({
    role: 'web',
    processor: { kind: 'sandbox', url: 'http://10.0.0.7:3001' },
    carrier: { kind: 'sandbox', url: 'http://10.0.0.7:3002' },
  })
  const manual = { SANDBOX_URL: elsewhere.SANDBOX_URL, CARRIER: 'manual', ROLE: 'worker' }
  expect(parseSettings(manual)).toMatchObject({ role: 'worker' })
  for (const some of [{}, { SANDBOX_URL: elsewhere.SANDBOX_URL }, { CARRIER_URL: elsewhere.CARRIER_URL }])
    expect(() => parseSettings({ ...some, ROLE: 'worker' })).toThrow(
      'ROLE must be all when PROCESSOR is sandbox, unless SANDBOX_URL and CARRIER_URL are set.',
    )
})

test.each([
  [{ ROLE: 'boss' }, 'ROLE must be one of all, web, worker.'],
  [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535.'],
  [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535.'],
  [{ PUBLIC_URL: 'shop.example' }, 'PUBLIC_URL must be an address such as https://shop.example.'],
  [{ PUBLIC_URL: 'https://shop.example/de' }, 'PUBLIC_URL must be an address without a path.'],
  [{ DATABASE_POOLER_URL: 'postgres://x/y' }, 'DATABASE_URL must be set together with DATABASE_POOLER_URL.'],
  [
    { DATABASE_REPLICA_URL: 'postgres://x/y' },
    'DATABASE_URL must be set together with DATABASE_REPLICA_URL.',
  ],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be an address such as postgres://user@host/database.'],
  [{ PROCESSOR: 'paypal' }, 'PROCESSOR must be one of sandbox, stripe.'],
  [{ PROCESSOR: 'stripe' }, 'STRIPE_SECRET_KEY must be set when PROCESSOR is stripe.'],
  [{ WAREHOUSE: 'none' }, 'WAREHOUSE must be one of simulated, manual.'],
  [{ ...stripe, WAREHOUSE: 'simulated' }, 'WAREHOUSE must not be simulated when PROCESSOR is stripe.'],
  [{ CARRIER: 'manual', WAREHOUSE: 'simulated' }, 'WAREHOUSE must not be simulated when CARRIER is manual.'],
  [{ ...stripe, CARRIER: 'sandbox' }, 'CARRIER must not be sandbox when PROCESSOR is stripe.'],
  [{ CARRIER: 'ups' }, 'CARRIER must be one of sandbox, manual, easypost.'],
  [{ CARRIER: 'easypost' }, 'EASYPOST_API_KEY must be set when CARRIER is easypost.'],
  [
    { CARRIER: 'easypost', EASYPOST_API_KEY: 'EZTKx' },
    'EASYPOST_WEBHOOK_SECRET must be set when CARRIER is easypost.',
  ],
  [{ ...easyPost, EASYPOST_API_KEY: 'sk_test' }, 'EASYPOST_API_KEY must be an API key of EasyPost: EZTK…'],
  [
    { ...easyPost, EASYPOST_API_KEY: 'EZAKx' },
    'EASYPOST_API_KEY must be a key of the test mode (EZTK…) when PROCESSOR is sandbox.',
  ],
  [
    { ...easyPost, EASYPOST_WEBHOOK_SECRET: 'short' },
    'EASYPOST_WEBHOOK_SECRET must be at least 32 random characters.',
  ],
  [{ ...easyPost, EASYPOST_API_BASE: 'easypost' }, 'EASYPOST_API_BASE must be an address such as'],
  [{ TAX: 'avalara' }, 'TAX must be one of file, stripe.'],
  [{ TAX: 'stripe' }, 'STRIPE_SECRET_KEY must be set when TAX is stripe.'],
  [
    { TAX: 'stripe', STRIPE_SECRET_KEY: 'sk_live_x' },
    'STRIPE_SECRET_KEY must be a key of the test mode when PROCESSOR is sandbox.',
  ],
  [
    { TAX: 'stripe', STRIPE_SECRET_KEY: 'rk_live_x' },
    'STRIPE_SECRET_KEY must be a key of the test mode when PROCESSOR is sandbox.',
  ],
  [{ TAX_TIMEOUT: '0' }, 'TAX_TIMEOUT must be a whole number from 1 to 30.'],
  [{ TAX_TIMEOUT: '31' }, 'TAX_TIMEOUT must be a whole number from 1 to 30.'],
  [{ TAX_CODE: 'food' }, 'TAX_CODE must be a tax code of Stripe such as txcd_99999999.'],
  [{ SMTP_URL: 'mail.example' }, 'SMTP_URL must be an address such as smtp://user:password@host:587.'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of debug, info, warn, error, silent.'],
  [{ ENUMERATION: 'no' }, 'ENUMERATION must be one of show, hide.'],
  [{ TRUST_PROXY: 'maybe' }, 'TRUST_PROXY must be false, a number of proxies or a list of addresses.'],
  [
    { TRUST_PROXY: 'true' },
    'TRUST_PROXY must not be true, which trusts any address that a client sends; set the number of proxies',
  ],
  [{ DEV_TOOLS: 'yes' }, 'DEV_TOOLS must be one of local, open.'],
  [{ COUNTRY_HEADER: 'a b' }, 'COUNTRY_HEADER must be the name of a header.'],
  [{ GOOGLE_CLIENT_ID: 'id' }, 'GOOGLE_CLIENT_SECRET must be set together with GOOGLE_CLIENT_ID.'],
  [{ PORT: 'x', LOG_LEVEL: 'y' }, 'PORT must be a whole number from 0 to 65535. LOG_LEVEL must be one of'],
])('%j is refused with a sentence', (environment, message) => {
  expect(() => parseSettings(environment)).toThrow(message)
})

test('an error about a secret does not contain the secret', () => {
  const refuse = () => parseSettings({ SECRET: 'hunter2' })
  expect(refuse).toThrow('SECRET must be at least 32 random characters.')
  expect(refuse).not.toThrow('hunter2')
})
