import type { FeeRule } from './balance.ts'
import { wholeNumber, type Environment } from '../sandbox-base/variables.ts'

/** How the sandbox runs; every value has a default that fits `npm start` on one machine. */
export interface SandboxSettings {
  readonly host: string
  readonly port: number
  /** Where browsers reach it, without a trailing slash; null means localhost and the port it got. */
  readonly publicUrl: string | null
  readonly dataFile: string
  readonly secretKey: string
  readonly publicKey: string
  readonly webhookSecret: string
  /** Origins that may frame the card field and be returned to; the first one is the shop's own. */
  readonly shopOrigins: readonly string[]
  readonly webhookUrl: string | null
  readonly slowMs: number
  readonly hangMs: number
  readonly fee: FeeRule
}

/** Keys of development: known to everybody, so they open nothing but a sandbox. */
export const developmentKeys = {
  secretKey: 'sandbox_secret_development',
  publicKey: 'sandbox_public_development',
  webhookSecret: 'sandbox_webhook_development',
} as const

/** The header with the signature of a webhook. */
export const signatureHeader = 'sandbox-signature'

const originOf = (text: string): string => {
  if (!URL.canParse(text)) throw new Error(`SHOP_URL and SHOP_ORIGIN must be addresses, not "${text}".`)
  return new URL(text).origin
}

/** Reads the environment once; throws an Error with one sentence for a value that makes no sense. */
export const readSettings = (environment: Environment): SandboxSettings => {
  const shop = environment['SHOP_ORIGIN'] || environment['SHOP_URL'] || 'http://localhost:3000'
  const origins = shop.split(/[\s,]+/).filter((text) => text !== '')
  return {
    host: environment['SANDBOX_HOST'] || '127.0.0.1',
    port: wholeNumber(environment, 'SANDBOX_PORT', 3001),
    publicUrl: environment['SANDBOX_URL']?.replace(/\/$/, '') || null,
    dataFile: environment['SANDBOX_DATA'] || '.data/sandbox-processor.sqlite',
    secretKey: environment['SANDBOX_SECRET_KEY'] || developmentKeys.secretKey,
    publicKey: environment['SANDBOX_PUBLIC_KEY'] || developmentKeys.publicKey,
    webhookSecret: environment['SANDBOX_WEBHOOK_SECRET'] || developmentKeys.webhookSecret,
    shopOrigins: [...new Set(origins.map(originOf))],
    webhookUrl: environment['WEBHOOK_URL'] || null,
    slowMs: wholeNumber(environment, 'SANDBOX_SLOW_MS', 3_000),
    hangMs: wholeNumber(environment, 'SANDBOX_HANG_MS', 30_000),
    // Hundredths of a percent, so that it is a whole number.
    fee: {
      percent: wholeNumber(environment, 'SANDBOX_FEE_BASIS_POINTS', 290) / 100,
      fixedCents: wholeNumber(environment, 'SANDBOX_FEE_FIXED_CENTS', 30),
    },
  }
}
