import { expect, test } from 'vitest'
import { browserOf } from '../../../test/support/queue-browser.ts'

test('a batch is sent when it is full, or five seconds after its first message', async () => {
  const { open, advance: pass, log, largest } = browserOf()
  const tab = open()
  for (let at = 0; at < 12; at += 1) tab.record(`m${at}`)
  await pass(0)
  expect(largest).toEqual([10])
  await pass(4_999)
  expect(log).toHaveLength(10)
  await pass(1)
  expect(largest).toEqual([10, 2])
  expect(log).toHaveLength(12)
})

test('a batch is retried ten times and then counted as dropped, and a refused message drops no others', async () => {
  const { open, advance: pass, state, poison, log, stored } = browserOf()
  const tab = open()
  state.mood = 'failed'
  tab.record('lost')
  await pass(5_000 + 10 * 40_000)
  expect([state.requests, state.dropped]).toEqual([11, 1])
  state.mood = 'accepted'
  poison.add('bad')
  for (const message of ['a', 'bad', 'b']) tab.record(message)
  await pass(20_000)
  expect([log, state.dropped, stored.size]).toEqual([['a', 'b'], 2, 0])
})

test('two tabs do not send at the same time, and a dead tab blocks sending only briefly', async () => {
  const { open, advance: pass, log, stored, state } = browserOf()
  const [one, other] = [open(), open()]
  stored.set('loam_analytics.lease', `dead ${state.now + 10_000}`)
  one.record('a')
  other.record('b')
  await pass(5_000)
  expect(log).toEqual([])
  await pass(7_000)
  expect(log).toEqual(['a', 'b'])
  expect(state.requests).toBe(1)
})

test('messages that a full storage does not accept are sent by the page, and counted as dropped when the page closes first', async () => {
  const { open, advance: pass, setCapacity, state, log } = browserOf()
  setCapacity(0)
  const tab = open()
  tab.record('a')
  expect(state.dropped).toBe(1)
  await pass(5_000)
  expect([log, state.dropped]).toEqual([['a'], 0])
  tab.record('b')
  tab.close()
  await pass(0)
  expect([log, state.dropped]).toEqual([['a', 'b'], 0])
  const next = open()
  state.online = false
  next.record('c')
  next.close()
  expect([log, state.dropped]).toEqual([['a', 'b'], 1])
})

test('later messages do not overtake a message held back by a full storage, though another tab sends first', async () => {
  const { open, advance: pass, setCapacity, state, log } = browserOf()
  const [one, other] = [open(), open()]
  state.online = false
  setCapacity(0)
  one.record('a1')
  setCapacity(100)
  one.record('a2')
  other.record('b')
  state.online = true
  void other.check()
  await pass(6_000)
  void one.check()
  await pass(6_000)
  expect([log, state.dropped]).toEqual([['b', 'a1', 'a2'], 0])
})

test('unsent messages can be deleted', async () => {
  const { open, advance: pass, log, stored } = browserOf()
  const tab = open()
  tab.record('a')
  tab.forget()
  await pass(60_000)
  expect([log, stored.size]).toEqual([[], 0])
})
