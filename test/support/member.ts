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

/** Sets the password by the newest link in somebody's mail, which also signs them in. */
const signInByMail = async (shop: ShopUnderTest, visitor: Visitor): Promise<void> => {
  const links = (await shop.mails(visitor.email)).flatMap(({ text }) => [
    .../\/set-password\?token=([\w-]+)/g[Symbol.matchAll](text),
  ])
  const token = links.at(-1)?.[1]
  if (token === undefined) throw new Error(`no link to set a password was mailed to ${visitor.email}`)
  await visitor.client.call(setPassword, { token, password })
}

/** A visitor who has bought something and signs in. */
export const asMember = async (shop: ShopUnderTest, visitor: Visitor) => {
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
    return (await client.call(listOrders, {})).orders.toReversed()
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
      expect(charged).toEqual(mine.map(({ total, credit }) => [parsePrice(total) - parsePrice(credit)]))
      return mine.map(({ placed_at: at, total }) => ({ on: dayOf(at), cents: parsePrice(total) }))
    },
  }
}

export type Member = Awaited<ReturnType<typeof asMember>>

const plans: Readonly<Record<string, string>> = {
  'monthly refill': 'syn-rf',
  '3-month refill': 'syn-rf-3mo',
  '6-month refill': 'syn-rf-6mo',
  'monthly kit': 'syn-wk',
  '3-month kit': 'syn-wk-3mo',
  '6-month kit': 'syn-wk-6mo',
  'vaginal refill': 'vs-rf',
  'pediatric kit': 'pds-wk',
}

const monthNames = [
  'January', 'February', 'March', 'April', 'May', 'June', 'July',
  'August', 'September', 'October', 'November', 'December',
] // prettier-ignore

/** `31 January` → the next such day of the shop's calendar, as ISO date. */
const nextDay = (today: string, words: string): string => {
  const [day = '', month = ''] = words.split(' ')
  const now = Temporal.PlainDate.from(today)
  const wanted = now.with({ month: monthNames.indexOf(month) + 1, day: Number(day) }, { overflow: 'reject' })
  return (Temporal.PlainDate.compare(wanted, now) < 0 ? wanted.add({ years: 1 }) : wanted).toString()
}

const sentence = /^with an? (.+?)(?: from (\d+ \w+))?(?: paid by the card "([\w-]+)")?(?: in (\w+))?$/

const isPlace = (place: string | undefined): place is NonNullable<Checkout['place']> => place !== undefined

/** `with a monthly refill from 31 January [paid by the card "no-funds"] [in california]`. */
export const memberWith = async (shop: ShopUnderTest, traits: string): Promise<Member> => {
  const [, plan = '', from, card, place] = sentence.exec(traits) ?? []
  const code = plans[plan]
  if (code === undefined) throw new Error(`nobody knows a member ${traits}`)
  if (from !== undefined) {
    const day = nextDay(await shop.today(), from)
    if (day !== (await shop.today())) await shop.travelTo(day)
  }
  const visitor = newVisitor(shop)
  await visitor.add(code)
  const bought = await visitor.checkout({
    ...(card === undefined ? {} : { card }),
    ...(isPlace(place) ? { place } : {}),
  })
  if (bought.status !== 'ordered') throw new Error(`the purchase is ${bought.status}`)
  return asMember(shop, visitor)
}
