import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDeliveries } from '../../sandbox-base/deliveries.ts'
import { createDeliveryRecords, deliverySchema } from '../../sandbox-base/delivery-records.ts'
import type { Machine } from '../../sandbox-base/machine.ts'
import { openDatabase } from '../../sandbox-base/sqlite.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loam-deliveries-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A machine whose time passes only when somebody waits for it. */
const manualMachine = () => {
  let now = 1_000_000
  let ids = 0
  let timers: { readonly at: number; readonly run: () => void }[] = []
  const machine: Machine = {
    now: () => now,
    newId: (prefix) => `${prefix}_${(ids += 1)}`,
    later: (ms, run) => {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
  }
  const passToTimer = (): boolean => {
    const timer = timers.shift()
    if (!timer) return false
    now = timer.at
    timer.run()
    return true
  }
  return { machine, passToTimer }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const openDeliveries = (machine: Machine, takes: (attempt: number) => boolean) => {
  const attempts: number[] = []
  const database = openDatabase(join(folder, 'x.sqlite'), deliverySchema, 'full')
  const notes = openDatabase(join(folder, 'x.sqlite'), deliverySchema, 'normal')
  const deliveries = createDeliveries({
    records: createDeliveryRecords(database, notes),
    machine,
    webhookSecret: 'secret',
    signedSender: null,
    afterLast: 'give up',
    send: async () => {
      attempts.push(machine.now())
      return takes(attempts.length)
    },
  })
  const close = (): void => {
    deliveries.stop()
    notes.close()
    database.close()
  }
  return { deliveries, attempts, close }
}

test('a webhook is retried ever more slowly, and finally given up', async () => {
  const { machine, passToTimer } = manualMachine()
  const { deliveries, attempts, close } = openDeliveries(machine, () => false)
  deliveries.add({ id: 'evt_1', body: '{}' }, [machine.now()])
  void deliveries.kick()
  do await settled()
  while (passToTimer())
  const waits = attempts.slice(1).map((at, place) => (at - (attempts[place] ?? 0)) / 1_000)
  expect(waits).toEqual([1, 5, 30, 120, 600, 3_600, 21_600])
  close()
})

test('a refused webhook is retried by the next process', async () => {
  const { machine, passToTimer } = manualMachine()
  const first = openDeliveries(machine, () => false)
  first.deliveries.add({ id: 'evt_1', body: '{}' }, [machine.now()])
  void first.deliveries.kick()
  await settled()
  first.close()
  const second = openDeliveries(machine, () => true)
  void second.deliveries.kick()
  do await settled()
  while (passToTimer())
  expect([first.attempts.length, second.attempts.length]).toEqual([1, 1])
  second.close()
})

test('an event recorded during a delivery is sent too', async () => {
  const { machine } = manualMachine()
  const { deliveries, attempts, close } = openDeliveries(machine, (attempt) => {
    if (attempt === 1) {
      deliveries.add({ id: 'evt_2', body: '{}' }, [machine.now()])
      void deliveries.kick()
    }
    return true
  })
  deliveries.add({ id: 'evt_1', body: '{}' }, [machine.now()])
  void deliveries.kick()
  await settled()
  expect(attempts).toHaveLength(2)
  close()
})
