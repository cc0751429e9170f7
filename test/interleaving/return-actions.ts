import { randomUUID } from 'node:crypto'
import { previewDeskReceipt, receiveDeskReturn } from '#desk/return-endpoints.ts'
import { reshipDeskOrder } from '#desk/follow-up-endpoints.ts'
import { cancelReturn, requestReturn } from '#return/endpoints.ts'
import { callAs } from '../simulation/people.ts'
import { toActionResult, withoutClaims, type Action, type Outcomes } from './action.ts'
import { callDesk } from './desk-actors.ts'
import { atAnotherBrowser, type Fixture } from './fixture.ts'
import { orderOf } from './shop-actions.ts'

const stateOf = async ({ pool }: Outcomes, number: string): Promise<string | undefined> =>
  (await pool.query<{ state: string }>('select state from order_return where number = $1', [number])).rows[0]
    ?.state

const lookup = ({ gus, gusOrder }: Fixture) => ({ number: gusOrder, email: gus.email })

/** Gus keeps the jar after all. */
const cancels: Action = {
  name: 'canceled return',
  run: async ({ shop, fixture }) => {
    const request = { ...lookup(fixture), return_number: fixture.gusReturn }
    const canceled = await callAs(shop, atAnotherBrowser(fixture.gus), cancelReturn, request)
    return toActionResult(canceled, () => ({
      summary: 'canceled',
      falseClaims: async (outcomes) => {
        const state = await stateOf(outcomes, fixture.gusReturn)
        return state === 'canceled' ? [] : [`a return was canceled, and is ${state}`]
      },
    }))
  },
}

/** Gus sends the other jar back too. */
const returnsOther: Action = {
  name: 'return of the other',
  run: async ({ shop, fixture }) => {
    const lines = [{ position: 0, quantity: 1 }]
    const request = { ...lookup(fixture), request_id: 'the-other-jar', reason: 'other' as const, lines }
    const opened = await callAs(shop, atAnotherBrowser(fixture.gus), requestReturn, request)
    return toActionResult(opened, ({ number }) => ({
      summary: 'opened',
      falseClaims: async (outcomes) => {
        const state = await stateOf(outcomes, number)
        return state === undefined ? [`the return ${number} is not there`] : []
      },
    }))
  },
}

/** Staff receive the jar that Gus sent back: it is refunded, once. */
const receives: Action = {
  name: 'received return',
  run: async ({ shop, fixture }) => {
    const { gusReturn: number, gusOrder } = fixture
    const lines = [{ position: 0, restocked: 1, written_off: 0 }]
    const seen = await callDesk(shop, previewDeskReceipt, { number, lines })
    if (seen.kind !== 'answered') return toActionResult(seen, () => withoutClaims(''))
    const { amount } = seen.answer
    const received = await callDesk(shop, receiveDeskReturn, {
      number,
      lines,
      request_id: '00000000-0000-4000-8000-0000000000d1',
      amount,
    })
    return toActionResult(received, () => ({
      summary: `received for ${amount}`,
      falseClaims: async (outcomes) => {
        const [state, order] = [await stateOf(outcomes, number), await orderOf(outcomes, gusOrder)]
        const isRefunded = (order?.refundedCents ?? 0) >= Math.round(Number(amount) * 100)
        return [
          ...(state === 'received' ? [] : [`a return was received, and is ${state}`]),
          ...(isRefunded ? [] : [`${amount} were said to be refunded`]),
        ]
      },
    }))
  },
}

/** Staff send a jar of that order again. */
const reships: Action = {
  name: 'reship',
  run: async ({ shop, fixture: { gusOrder: number } }) => {
    const units = [{ position: 0, quantity: 1 }]
    const sent = await callDesk(shop, reshipDeskOrder, {
      number,
      units,
      reason: 'It came broken.',
      request_id: randomUUID(),
    })
    return toActionResult(sent, () => ({
      summary: 'sent again',
      falseClaims: async ({ pool }) => {
        const { rowCount } = await pool.query(
          `select from shipment s join "order" o on o.id = s.order_id where o.number = $1 and s.is_reship`,
          [number],
        )
        return rowCount === 0 ? [`${number} was said to be sent again`] : []
      },
    }))
  },
}

/** What happens to jars that came. */
export const returnActions: readonly Action[] = [cancels, returnsOther, receives, reships]
