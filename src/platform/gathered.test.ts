import { expect, test } from 'vitest'
import { gathered } from './gathered.ts'

const lengths = (broken: readonly string[] = []) => {
  const asked: string[][] = []
  const lengthOf = gathered(async (words: readonly string[]) => {
    asked.push([...words])
    if (words.some((word) => broken.includes(word))) throw new Error(`broken: ${words.join(' ')}`)
    return new Map(words.filter((word) => word !== '').map((word) => [word, word.length]))
  })
  return { asked, lengthOf }
}

test('what is asked for in one turn is answered together, each key once, and later turns by themselves', async () => {
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

test('of what fails together only the broken one fails', async () => {
  const { asked, lengthOf } = lengths(['pear'])
  const [fig, pear, plum] = await Promise.allSettled([lengthOf('fig'), lengthOf('pear'), lengthOf('plum')])
  expect([fig, plum]).toMatchObject([{ value: 3 }, { value: 4 }])
  expect(pear).toMatchObject({ reason: { message: 'broken: pear' } })
  expect(asked).toEqual([['fig', 'pear', 'plum'], ['fig'], ['pear'], ['plum']])
  await expect(lengthOf('pear')).rejects.toThrow('broken: pear')
  expect(asked).toHaveLength(5)
})

test('one at a time, what is asked for meanwhile is done together afterwards, also after a failure', async () => {
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
