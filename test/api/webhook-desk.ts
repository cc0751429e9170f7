import { eventTypes } from '#partner/webhook/rules/event-types.ts'
import type { EventType } from '#partner/webhook/rules/event-types.ts'
import { stepUpActions } from '#staff/rules/step-up-actions.ts'
import { startReceiver } from '../partner/receiver.ts'
import type { ReceivedMessage, Receiver } from '../partner/receiver.ts'
import { joinDesk } from './desk-person.ts'
import type { TestApi } from './test-api.ts'

/** What a message is about, of an order or what happened to one. */
export const isOfOrder = ({ data }: Pick<ReceivedMessage, 'data'>, number: string): boolean =>
  [data['number'], data['order_number']].includes(number)

export const typesOf = (messages: readonly ReceivedMessage[], number: string): string[] =>
  messages.filter((message) => isOfOrder(message, number)).map(({ type }) => type)

/** An owner at the desk who has events sent to servers of the test. */
export const openWebhookDesk = async (api: TestApi) => {
  const { shop } = api
  let session = await joinDesk(api, 'owner', 'vera')
  /** The owner, who signs in again when the clock has ended the session. */
  const owner = async () => {
    const { statusCode } = await session.get('/api/desk/person/')
    if (statusCode === 401) session = await joinDesk(api, 'owner', 'vera')
    return session
  }
  const desk = {
    get: async (url: string) => (await owner()).get(url),
    post: async (url: string, body: object) => (await owner()).post(url, body),
    confirm: async (action: string) => (await owner()).confirm(action),
  }
  const buy = async () => {
    const visitor = shop.visitor()
    await visitor.add('syn-rf')
    const { order } = await visitor.checkout()
    return { visitor, number: order?.number ?? '' }
  }
  /** Resolves when the shop's own process has heard of an endpoint, and it has nothing left to get. */
  const untilKnown = async (id: string, receiver: Receiver): Promise<void> => {
    for (;;) {
      const { number } = await buy()
      const { rows } = await shop.app.database.pool.query(
        'select 1 from partner_delivery where endpoint_id = $1',
        [id],
      )
      if (rows.length === 0) continue
      await receiver.until(() => typesOf(receiver.taken(), number).includes('order.created'))
      return
    }
  }
  const open: { readonly receiver: Receiver; readonly id: string }[] = []
  return {
    ...desk,
    buy,
    /** A partner's server that gets events from now on. */
    subscribe: async (types: readonly EventType[] = eventTypes) => {
      const receiver = await startReceiver()
      await desk.confirm(stepUpActions.createWebhook(receiver.url, types))
      const wanted = { name: 'Northbox', url: receiver.url, event_types: types }
      const { id, secret } = (await desk.post('/api/desk/developers/webhooks/', wanted)).json()
      receiver.knows(secret)
      open.push({ receiver, id })
      await untilKnown(id, receiver)
      return { receiver, id, secret }
    },
    view: async (id: string, query = '') =>
      (await desk.get(`/api/desk/developers/webhooks/${id}/${query}`)).json(),
    /** Ends what was begun. */
    end: async () => {
      for (const { receiver, id } of open.splice(0)) {
        await desk.post(`/api/desk/developers/webhooks/${id}/switch/`, { on: false })
        receiver.close()
      }
    },
  }
}
