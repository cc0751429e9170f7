import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/schema.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import * as changeCalls from '#subscription/change/change-endpoints.ts'
import type { ChangeReply } from '#subscription/change/change-endpoints.ts'
import { ApiError, type ApiClient } from './api-client.ts'
import { places } from './places.ts'
import type { TestShop } from './shop.ts'

/** What members do while a run is on its way; all of them count from the next order on. */
const actionNames = [
  'cancel',
  'skip',
  'pause',
  'move',
  'swap',
  'quantity',
  'address',
  'card',
  'add-on',
] as const

export type ActionName = (typeof actionNames)[number]

export interface RequestedAction {
  readonly id: string
  readonly actionName: ActionName
}

/** What a member did and was answered; null when it was refused as things were. */
export interface ActionResult extends RequestedAction {
  readonly reply: ChangeReply | null
  readonly refusal: string | null
}

const newAddress = { ...places.oregon, address: '99 Quay Road' }

const send = (
  client: ApiClient,
  { id, actionName }: RequestedAction,
  moveTo: string,
  cardId: string,
): Promise<ChangeReply> => {
  switch (actionName) {
    case 'cancel':
      return client.call(changeCalls.cancelSubscription, { id })
    case 'skip':
      return client.call(changeCalls.skipNextOrder, { id })
    case 'pause':
      return client.call(changeCalls.pauseSubscription, { id })
    case 'move':
      return client.call(changeCalls.moveBillingDate, { subscription_id: id, update: moveTo })
    case 'swap':
      return client.call(changeCalls.changeSubscription, {
        id,
        change: { action: 'swap', plan_code: 'vs-rf' },
      })
    case 'quantity':
      return client.call(changeCalls.changeSubscription, {
        id,
        change: { action: 'change-quantity', quantity: 2 },
      })
    case 'address':
      return client.call(changeCalls.changeShippingAddress, { subscription_id: id, address: newAddress })
    case 'card': {
      const change = { action: 'change-payment-method', payment_method_id: cardId } as const
      return client.call(changeCalls.changeSubscription, { id, change })
    }
    case 'add-on':
      return client.call(changeCalls.addOneTime, { id, plan_code: 'vs-rst' })
    default:
      return actionName satisfies never
  }
}

/** The next change that somebody asks for; null after the last one. */
type Next = () => Promise<RequestedAction | null>

/**
 * So many changes, each of another subscription: alternately of one that is being charged at this moment, and of one
 * against the order of the run, so that some are opened, some requested and some billed when their change comes.
 */
export const nextActions = async (db: Kysely<Database>, count: number): Promise<Next> => {
  const rows = await db.selectFrom('subscription').select('id').orderBy('id', 'desc').execute()
  const left = new Set(rows.map(({ id }) => id))
  const charged = async (): Promise<string | undefined> => {
    const cycles = await db
      .selectFrom('billing_cycle')
      .select('subscription_id')
      .where('state', '=', 'charging')
      .where('requested_at', 'is not', null)
      .orderBy('requested_at', 'desc')
      .execute()
    return cycles.find(({ subscription_id: id }) => left.has(id))?.subscription_id
  }
  let position = 0
  return async () => {
    if (position === count) return null
    const actionName = actionNames[position % actionNames.length] ?? 'cancel'
    position += 1
    const found = position % 2 === 0 ? await charged() : undefined
    const id = found !== undefined && left.has(found) ? found : [...left][0]
    if (id === undefined) return null
    left.delete(id)
    return { id, actionName }
  }
}

/** Sends each, from one of the callers, in its turn; refusals of the catalogue are answers. */
export const sendAll = async (
  clients: readonly ApiClient[],
  next: Next,
  { moveTo, cardId }: { readonly moveTo: string; readonly cardId: string },
): Promise<ActionResult[]> => {
  const results: ActionResult[] = []
  const lane = async (client: ApiClient): Promise<void> => {
    for (let one = await next(); one !== null; one = await next()) {
      try {
        results.push({ ...one, reply: await send(client, one, moveTo, cardId), refusal: null })
      } catch (thrown) {
        if (!(thrown instanceof ApiError) || thrown.status >= 500) throw thrown
        results.push({ ...one, reply: null, refusal: thrown.detail })
      }
    }
  }
  await Promise.all(clients.map(lane))
  return results
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

/** Renewals that the processor's records say were paid, with what the shop made of them. */
const paidRenewals = async (shop: TestShop) => {
  const taken = (await shop.pages.charges()).filter(({ state }) => state === 'succeeded')
  const totals = new Map(taken.map(({ key, cents, refunded }) => [key, { cents, refunded }]))
  const { rows } = await sql`select b.subscription_id, b.id as cycle_id, b.number, c.idempotency_key as key,
      c.request -> 'source' ->> 'processorMethod' as method, b.quote, o.state as order_state
    from charge c join billing_cycle b on b.id = c.purpose_id left join "order" o on o.charge_id = c.id
    where c.purpose = 'renewal'`.execute(shop.app.database.kysely)
  return rows.flatMap((row) => {
    const paid = Paid.parse(row)
    const sum = totals.get(paid.key)
    return sum ? [{ ...paid, ...sum }] : []
  })
}

type PaidRenewal = Awaited<ReturnType<typeof paidRenewals>>[number]

const ChangeBefore = z.object({ nextCycle: z.int() })

/** The number of the order that was the next one when a change was made. */
const nextCycleAt = async (shop: TestShop, changeId: string): Promise<number> => {
  const { before } = await shop.app.database.kysely
    .selectFrom('subscription_change')
    .select('before')
    .where('id', '=', changeId)
    .executeTakeFirstOrThrow()
  return ChangeBefore.parse(before).nextCycle
}

/** Whether an order that is charged after a change is made of what was changed. */
const reflectsAction = (actionName: ActionName, paid: PaidRenewal, method: string): boolean => {
  const { lines, address } = paid.quote
  switch (actionName) {
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
      return actionName satisfies never
  }
}

type Mail = Awaited<ReturnType<TestShop['mails']>>[number]

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`

/** What a mail that confirms a change says when nothing is being charged; null for changes without a mail. */
const sentenceWithoutCharge = (actionName: ActionName): string | null => {
  if (actionName === 'cancel') return 'You won’t be charged again'
  return actionName === 'pause' ? 'Nothing is charged in the meantime' : null
}

const falseMail = (mail: Mail | undefined, sentence: string, cents: number | undefined): string[] => {
  if (!mail) return ['no mail confirms it']
  if (cents === undefined) return mail.text.includes(sentence) ? [] : ['the mail speaks of a charge']
  const named = [`${dollars(cents)} is being charged`, `${dollars(cents)} was charged`]
  return named.some((phrase) => mail.text.includes(phrase)) ? [] : ['the mail does not name the sum']
}

/** What an answer and its mail say about money that differs from the processor's records. */
const falseMoneyClaims = (
  { actionName, reply }: ActionResult,
  paid: readonly PaidRenewal[],
  mails: readonly Mail[],
): string[] => {
  if (reply === null) return []
  const reported = reply.charge_in_flight
  const charge = paid.find(({ cycle_id: id }) => id === reported?.cycle_id)
  const sentence = sentenceWithoutCharge(actionName)
  const mail = mails.find(({ id }) => id.includes(reply.change_id))
  const wrong = sentence === null ? [] : falseMail(mail, sentence, charge?.cents)
  if (reported === null || charge === undefined) return wrong
  if (Math.round(Number(reported.amount) * 100) !== charge.cents)
    wrong.push(`the answer says ${reported.amount}, ${charge.cents} cents were charged`)
  const refunded = reported.is_order_canceled ? charge.cents : 0
  if (charge.refunded !== refunded)
    wrong.push(`${charge.refunded} cents were refunded, and the answer says ${refunded}`)
  return wrong
}

/** What the plans cost by the agreements; an increase of tomorrow is about none of today's orders. */
const agreedPrices: Readonly<Record<string, number>> = { 'syn-rf': 4_999, 'vs-rf': 3_999 }

const unannouncedPrices = ({ quote: { lines } }: PaidRenewal): string[] =>
  lines
    .filter(({ planCode, unitPriceCents }) => unitPriceCents !== (agreedPrices[planCode] ?? unitPriceCents))
    .map(({ planCode, unitPriceCents }) => `${planCode} was charged at ${unitPriceCents} cents`)

/** The untrue statements in the answers to each actor, as sentences; empty when all are true. */
export const findFalseClaims = async (
  shop: TestShop,
  results: readonly ActionResult[],
  method: string,
): Promise<string[]> => {
  const mails = await shop.mails()
  const paid = Map.groupBy(await paidRenewals(shop), ({ subscription_id: id }) => id)
  const found = [...paid.values()].flat().flatMap(unannouncedPrices)
  for (const one of results) {
    if (one.reply === null) continue
    const own = paid.get(one.id) ?? []
    const from = await nextCycleAt(shop, one.reply.change_id)
    const inFlightCycleId = one.reply.charge_in_flight?.cycle_id
    const after = own.filter(({ number, cycle_id: id }) => number >= from && id !== inFlightCycleId)
    for (const charge of after.filter((each) => !reflectsAction(one.actionName, each, method)))
      found.push(`${one.actionName}: ${charge.cents} cents were charged after it was acknowledged`)
    found.push(...falseMoneyClaims(one, own, mails).map((claim) => `${one.actionName}: ${claim}`))
  }
  return found
}

export type Reply = ReplyOf<typeof changeCalls.changeSubscription>
