import { expect } from 'vitest'
import { login, setPassword, viewUser } from '#account/endpoints.ts'
import { proveByPassword } from '#account/proof-endpoints.ts'
import { listOrders, type Order } from '#order/endpoints.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { parsePrice } from '#shared/money.ts'
import { listSubscriptions, type Subscription } from '#subscription/endpoints.ts'
import { ApiError } from './api-client.ts'
import type { ShopUnderTest } from './shop-under-test.ts'
import { newVisitor, type Checkout, type Visitor } from './visitor.ts'

export const password = 'a long walk in the woods'

const dayOf = (instant: string): string => dateIn(Temporal.Instant.from(instant), brand.timeZone).toString()

/** A shop, and what it mailed wherever that is. */
export interface MailedShop extends Omit<ShopUnderTest, 'mails'> {
  readonly mails: (to: string) => Promise<readonly { readonly text: string }[]>
}

/** Sets the password by the newest link in somebody's mail, which also signs them in. */
const signInByMail = async (shop: MailedShop, visitor: Visitor): Promise<void> => {
  const links = (await shop.mails(visitor.email)).flatMap(({ text }) => [
    .../\/set-password\?token=([\w-]+)/g[Symbol.matchAll](text),
  ])
  const token = links.at(-1)?.[1]
  if (token === undefined) throw new Error(`no link to set a password was mailed to ${visitor.email}`)
  await visitor.client.call(setPassword, { token, password })
}

/** A visitor who has bought something and signs in. */
export const asMember = async (shop: MailedShop, visitor: Visitor) => {
  await signInByMail(shop, visitor)
  const { client, email } = visitor
  /** Sessions end while the clock moves; then the member signs in again. */
  const signIn = async (): Promise<void> => {
    const signInError = await client.call(viewUser, {}).catch((thrown: unknown) => {
      if (thrown instanceof ApiError && thrown.code === 'UNAUTHENTICATED') return null
      throw thrown
    })
    if (signInError === null) await client.call(login, { email, password })
  }
  const orders = async (): Promise<Order[]> => {
    await signIn()
    const all: Order[] = []
    let after: string | undefined
    do {
      const part = await client.call(listOrders, { after, limit: 100 })
      all.unshift(...part.orders.toReversed())
      after = part.next ?? undefined
    } while (after !== undefined)
    return all
  }
  return {
    ...visitor,
    signIn,
    /** Oldest first. */
    orders,
    /** Shows once more that it is them, for what asks for a proof of the last ten minutes. */
    prove: async (): Promise<void> => {
      await signIn()
      await client.call(proveByPassword, { proof_password: password })
    },
    subscriptions: async (): Promise<Subscription[]> => {
      await signIn()
      return (await client.call(listSubscriptions, { include_renewal_preview: 'true' })).subscriptions
    },
    /** Every order with its day and sum, oldest first, after making sure that the processor took exactly that. */
    charges: async (): Promise<{ on: string; cents: number }[]> => {
      const mine = await orders()
      const keys = await shop.keysOf(mine.map(({ id }) => id))
      const processorRecords = (await shop.pages.charges()).filter(({ state }) => state === 'succeeded')
      const charged = keys.map((key) =>
        processorRecords.filter((charge) => charge.key === key).map(({ cents }) => cents),
      )
      expect(charged).toEqual(
        mine.map(({ total, credit, currency }) => [
          parsePrice(total, currency) - parsePrice(credit, currency),
        ]),
      )
      return mine.map(({ placed_at: at, total, currency }) => ({
        on: dayOf(at),
        cents: parsePrice(total, currency),
      }))
    },
  }
}

export type Member = Awaited<ReturnType<typeof asMember>>

/** Plans that people of scenarios buy, by their names in sentences. */
const planCodes = {
  'monthly refill': 'syn-rf',
  '3-month refill': 'syn-rf-3mo',
  '6-month refill': 'syn-rf-6mo',
  'monthly kit': 'syn-wk',
  'vaginal refill': 'vs-rf',
  'pediatric kit': 'pds-wk',
} as const

export type NamedPlan = keyof typeof planCodes

/** The purchase that makes somebody a member. */
export interface MemberOptions extends Pick<Checkout, 'card' | 'place'> {
  readonly plan: NamedPlan
  /** ISO date of the purchase, to which the shop's time moves first; today by default. */
  readonly boughtOn?: string
}

/** Somebody who has bought one plan, by default with a good card and to Oregon, and has signed in. */
export const newMember = async (
  shop: ShopUnderTest,
  { plan, boughtOn, ...checkout }: MemberOptions,
): Promise<Member> => {
  if (boughtOn !== undefined) await shop.travelTo(boughtOn)
  const visitor = newVisitor(shop)
  await visitor.add(planCodes[plan])
  const bought = await visitor.checkout(checkout)
  if (bought.status !== 'ordered') throw new Error(`the purchase is ${bought.status}`)
  return asMember(shop, visitor)
}
