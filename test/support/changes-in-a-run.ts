import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/schema.ts'
import type { ReplyOf } from '#shared/call.ts'
import * as changeCalls from '#subscription/change-calls.ts'
import type { ChangeReply } from '#subscription/change-calls.ts'
import { CallFailed, type Caller } from './caller.ts'
import { places } from './places.ts'
import type { TestShop } from './shop.ts'

/** What members do while a run is on its way; all of them count from the next order on. */
const acts = ['cancel', 'skip', 'pause', 'move', 'swap', 'quantity', 'address', 'card', 'add-on'] as const

export type Act = (typeof acts)[number]

export interface Asked {
  readonly id: string
  readonly act: Act
}

/** What a member did and was answered; null when it was refused as things were. */
export interface Acted extends Asked {
  readonly reply: ChangeReply | null
  readonly refusal: string | null
}

const newAddress = { ...places.oregon, address: '99 Quay Road' }

const send = (caller: Caller, { id, act }: Asked, movedTo: string, cardId: string): Promise<ChangeReply> => {
  switch (act) {
    case 'cancel':
      return caller.call(changeCalls.cancelSubscription, { id })
    case 'skip':
      return caller.call(changeCalls.skipNextOrder, { id })
    case 'pause':
      return caller.call(changeCalls.pauseSubscription, { id })
    case 'move':
      return caller.call(changeCalls.moveBillingDate, { subscription_id: id, update: movedTo })
    case 'swap':
      return caller.call(changeCalls.changeSubscription, {
        id,
        change: { action: 'swap', plan_code: 'vs-rf' },
      })
    case 'quantity':
      return caller.call(changeCalls.changeSubscription, {
        id,
        change: { action: 'change-quantity', quantity: 2 },
      })
    case 'address':
      return caller.call(changeCalls.changeShippingAddress, { subscription_id: id, address: newAddress })
    case 'card': {
      const change = { action: 'change-payment-method', payment_method_id: cardId } as const
      return caller.call(changeCalls.changeSubscription, { id, change })
    }
    case 'add-on':
      return caller.call(changeCalls.addOneTime, { id, plan_code: 'vs-rst' })
    default:
      return act satisfies never
  }
}

/** The next change that somebody asks for; null after the last one. */
type Next = () => Promise<Asked | null>

/**
 * So many changes, each of a subscription of its own: by turns of one that is being charged at this moment, and of one
 * against the order of the run, so that some are opened, some asked for and some billed when their change comes.
 */
export const changesOf = async (db: Kysely<Database>, count: number): Promise<Next> => {
  const rows = await db.selectFrom('subscription').select('id').orderBy('id', 'desc').execute()
  const left = new Set(rows.map(({ id }) => id))
  const charged = async (): Promise<string | undefined> => {
    const cycles = await db
      .selectFrom('billing_cycle')
      .select('subscription_id')
      .where('state', '=', 'charging')
      .where('asked_at', 'is not', null)
      .orderBy('asked_at', 'desc')
      .execute()
    return cycles.find(({ subscription_id: id }) => left.has(id))?.subscription_id
  }
  let position = 0
  return async () => {
    if (position === count) return null
    const act = acts[position % acts.length] ?? 'cancel'
    position += 1
    const found = position % 2 === 0 ? await charged() : undefined
    const id = found !== undefined && left.has(found) ? found : [...left][0]
    if (id === undefined) return null
    left.delete(id)
    return { id, act }
  }
}

/** Sends each, from one of the callers, in its turn; refusals of the catalogue are answers. */
export const actAll = async (
  callers: readonly Caller[],
  next: Next,
  { movedTo, cardId }: { readonly movedTo: string; readonly cardId: string },
): Promise<Acted[]> => {
  const acted: Acted[] = []
  const lane = async (caller: Caller): Promise<void> => {
    for (let one = await next(); one !== null; one = await next()) {
      try {
        acted.push({ ...one, reply: await send(caller, one, movedTo, cardId), refusal: null })
      } catch (thrown) {
        if (!(thrown instanceof CallFailed) || thrown.status >= 500) throw thrown
        acted.push({ ...one, reply: null, refusal: thrown.detail })
      }
    }
  }
  await Promise.all(callers.map(lane))
  return acted
}

const Paid = z.object({
  subscription_id: z.uuid(),
  cycle_id: z.uuid(),
  number: z.int(),
  key: z.string(),
  method: z.string().nullable(),
  quote: z.object({
    lines: z.array(z.object({ planCode: z.string(), quantity: z.int(), unitPriceCents: z.int() })),
    address: z.object({ address: z.string() }),
  }),
  order_state: z.string().nullable(),
})

/** Renewals that the processor's own books say were paid, with what the shop made of them. */
const paidRenewals = async (shop: TestShop) => {
  const taken = (await shop.pages.charges()).filter(({ state }) => state === 'succeeded')
  const sums = new Map(taken.map(({ key, cents, refunded }) => [key, { cents, refunded }]))
  const { rows } = await sql`select b.subscription_id, b.id as cycle_id, b.number, c.idempotency_key as key,
      c.request -> 'source' ->> 'processorMethod' as method, b.quote, o.state as order_state
    from charge c join billing_cycle b on b.id = c.purpose_id left join "order" o on o.charge_id = c.id
    where c.purpose = 'renewal'`.execute(shop.house.database.kysely)
  return rows.flatMap((row) => {
    const paid = Paid.parse(row)
    const sum = sums.get(paid.key)
    return sum ? [{ ...paid, ...sum }] : []
  })
}

type PaidRenewal = Awaited<ReturnType<typeof paidRenewals>>[number]

const Made = z.object({ nextCycle: z.int() })

/** The number of the order that was the next one when a change was made. */
const nextCycleAt = async (shop: TestShop, changeId: string): Promise<number> => {
  const { before } = await shop.house.database.kysely
    .selectFrom('subscription_change')
    .select('before')
    .where('id', '=', changeId)
    .executeTakeFirstOrThrow()
  return Made.parse(before).nextCycle
}

/** Whether an order that is charged after a change is made of what was changed. */
const follows = (act: Act, paid: PaidRenewal, method: string): boolean => {
  const { lines, address } = paid.quote
  switch (act) {
    case 'cancel':
    case 'skip':
    case 'pause':
    case 'move':
      return false
    case 'swap':
      return lines[0]?.planCode === 'vs-rf'
    case 'quantity':
      return lines[0]?.quantity === 2
    case 'address':
      return address.address === newAddress.address
    case 'card':
      return paid.method === method
    case 'add-on':
      return lines.some(({ planCode }) => planCode === 'vs-rst')
    default:
      return act satisfies never
  }
}

type Mail = Awaited<ReturnType<TestShop['mails']>>[number]

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`

/** What was said of money in an answer that is not so by the processor's books. */
const falseWords = (acted: Acted, paid: readonly PaidRenewal[], mails: readonly Mail[]): string[] => {
  const { act, reply } = acted
  if (reply === null || act !== 'cancel') return []
  const named = reply.charge_in_hand
  const mail = mails.find(({ id }) => id.includes(reply.change_id))
  const cents = paid.find(({ cycle_id: id }) => id === named?.cycle_id)?.cents
  const wrong: string[] = []
  if (!mail) wrong.push('no mail confirms it')
  if (named === null && !mail?.text.includes('Nothing more will be charged'))
    wrong.push('the mail speaks of a charge')
  if (named !== null && cents !== undefined) {
    if (Number(named.amount) * 100 !== cents)
      wrong.push(`the answer says ${named.amount}, ${cents} cents were charged`)
    if (!mail?.text.includes(dollars(cents))) wrong.push('the mail does not name the sum')
  }
  return wrong
}

/** What the plans cost by the agreements; an increase of tomorrow is about none of today's orders. */
const agreed: Readonly<Record<string, number>> = { 'syn-rf': 4_999, 'vs-rf': 3_999 }

const untoldPrice = ({ quote: { lines } }: PaidRenewal): string[] =>
  lines
    .filter(({ planCode, unitPriceCents }) => unitPriceCents !== (agreed[planCode] ?? unitPriceCents))
    .map(({ planCode, unitPriceCents }) => `${planCode} was charged at ${unitPriceCents} cents`)

/** What is not true of what each actor was told, as sentences; empty when all of it is. */
export const untrue = async (shop: TestShop, acted: readonly Acted[], method: string): Promise<string[]> => {
  const mails = await shop.mails()
  const paid = Map.groupBy(await paidRenewals(shop), ({ subscription_id: id }) => id)
  const found = [...paid.values()].flat().flatMap(untoldPrice)
  for (const one of acted) {
    if (one.reply === null) continue
    const own = paid.get(one.id) ?? []
    const from = await nextCycleAt(shop, one.reply.change_id)
    const inHand = one.reply.charge_in_hand?.cycle_id
    const after = own.filter(({ number, cycle_id: id }) => number >= from && id !== inHand)
    for (const charge of after.filter((each) => !follows(one.act, each, method)))
      found.push(`${one.act}: ${charge.cents} cents were charged after it was acknowledged`)
    found.push(...falseWords(one, own, mails).map((words) => `${one.act}: ${words}`))
  }
  return found
}

export type Reply = ReplyOf<typeof changeCalls.changeSubscription>
