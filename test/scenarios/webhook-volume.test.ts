import { expect } from 'vitest'
import { insertEvent } from '#partner/webhook/server/event-store.ts'
import { createWebhook } from '#partner/webhook/server/webhooks.ts'
import { startReceiver } from '../partner/receiver.ts'
import { test } from '../support/shop.ts'
import type { TestShop } from '../support/shop.ts'

// `npm run webhooks:long` sends 10,000.
const events = Number(process.env['EVENTS'] ?? '300')
const orders = Math.max(10, Math.min(100, events / 30))

const by = { actor: 'operator', requestId: 'volume' } as const
const secret = 'the secret of the shops under test, long enough'

const buy = async (shop: TestShop): Promise<string> => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  const { order } = await visitor.checkout()
  const number = order?.number ?? ''
  const query = shop.app.database.kysely.selectFrom('order').select('id').where('number', '=', number)
  return (await query.executeTakeFirstOrThrow()).id
}

interface Expected {
  readonly id: string
  readonly key: string
}

/** What has to arrive, in the order in which it was written. */
const expectedEvents = async (shop: TestShop, endpointId: string): Promise<Expected[]> => {
  const { rows } = await shop.app.database.pool.query<{ event_id: string; ordering_key: string }>(
    'select event_id, ordering_key from partner_delivery where endpoint_id = $1 order by position',
    [endpointId],
  )
  return rows.map((row) => ({ id: `msg_${row.event_id.replaceAll('-', '')}`, key: row.ordering_key }))
}

const byKey = (all: readonly Expected[]) => [...Map.groupBy(all, ({ key }) => key)].toSorted()

test('after an endpoint failed for an hour and a sender was killed, all webhooks arrive, in order for each order', async ({
  shop,
}) => {
  const ids: string[] = []
  for (let bought = 0; bought < orders; bought += 1) ids.push(await buy(shop))
  const receiver = await startReceiver()
  receiver.answers(() => 503)
  let endpointId = ''
  await shop.app.change(async (tx) => {
    // Without the events of purchases: only those that are written below.
    const wanted = {
      name: 'volume',
      url: receiver.url,
      eventTypes: ['dispute.closed'],
      isSandbox: true,
    } as const
    ;({ id: endpointId } = await createWebhook(tx, { secret }, by, wanted))
  })
  for (let written = 0; written < events; written += 100)
    await shop.app.change(async (tx) => {
      for (let at = written; at < Math.min(events, written + 100); at += 1)
        await insertEvent(
          tx,
          { type: 'order.created', subject: 'order', subjectId: ids[at % ids.length] ?? '' },
          [endpointId],
        )
    })
  const expected = await expectedEvents(shop, endpointId)
  expect(expected).toHaveLength(events)
  for (let minutes = 0; minutes < 60; minutes += 5) await shop.advanceSeconds(300)
  expect(receiver.taken()).toEqual([])
  // Now and then one fails, too.
  let requested = 0
  receiver.answers(() => ((requested += 1) % 17 === 0 ? 500 : 200))
  const arrived = () => new Set(receiver.taken().map(({ id }) => id)).size
  let kills = 0
  while (arrived() < events) {
    await shop.advanceSeconds(30)
    if (kills < 3 && arrived() > ((kills + 1) * events) / 5) {
      kills += 1
      await Promise.all(shop.app.children.map((child) => child.kill()))
      await shop.app.start()
    }
  }
  const first = [...new Map(receiver.taken().map(({ id }) => [id, id])).keys()]
  const keys = new Map(expected.map(({ id, key }) => [id, key]))
  const inOrder = first.map((id) => ({ id, key: keys.get(id) ?? '' }))
  expect(byKey(inOrder)).toEqual(byKey(expected))
  console.log(`${events} events, ${receiver.taken().length - events} of them twice, ${kills} kills`)
  receiver.close()
})
