import { wholeNumber, type Environment } from '../sandbox-base/variables.ts'
import { testWords, type TestWord } from './test-words.ts'

/** How the sandbox carrier runs; every value has a default that fits `npm start` on one machine. */
export interface CarrierSettings {
  readonly host: string
  readonly port: number
  /** Where browsers reach it, without a trailing slash; null means localhost and the port it got. */
  readonly publicUrl: string | null
  readonly dataFile: string
  readonly secretKey: string
  readonly webhookSecret: string
  readonly webhookUrl: string | null
  /** In which its days begin. */
  readonly timeZone: string
  /** What happens to packages whose address names nothing; null for nothing unusual. */
  readonly testWord: TestWord | null
  /** How long an answer is withheld. */
  readonly hangMs: number
}

/** Keys of development: known to everybody, so they open nothing but a sandbox. */
export const carrierKeys = {
  secretKey: 'carrier_secret_development',
  webhookSecret: 'carrier_webhook_development',
} as const

/** The name of this carrier in the address of its webhooks, which it signs. */
export const carrierName = 'sandbox'

/** The header with the signature of a webhook. */
export const signatureHeader = 'shipment-signature'

const testWordOf = (text: string): TestWord | null => {
  if (text === '') return null
  const found = testWords.find(({ word }) => word === text)
  if (!found) throw new Error(`CARRIER_TEST_WORD must be one of the test words, not "${text}".`)
  return found
}

/** Reads the environment once; throws an Error with one sentence for a value that makes no sense. */
export const readSettings = (environment: Environment): CarrierSettings => ({
  host: environment['CARRIER_HOST'] || '127.0.0.1',
  port: wholeNumber(environment, 'CARRIER_PORT', 3002),
  publicUrl: environment['CARRIER_URL']?.replace(/\/$/, '') || null,
  dataFile: environment['CARRIER_DATA'] || '.data/sandbox-carrier.sqlite',
  secretKey: carrierKeys.secretKey,
  webhookSecret: carrierKeys.webhookSecret,
  webhookUrl: environment['CARRIER_WEBHOOK_URL'] || null,
  timeZone: environment['CARRIER_TIME_ZONE'] || 'America/New_York',
  testWord: testWordOf(environment['CARRIER_TEST_WORD'] ?? ''),
  hangMs: wholeNumber(environment, 'CARRIER_HANG_MS', 30_000),
})
