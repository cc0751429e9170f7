import { expect, test } from 'vitest'
import { serialize } from './serialize.ts'

test('a second task starts when the first has ended, and a failure belongs to its own task', async () => {
  const events: string[] = []
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let count = 0
  const runNext = serialize(async () => {
    const run = (count += 1)
    events.push(`${run} begins`)
    await gates[run - 1]?.promise
    events.push(`${run} ends`)
    return run
  })
  const [first, second] = [runNext(), runNext()]
  await Promise.resolve()
  expect(events).toEqual(['1 begins'])
  gates[0]?.reject(new Error('the first one failed'))
  await expect(first).rejects.toThrow('the first one failed')
  gates[1]?.resolve()
  expect(await second).toBe(2)
  expect(events).toEqual(['1 begins', '2 begins', '2 ends'])
})
