import { sql } from 'kysely'
import { requestReturn } from '#return/endpoints.ts'
import type { Place } from '../support/places.ts'
import { runShopCommand } from '../support/shop-command.ts'
import type { DeskPerson } from './desk-person.ts'
import type { TestApi } from './test-api.ts'

let tracked = 0

/** Somebody who has what they ordered, and the number of their return if lines are announced; `sam` ships it. */
export const packagesOf =
  ({ shop }: TestApi, sam: DeskPerson) =>
  async (
    contents: Readonly<Record<string, number>>,
    announced: readonly { position: number; quantity: number }[],
    place: Place = 'oregon',
  ) => {
    const buyer = shop.visitor()
    for (const [plan, quantity] of Object.entries(contents)) await buyer.add(plan, quantity)
    const { order } = await buyer.checkout({ place })
    const number = order?.number ?? ''
    const tracking = `1ZDESKBACK${(tracked += 1)}`
    await sam.post(`/api/desk/orders/${number}/ship/`, { carrier: 'ups', tracking })
    await runShopCommand(shop, 'shipments', 'event', tracking, 'delivered')
    const lookup = { number, email: buyer.email }
    const requested =
      announced.length === 0
        ? null
        : await buyer.client.call(requestReturn, {
            ...lookup,
            request_id: 'once',
            reason: 'changed-mind',
            lines: [...announced],
          })
    return { ...buyer, number, lookup, back: requested?.number ?? number }
  }

export const line = (position: number, restocked: number, writtenOff = 0, note = '') => ({
  position,
  restocked,
  written_off: writtenOff,
  note,
})

export const preview = (person: DeskPerson, number: string, counted: object) =>
  person.post(`/api/desk/returns/${number}/preview/`, counted)

export const receiveWith =
  ({ shop }: TestApi) =>
  (person: DeskPerson, number: string, counted: object, requestId: string = shop.app.deps.ids.uuid()) =>
    person.post(`/api/desk/returns/${number}/receive/`, { ...counted, request_id: requestId })

/** Reads how many units of the synbiotic can be sold, and what the log of the desk has about an order. */
export const packageRecords = ({ shop }: TestApi, owner: DeskPerson) => ({
  stock: async (): Promise<number> => {
    const { kysely } = shop.app.database
    const { rows } = await sql<{
      n: number
    }>`select available as n from stock where product = 'ds-01'`.execute(kysely)
    return rows[0]?.n ?? 0
  },
  entriesOf: async (number: string): Promise<Record<string, string>[]> =>
    (await owner.get(`/api/desk/team/log/?subject=order:${number}`)).json().entries,
})
