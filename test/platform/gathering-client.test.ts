import { afterAll, expect, test } from 'vitest'
import { connectionSettings } from '#platform/database.ts'
import { GatheringClient } from '#platform/gathering-client.ts'
import { openTestDeps } from '../support/test-deps.ts'

const opened = await openTestDeps()
const client = new GatheringClient({ ...connectionSettings(opened.database.address), pipeline: true })
await client.connect()

afterAll(async () => {
  await client.end()
  await opened.close()
})

test('statements of one turn are sent together and answered in order', async () => {
  client.gather()
  const held: number[] = []
  const answers = ['select 1 as n', 'select 2 as n', 'select 3 as n'].map((text) => {
    const answer = client.query<{ n: number }>({ text, values: [] })
    held.push(client.socket.writableLength)
    return answer
  })
  expect(held.every((bytes, at) => bytes > (held[at - 1] ?? 0))).toBe(true)
  const rows = (await Promise.all(answers)).flatMap((answer) => answer.rows)
  expect(rows).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  expect(client.socket.writableLength).toBe(0)
})
