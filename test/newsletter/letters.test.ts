import { afterAll, beforeAll, expect, test } from 'vitest'
import { lettersSent, sendCopy, sendLetter } from '#newsletter/server/letters.ts'
import { createNewsletterHandlers, subscriberById } from '#newsletter/server/subscribers.ts'
import { createLetterLinks } from '#newsletter/server/letter-links.ts'
import { visitorContext } from '../support/call-context.ts'
import { openTestWorld } from '../support/world.ts'

let opened: Awaited<ReturnType<typeof openTestWorld>>

beforeAll(async () => {
  opened = await openTestWorld()
})

afterAll(() => opened.close())

const letter = {
  subject: 'Soil',
  preview: 'What it is made of',
  heading: 'On soil',
  blocks: [{ kind: 'paragraph', text: 'It has layers.' } as const],
}

const enter = (email: string) =>
  createNewsletterHandlers(opened.world).subscribe(visitorContext(), { email, page: '/' })

const subscribe = async (email: string): Promise<void> => {
  const { world } = opened
  await enter(email)
  const { id } = await world.database
    .selectFrom('newsletter_subscriber')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const asked = await subscriberById(world.database, id)
  if (!asked) throw new Error(`${email} is nobody`)
  const token = new URL(createLetterLinks(world).confirmUrl(asked)).searchParams.get('token') ?? ''
  await createNewsletterHandlers(world).confirmSubscription(visitorContext(), { token })
}

const due = () => opened.announced.flatMap((one) => (one.kind === 'letter-due' ? [one] : []))

test('a letter goes to each subscriber once, to nobody who left, and what is refused is counted', async () => {
  const { world } = opened
  for (const email of ['mara@example.com', 'june@example.com', 'ada@example.com']) await subscribe(email)
  // Has not pressed the link yet.
  await enter('otto@example.com')
  expect([await sendLetter(world, letter), await sendLetter(world, letter)]).toEqual([3, 0])
  const copies = due()
  const [first] = copies
  if (!first) throw new Error('nobody gets a letter')
  const token = new URL(createLetterLinks(world).unsubscribeUrl(first.subscriberId)).searchParams.get('token')
  await createNewsletterHandlers(world).unsubscribe(visitorContext('US'), { token: token ?? '' })
  const tried: string[] = []
  for (const copy of [...copies, ...copies])
    await sendCopy(world, copy, async (_letter, { email }) => {
      tried.push(email)
      return tried.length === 1 ? 'sent' : 'refused'
    })
  expect([tried.length, new Set(tried).size]).toEqual([2, 2])
  expect(await lettersSent(world.database)).toMatchObject([
    { subject: 'Soil', waiting: 0, sent: 1, refused: 1, left: 1 },
  ])
  // Whoever subscribes later gets it when the operator says so once more.
  await subscribe('late@example.com')
  expect(await sendLetter(world, letter)).toBe(1)
})
