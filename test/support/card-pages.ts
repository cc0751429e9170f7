import { z } from 'zod'
import { developmentKeys } from '../../sandbox-processor/settings.ts'
import { testCardNamed, type TestCardName } from '../../sandbox-processor/test-cards.ts'

/** A charge as the processor knows it. */
export interface ProcessorCharge {
  readonly key: string
  readonly state: string
  readonly cents: number
  /** Cents that went back. */
  readonly refunded: number
  readonly customer: string | null
  readonly card: string
}

const Charges = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      idempotency_key: z.string(),
      state: z.string(),
      amount: z.number(),
      refunded: z.number(),
      customer: z.string().nullable(),
      card: z.object({ last4: z.string() }),
    }),
  ),
  has_more: z.boolean(),
})

const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  redirect: 'manual',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})

const locationOf = (response: Response): URL => {
  const location = response.headers.get('location')
  if (location === null) throw new Error(`the processor answered ${response.status} and leads nowhere`)
  return new URL(location)
}

/** Every charge of the processor's records, oldest first; `page` returns the JSON of those after an id. */
export const readProcessorRecords = async (
  page: (after: string) => Promise<string>,
): Promise<ProcessorCharge[]> => {
  const found: ProcessorCharge[] = []
  for (let after = ''; ;) {
    const { data, has_more: hasMore } = Charges.parse(JSON.parse(await page(after)))
    for (const { idempotency_key: key, state, amount: cents, refunded, customer, card } of data) {
      found.push({ key, state, cents, refunded, customer, card: card.last4 })
    }
    if (!hasMore) return found
    after = data.at(-1)?.id ?? ''
  }
}

/** The year in which a test card expires: it is ahead of the machine's time, whenever the tests run, and of their shops'. */
export const cardYear = new Date().getFullYear() + 20

/** The same with the month, as it is typed. */
export const cardExpiry = `12 / ${cardYear % 100}`

/** The processor as the buyer's browser and its own records see it. */
export const cardPages = (processorUrl: string, shopUrl: string) => ({
  /** Types a test card on the processor's own page; the token that it comes back with. */
  tokenFor: async (cardName: TestCardName): Promise<string> => {
    const { number, brand } = testCardNamed(cardName)
    const typed = {
      number,
      expiry: cardExpiry,
      code: brand === 'amex' ? '1234' : '123',
      return_url: `${shopUrl}/checkout/card`,
    }
    const back = locationOf(await fetch(`${processorUrl}/card`, form(typed)))
    return back.searchParams.get('card_token') ?? ''
  },
  /** Confirms a sum with a test card in the Sandbox Wallet; the token that pays only that. */
  walletTokenFor: async (cardName: TestCardName, amount: number, currency = 'USD'): Promise<string> => {
    const body = { key: developmentKeys.publicKey, card: cardName, amount, currency }
    const reply = await fetch(`${processorUrl}/v1/wallet-tokens`, {
      method: 'POST',
      headers: { origin: new URL(processorUrl).origin, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return z.object({ token: z.string() }).parse(await reply.json()).token
  },
  /** Answers the bank's question; the address of the shop that the buyer comes back to. */
  answerChallenge: async (challengeUrl: string, answer: 'approve' | 'refuse'): Promise<URL> =>
    locationOf(await fetch(challengeUrl, form({ answer }))),
  /** Every charge in the processor's records, oldest first. */
  charges: (): Promise<ProcessorCharge[]> =>
    readProcessorRecords(async (after) => {
      const search = new URLSearchParams(after === '' ? {} : { after })
      const headers = { authorization: `Bearer ${developmentKeys.secretKey}` }
      return (await fetch(`${processorUrl}/v1/charges?${search}`, { headers })).text()
    }),
})

export type CardPages = ReturnType<typeof cardPages>
