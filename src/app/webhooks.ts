import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readFraudWarning } from '#dispute/server/fraud-warnings.ts'
import { readDispute } from '#dispute/server/read-dispute.ts'
import { receiveMailEvent } from '#newsletter/endpoints.ts'
import { readMailWebhook, recordDeliveryReport } from '#newsletter/server/suppressions.ts'
import { recordCarrierEvent } from '#order/server/orders.ts'
import { receiveProcessorWebhook } from '#payment/endpoints.ts'
import { readBalance } from '#payment/payout/server/payouts.ts'
import { receiveWebhook } from '#payment/server/settlement.ts'
import type { ProcessorReport } from '#payment/server/settlement.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { Clock } from '#platform/clock.ts'
import { followRefunds } from '#refund/server/dashboard-refunds.ts'
import { recordReturnScan } from '#return/server/returns.ts'
import { ShopError } from '#shared/errors.ts'
import { unreadableText } from '#shared/plain-text.ts'
import { receiveCarrierEvent } from '#shipment/endpoints.ts'
import type { CarrierReport } from '#shipment/server/carrier.ts'
import { readCarrierWebhook } from '#shipment/server/carrier-webhook.ts'
import { readEasyPostWebhook } from '#shipment/server/easypost-webhook.ts'
import { carrierKeys } from '../../sandbox-carrier/settings.ts'
import type { Settings } from './config.ts'
import { finishChargeWith } from './due-steps.ts'
import type { Shop } from './shop.ts'
import type { ShopInfrastructure, ShopServices } from './shop-services.ts'

/** Takes a webhook of the card processor, and returns whether its signature holds. */
export type TakeWebhook = (request: Parameters<typeof receiveWebhook>[2]) => ReturnType<typeof receiveWebhook>

/** A webhook as it arrived. */
interface CarrierWebhook {
  readonly carrier: string
  readonly headers: FastifyRequest['headers']
  readonly rawBody: string
}

/** Takes a webhook; throws FORBIDDEN, VALIDATION_ERROR, and NOT_FOUND for an unknown number that may become known. */
export type TakeCarrierWebhook = (webhook: CarrierWebhook) => Promise<void>

/** The secret with which a carrier signs; null for one whose webhooks are not taken. */
type CarrierSecret = (carrier: string) => string | null

/** What a carrier says of a shipment, or of the package of a return. NOT_FOUND for an unknown number. */
const recordReport = async (deps: AppDeps, carrier: string, report: CarrierReport): Promise<void> => {
  if (await recordReturnScan(deps, { carrier, ...report })) return
  await recordCarrierEvent(deps, { carrier, source: 'carrier', ...report })
}

/** EasyPost stops sending to a shop that keeps refusing, and reports what others of its account ship, too. */
const recordOfEasyPost = async (deps: AppDeps, report: CarrierReport): Promise<void> => {
  try {
    await recordReport(deps, 'easypost', report)
  } catch (thrown) {
    if (!(thrown instanceof ShopError) || thrown.code !== 'NOT_FOUND') throw thrown
    deps.log.info({ event: report.externalId }, 'EasyPost reports a shipment that is not of this shop')
  }
}

/** Takes carriers' webhooks that are signed with their secret, by the machine's time; none without a secret. */
const carrierWebhooks =
  (deps: AppDeps, secretOf: CarrierSecret, machineClock: Clock): TakeCarrierWebhook =>
  async ({ carrier, headers, rawBody }) => {
    const secret = secretOf(carrier)
    if (secret === null) throw new ShopError('FORBIDDEN')
    if (carrier === 'easypost') {
      const reports = readEasyPostWebhook(secret, headers['x-hmac-signature'], rawBody)
      for (const report of reports) await recordOfEasyPost(deps, report)
      return
    }
    const check = { carrier, secret, now: machineClock.now() }
    await recordReport(deps, carrier, readCarrierWebhook(check, headers['shipment-signature'], rawBody))
  }

/** The sandbox carrier signs with a secret that everybody knows, so that it speaks to a sandbox shop only. */
const carrierSecretOf =
  ({ carrier, carrierWebhookSecret }: Settings): CarrierSecret =>
  (code) => {
    if (code === 'easypost') return carrier.kind === 'easypost' ? carrier.webhookSecret : null
    if (code !== 'sandbox') return carrierWebhookSecret
    return carrier.kind === 'sandbox' ? carrierKeys.webhookSecret : null
  }

/** Handlers of webhooks about objects that the payment module does not know. */
const followReport = (services: ShopServices, report: ProcessorReport): Promise<void> => {
  switch (report.kind) {
    case 'dispute':
      return readDispute(services, report.dispute)
    case 'refunds':
      return followRefunds(services, report.charge)
    case 'fraud-warning':
      return readFraudWarning(services, report.warning)
    case 'payouts':
      return readBalance(services)
    default:
      return report satisfies never
  }
}

/** What takes the webhooks of processor and carriers. */
export const createWebhooks = (
  services: ShopServices,
  { settings, machineClock }: Pick<ShopInfrastructure, 'settings' | 'machineClock'>,
): {
  readonly takeWebhook: TakeWebhook
  readonly takeCarrierWebhook: TakeCarrierWebhook
  readonly takeMailWebhook: TakeMailWebhook
} => ({
  takeMailWebhook: mailWebhooks(services.deps, settings.mailWebhookKeys, machineClock),
  takeWebhook: (request) =>
    receiveWebhook(services, finishChargeWith(services), request, (report) => followReport(services, report)),
  takeCarrierWebhook: carrierWebhooks(services.deps, carrierSecretOf(settings), machineClock),
})

/** What mail services report, signed with their key, by the machine's time. FORBIDDEN and VALIDATION_ERROR. */
export type TakeMailWebhook = (webhook: {
  readonly provider: string
  readonly headers: FastifyRequest['headers']
  readonly rawBody: string
}) => Promise<void>

const mailWebhooks =
  (deps: AppDeps, keys: Settings['mailWebhookKeys'], machineClock: Clock): TakeMailWebhook =>
  async (webhook) => {
    for (const report of readMailWebhook(keys, { ...webhook, now: machineClock.now() }))
      await recordDeliveryReport(deps, report, webhook.provider)
  }

/** The endpoint; in a scope in which bodies are read unchanged. */
const registerCarrierWebhook = (
  machine: FastifyInstance,
  { takeCarrierWebhook, deps }: { readonly takeCarrierWebhook: TakeCarrierWebhook; readonly deps: AppDeps },
): void => {
  machine.post('/api/shipment/webhook/:carrier', async (request) => {
    const params = z.safeParse(receiveCarrierEvent.payload, request.params)
    const rawBody = typeof request.body === 'string' ? request.body : ''
    try {
      if (!params.success || unreadableText(params.data) !== null) throw new ShopError('FORBIDDEN')
      await takeCarrierWebhook({ ...params.data, headers: request.headers, rawBody })
    } catch (thrown) {
      if (thrown instanceof ShopError && thrown.code === 'FORBIDDEN')
        deps.log.warn({ requestId: request.id, security: 'webhook' }, 'a webhook of a carrier was refused')
      throw thrown
    }
    return z.parse(receiveCarrierEvent.reply, { received: true })
  })
}

const registerMailWebhook = (
  machine: FastifyInstance,
  { takeMailWebhook, deps }: { readonly takeMailWebhook: TakeMailWebhook; readonly deps: AppDeps },
): void => {
  machine.post('/api/newsletter/webhook/:provider', async (request) => {
    const params = z.safeParse(receiveMailEvent.payload, request.params)
    const rawBody = typeof request.body === 'string' ? request.body : ''
    try {
      if (!params.success) throw new ShopError('FORBIDDEN')
      await takeMailWebhook({ ...params.data, headers: request.headers, rawBody })
    } catch (thrown) {
      if (thrown instanceof ShopError && thrown.code === 'FORBIDDEN')
        deps.log.warn(
          { requestId: request.id, security: 'webhook' },
          'a webhook of a mail service was refused',
        )
      throw thrown
    }
    return z.parse(receiveMailEvent.reply, { received: true })
  })
}

/** Endpoints that machines use and sign; they have no handler in the table, because their bodies are read unchanged. */
export const machineEndpoints = [receiveProcessorWebhook, receiveCarrierEvent, receiveMailEvent] as const

/** Paths whose requests are signed by machines; the browser's origin is not checked. */
export const machinePaths = ['/api/payment/webhook/', '/api/shipment/webhook/', '/api/newsletter/webhook/']

/** The webhooks of processor and carriers: the signature covers the bytes, so the body is read unchanged. */
export const registerWebhook = async (
  app: FastifyInstance,
  shop: Pick<Shop, 'takeWebhook' | 'takeCarrierWebhook' | 'takeMailWebhook' | 'deps'>,
): Promise<void> => {
  const { takeWebhook, deps } = shop
  await app.register(async (machine) => {
    machine.removeAllContentTypeParsers()
    machine.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    registerCarrierWebhook(machine, shop)
    registerMailWebhook(machine, shop)
    machine.post('/api/payment/webhook/:processor', async (request) => {
      const params = z.safeParse(receiveProcessorWebhook.payload, request.params)
      const rawBody = typeof request.body === 'string' ? request.body : ''
      const result = params.success
        ? await takeWebhook({ ...params.data, headers: request.headers, rawBody })
        : 'refused'
      if (result === 'refused') {
        deps.log.warn({ requestId: request.id, security: 'webhook' }, 'a webhook was refused')
        throw new ShopError('FORBIDDEN')
      }
      return z.parse(receiveProcessorWebhook.reply, { received: true })
    })
  })
}
