import { expect, test } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

test('who comes second begins when the first has ended, and an end in failure is the first one’s own', async () => {
  const told: string[] = []
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let count = 0
  const work = oneAtATime(async () => {
    const mine = (count += 1)
    told.push(`${mine} begins`)
    await gates[mine - 1]?.promise
    told.push(`${mine} ends`)
    return mine
  })
  const [first, second] = [work(), work()]
  await Promise.resolve()
  expect(told).toEqual(['1 begins'])
  gates[0]?.reject(new Error('the first one failed'))
  await expect(first).rejects.toThrow('the first one failed')
  gates[1]?.resolve()
  expect(await second).toBe(2)
  expect(told).toEqual(['1 begins', '2 begins', '2 ends'])
})
