import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { createPartnerClient, PartnerApiError } from '../../clients/typescript/partner-client.ts'
import { readWebhook } from '../../clients/typescript/webhook.ts'

interface WarehouseOptions {
  readonly shopUrl: string
  readonly key: string
  /** One, or two while the shop changes it. */
  readonly secrets: readonly string[]
  readonly port: number
  readonly log: (line: string) => void
}

const maxBytes = 100_000

const readBody = async (request: IncomingMessage): Promise<string | null> => {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request) {
    const bytes = Buffer.from(part)
    length += bytes.length
    if (length > maxBytes) return null
    parts.push(bytes)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** What a warehouse does with an order: here a number is made up; yours asks your carrier for a label. */
const packAndLabel = (shipmentId: string): { readonly carrier: 'ups'; readonly tracking: string } => ({
  carrier: 'ups',
  tracking: `1Z${shipmentId.replaceAll('-', '').slice(-16).toUpperCase()}`,
})

/** Ships everything of an order that waits; done before, it changes nothing. */
const createShipping =
  ({ shopUrl, key, log }: WarehouseOptions) =>
  async (number: string): Promise<void> => {
    const shop = createPartnerClient({ shopUrl, key })
    const order = await shop.read('viewPartnerOrder', { number })
    const waiting = order.shipments.filter(({ state }) => state === 'pending' || state === 'packed')
    if (order.is_held || waiting.length === 0) return log(`${number}: nothing to ship`)
    const { shipments } = await shop.read('viewPartnerAddresses', { number })
    for (const { id, address } of shipments) {
      const label = packAndLabel(id)
      // The name of the shipment: sent again after a crash, it is the same request.
      await shop.write('shipPartnerOrder', { number, ...label }, `ship-${id}`)
      log(`${number}: shipped to ${address.city} with ${label.tracking}`)
    }
  }

/** Takes every order that is to be shipped now, page by page. */
const catchUp = async ({ shopUrl, key }: WarehouseOptions, add: (number: string) => void): Promise<void> => {
  const shop = createPartnerClient({ shopUrl, key })
  for (let after: string | undefined; ;) {
    const { orders, next } = await shop.read('listPartnerOrders', { state: 'to-ship', after })
    for (const { number } of orders) add(number)
    if (next === null) return
    after = next
  }
}

/**
 * A warehouse that ships for the shop: it takes webhooks, answers at once, and works them off one after the other. What it
 * missed while it was off, it finds in the shop's list of orders to ship.
 */
export const startWarehouse = async (options: WarehouseOptions) => {
  const { secrets, port, log } = options
  const ship = createShipping(options)
  let last: Promise<void> = Promise.resolve()
  const seen = new Set<string>()
  const add = (number: string): void => {
    last = last
      .then(() => ship(number))
      .catch((thrown: unknown) => {
        log(`${number}: ${thrown instanceof PartnerApiError ? thrown.message : String(thrown)}`)
      })
  }
  const receive = (request: IncomingMessage, body: string): number => {
    const message = readWebhook({ headers: request.headers, body }, secrets, Date.now())
    if (message === null) return 401
    // The same message may come twice.
    if (seen.has(message.id)) return 200
    seen.add(message.id)
    const { event } = message
    if (event.type === 'order.created') add(event.data.number)
    return 200
  }
  const server = createServer((request, response) => {
    void readBody(request).then(
      (body) => response.writeHead(body === null ? 413 : receive(request, body)).end(),
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  await catchUp(options, add)
  return {
    /** Resolves when everything that it knows of is shipped. */
    idle: () => last,
    close: () => void server.close(),
  }
}
