import { Agent, request } from 'node:http'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { addCartItem } from '#cart/endpoints.ts'
import { previewPurchase, purchase } from '#checkout/endpoints.ts'
import { brand } from '#shared/brand.ts'
import { developmentKeys } from '../sandbox-processor/settings.ts'
import { testCardNamed } from '../sandbox-processor/test-cards.ts'

const address = {
  firstName: 'Mara',
  lastName: 'Ito',
  address: '1 Alder Way',
  unit: '',
  phone: '',
  company: '',
  city: 'Portland',
  region: 'OR',
  zip: '97201',
  country: 'US',
}

interface Reply {
  readonly cookies: readonly string[]
  readonly body: unknown
}

let buyers = 0

/** Each buyer comes from a network of their own, as the proxy in front of a shop names it. */
const ownNetwork = (): string => {
  buyers += 1
  return `10.${(buyers >> 16) & 255}.${(buyers >> 8) & 255}.${buyers & 255}`
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

const readReply = async (url: string, sent: ClientRequest): Promise<Reply> => {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject)
  })
  const bodyText = await text(response)
  if (response.statusCode !== 200)
    throw new Error(`${url} answered ${response.statusCode}: ${bodyText.slice(0, 300)}`)
  return { cookies: response.headers['set-cookie'] ?? [], body: JSON.parse(bodyText) }
}

const post = (url: string, payload: object, headers: Record<string, string> = {}): Promise<Reply> => {
  const body = JSON.stringify(payload)
  const length = Buffer.byteLength(body)
  const sent = request(url, {
    agent,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': length, ...headers },
  })
  const answered = readReply(url, sent)
  sent.end(body)
  return answered
}

const Token = z.object({ token: z.string() })

/** A token as the processor's card field would make it in the buyer's browser. */
export const cardToken = async (sandboxUrl: string): Promise<string> => {
  const { number } = testCardNamed('approve')
  const expiry = `12/${new Date().getFullYear() + 10}`
  const card = { key: developmentKeys.publicKey, number, expiry, code: '123' }
  return Token.parse((await post(`${sandboxUrl}/v1/tokens`, card, { origin: sandboxUrl })).body).token
}

const Totals = z.object({ total: z.string(), shipping: z.object({ method_code: z.string() }) })
const Bought = z.object({ status: z.literal('ordered'), checkout_id: z.string() })

/** Who buys, with which card, and which plans, one of each. */
interface GuestPurchase {
  readonly email: string
  readonly token: string
  readonly plans: readonly string[]
}

const cartCookie = ({ cookies }: Reply): string =>
  cookies
    .map((one) => one.split(';')[0] ?? '')
    .filter((one) => one.startsWith(`${brand.keys.cartIdCookie}=`))
    .join('; ')

/** A whole guest checkout over HTTP: items into a new cart, preview, purchase. Resolves with the checkout's id. */
export const buyAsGuest = async (
  shopUrl: string,
  { email, token, plans }: GuestPurchase,
): Promise<string> => {
  const headers: Record<string, string> = { 'x-forwarded-for': ownNetwork() }
  for (const code of plans) {
    const added = await post(`${shopUrl}${addCartItem.path}`, { code, quantity: 1 }, headers)
    headers['cookie'] ??= cartCookie(added)
  }
  const { country, region, zip } = address
  const previewed = await post(`${shopUrl}${previewPurchase.path}`, { country, region, zip }, headers)
  const totals = Totals.parse(previewed.body)
  const payload = {
    request_id: `bench-${email}`,
    email,
    address,
    shipping: { method_code: totals.shipping.method_code },
    total: totals.total,
    card: { token },
  }
  const bought = await post(`${shopUrl}${purchase.path}`, payload, headers)
  return Bought.parse(bought.body).checkout_id
}

/** Requests a page as a member's browser does; throws unless it is answered 200. */
export const visitAsMember = async (url: string, cookie: string): Promise<void> => {
  const headers = {
    cookie,
    accept: 'text/html',
    'accept-encoding': 'gzip, deflate, br, zstd',
    'sec-fetch-site': 'same-origin',
  }
  const sent = request(url, { agent, headers })
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject).end()
  })
  await text(response)
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`)
}
