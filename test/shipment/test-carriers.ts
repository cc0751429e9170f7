import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '#platform/log.ts'
import { createOutgoing, OutgoingFailure } from '#platform/outgoing.ts'
import type { Outgoing } from '#platform/outgoing.ts'
import { loadDataFile } from '#content/server/data-files.ts'
import { ShippingPolicy } from '#shipment/rules/shipping-policy.ts'
import type { CarrierPort, LabelRequest } from '#shipment/server/carrier.ts'
import { createEasyPost } from '#shipment/server/easypost-carrier.ts'
import { createSandboxCarrier } from '#shipment/server/sandbox-carrier.ts'
import { realMachine } from '../../sandbox-base/machine.ts'
import { startCarrier } from '../../sandbox-carrier/carrier.ts'
import { carrierKeys, readSettings } from '../../sandbox-carrier/settings.ts'
import { startEasyPost } from '../easypost/start-easypost.ts'
import { adaptersOf } from '../contracts/adapters.ts'
import { carrierLabels } from '../support/carrier-labels.ts'
import { places } from '../support/places.ts'

/** The network loses the answer to the next request like this, after it was carried out or before. */
export type LoseNext = (call: RegExp, when: 'after' | 'before') => void

/** A carrier of either kind, running, with its own side controlled by the test. */
export interface TestCarrier {
  readonly port: CarrierPort
  /** The request that pays for a label. */
  readonly paying: RegExp
  readonly loseNext: LoseNext
  /** Of labels that are paid for and not void, by the key's order. */
  readonly sold: (request: LabelRequest) => Promise<number>
  /** It has the package. */
  readonly takePackage: (tracking: string, labelId: string) => Promise<void>
  /** An address to which it sells no label. */
  readonly refused: LabelRequest['to']
  /** It does not answer any more. */
  readonly stop: () => Promise<void>
  readonly close: () => Promise<void>
}

const log = createLog('silent')

/** The real network, with faults. */
const lossyNetwork = (): { readonly outgoing: Outgoing; readonly loseNext: LoseNext } => {
  const network = createOutgoing()
  const planned: { readonly call: RegExp; readonly when: 'after' | 'before' }[] = []
  const take = (call: string) => {
    const at = planned.findIndex((one) => one.call.test(call))
    return at === -1 ? null : (planned.splice(at, 1)[0]?.when ?? null)
  }
  return {
    outgoing: {
      request: async (request) => {
        const when = take(`${request.method} ${new URL(request.url).pathname}`)
        if (when === 'before') throw new OutgoingFailure('timeout')
        const reply = await network.request(request)
        if (when === 'after') throw new OutgoingFailure('timeout')
        return reply
      },
    },
    loseNext: (call, when) => void planned.push({ call, when }),
  }
}

const openSandbox = async (): Promise<TestCarrier> => {
  const folder = await mkdtemp(join(tmpdir(), 'loam-carrier-'))
  const settings = readSettings({ CARRIER_PORT: '0', CARRIER_DATA: join(folder, 'carrier.sqlite') })
  const sandbox = await startCarrier(settings, realMachine, null)
  const { outgoing, loseNext } = lossyNetwork()
  const secretKey = carrierKeys.secretKey
  const { from: warehouse } = await shippingPolicy()
  const port = createSandboxCarrier({ apiUrl: sandbox.url, secretKey, warehouse, outgoing, log })
  let isRunning = true
  const stop = async (): Promise<void> => {
    if (isRunning) await sandbox.stop()
    isRunning = false
  }
  return {
    port,
    paying: /^POST \/v1\/labels$/,
    loseNext,
    sold: async ({ reference }) =>
      (await carrierLabels(sandbox.url)).filter(
        (label) => label.reference === reference && label.state !== 'voided',
      ).length,
    takePackage: async (_tracking, labelId) => void (await port.handOver([labelId], Temporal.Now.instant())),
    refused: { ...places.oregon, company: 'UNKNOWN' },
    stop,
    close: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const apiKey = 'EZTKcontract'

/** The shop's own file of services and addresses. */
const shippingPolicy = (): Promise<ShippingPolicy> =>
  loadDataFile(join(import.meta.dirname, '../../content/shipping.json'), ShippingPolicy)

/** EasyPost's adapter with the stand-in of EasyPost's API. */
export const openEasyPost = async () => {
  const standIn = await startEasyPost({ apiKey, webhookSecret: 'the secret of the contract' })
  const { outgoing, loseNext } = lossyNetwork()
  const policy = await shippingPolicy()
  const port = createEasyPost({ apiBase: standIn.url, apiKey, policy, outgoing, log })
  const carrier: TestCarrier = {
    port,
    paying: /^POST \/v2\/shipments\/\w+\/buy$/,
    loseNext,
    sold: ({ key }) =>
      Promise.resolve(
        standIn.bought().filter((one) => one.reference === key && one.refund_status === null).length,
      ),
    takePackage: async (tracking) => void standIn.scan(tracking, { status: 'in_transit' }),
    refused: { ...places.oregon, address: '1 Nowhere Road' },
    stop: standIn.close,
    close: standIn.close,
  }
  return { ...carrier, standIn, outgoing, policy }
}

/** Every carrier that implements the contract, or the one that `npm run contract` names. */
export const testCarriers = await adaptersOf<() => Promise<TestCarrier>>('carrier', [
  { name: 'sandbox', open: openSandbox },
  { name: 'easypost', open: openEasyPost },
])

let lastKey = 0

/** A label for two months of a product, under a key of its own. */
export const labelRequest = (but: Partial<LabelRequest> = {}): LabelRequest => {
  lastKey += 1
  return {
    key: `key-${lastKey}`,
    shippingMethod: 'free_shipping',
    weightGrams: 400,
    reference: `L${lastKey}`,
    to: places.oregon,
    isReturn: false,
    contents: [{ name: 'Daily synbiotic', quantity: 2, valueCents: 9_998, grams: 280 }],
    currency: 'USD',
    at: Temporal.Now.instant(),
    ...but,
  }
}
