import { expect, test } from 'vitest'
import { gathered, together } from './gathered.ts'

const lengths = (broken: readonly string[] = []) => {
  const asked: string[][] = []
  const lengthOf = gathered(async (words: readonly string[]) => {
    asked.push([...words])
    if (words.some((word) => broken.includes(word))) throw new Error(`broken: ${words.join(' ')}`)
    return new Map(words.filter((word) => word !== '').map((word) => [word, word.length]))
  })
  return { asked, lengthOf }
}

test('requests of one turn are answered together, each key once, and later turns separately', async () => {
  const { asked, lengthOf } = lengths()
  expect(await Promise.all([lengthOf('fig'), lengthOf('pear'), lengthOf('fig'), lengthOf('')])).toEqual([
    3,
    4,
    3,
    undefined,
  ])
  expect(await lengthOf('fig')).toBe(3)
  expect(asked).toEqual([['fig', 'pear', ''], ['fig']])
})

test('of requests that fail together only the faulty one fails', async () => {
  const { asked, lengthOf } = lengths(['pear'])
  const [fig, pear, plum] = await Promise.allSettled([lengthOf('fig'), lengthOf('pear'), lengthOf('plum')])
  expect([fig, plum]).toMatchObject([{ value: 3 }, { value: 4 }])
  expect(pear).toMatchObject({ reason: { message: 'broken: pear' } })
  expect(asked).toEqual([['fig', 'pear', 'plum'], ['fig'], ['pear'], ['plum']])
  await expect(lengthOf('pear')).rejects.toThrow('broken: pear')
  expect(asked).toHaveLength(5)
})

test('requests made during a running batch are batched afterwards, also after a failure', async () => {
  const asked: string[][] = []
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const write = gathered(
    async (words: readonly string[]) => {
      const turn = asked.push([...words]) - 1
      await gates[turn]?.promise
      return new Map(words.map((word) => [word, turn]))
    },
    { oneAtATime: true },
  )
  const turnOver = () => new Promise<void>((resolve) => setImmediate(resolve))
  const fig = write('fig')
  await turnOver()
  const pear = write('pear')
  await turnOver()
  const plum = write('plum')
  await turnOver()
  expect(asked).toEqual([['fig']])
  gates[0]?.reject(new Error('away'))
  await expect(fig).rejects.toThrow('away')
  await turnOver()
  expect(asked).toEqual([['fig'], ['pear', 'plum']])
  gates[1]?.resolve()
  expect(await Promise.all([pear, plum])).toEqual([1, 1])
})

test('a failure is thrown after all other steps have ended, the first of several', async () => {
  const first = Promise.withResolvers<number>()
  const third = Promise.withResolvers<number>()
  const ends: string[] = []
  const failing = together([first.promise, Promise.reject(new Error('second')), third.promise]).catch(
    (thrown: unknown) => void ends.push(String(thrown)),
  )
  const goOn = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  }
  await goOn()
  third.resolve(3)
  await goOn()
  expect(ends).toEqual([])
  first.reject(new Error('first'))
  await failing
  expect(ends).toEqual(['Error: first'])
})

test('results are in the order of the steps', async () => {
  const first = Promise.withResolvers<string>()
  const both = together([first.promise, Promise.resolve(2)])
  first.resolve('one')
  expect(await both).toEqual(['one', 2])
})
