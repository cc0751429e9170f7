import { z } from 'zod'
import { developmentKeys } from '../../sandbox-processor/settings.ts'
import { testCardNamed } from '../../sandbox-processor/test-cards.ts'

/** A charge as the processor knows it. */
export interface ProcessorCharge {
  readonly key: string
  readonly state: string
  readonly cents: number
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

/** The processor as the buyer's browser and its own books see it. */
export const cardPages = (processorUrl: string, shopUrl: string) => ({
  /** Types a test card on the processor's own page; the token that it comes back with. */
  tokenFor: async (cardName: string): Promise<string> => {
    const { number, brand } = testCardNamed(cardName)
    const typed = {
      number,
      expiry: `12/${new Date().getFullYear() + 20}`,
      code: brand === 'amex' ? '1234' : '123',
      return_url: `${shopUrl}/checkout/card`,
    }
    const back = locationOf(await fetch(`${processorUrl}/card`, form(typed)))
    return back.searchParams.get('card_token') ?? ''
  },
  /** Answers the bank's question; the address of the shop that the buyer comes back to. */
  answerChallenge: async (challengeUrl: string, answer: 'approve' | 'refuse'): Promise<URL> =>
    locationOf(await fetch(challengeUrl, form({ answer }))),
  /** Every charge that the processor has in its books, oldest first. */
  charges: async (): Promise<ProcessorCharge[]> => {
    const found: ProcessorCharge[] = []
    for (let after = ''; ;) {
      const response = await fetch(
        `${processorUrl}/v1/charges?${new URLSearchParams(after === '' ? {} : { after })}`,
        {
          headers: { authorization: `Bearer ${developmentKeys.secretKey}` },
        },
      )
      const page = Charges.parse(await response.json())
      for (const { idempotency_key: key, state, amount: cents, customer, card } of page.data) {
        found.push({ key, state, cents, customer, card: card.last4 })
      }
      if (!page.has_more) return found
      after = page.data.at(-1)?.id ?? ''
    }
  },
})

export type CardPages = ReturnType<typeof cardPages>
