import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueStatistics, sendToRecipient, sendIssue } from '#newsletter/server/issues.ts'
import { createNewsletterHandlers, subscriberById } from '#newsletter/server/subscribers.ts'
import { createNewsletterLinks } from '#newsletter/server/newsletter-links.ts'
import { visitorContext } from '../support/request-context.ts'
import { openTestDeps } from '../support/test-deps.ts'

let opened: Awaited<ReturnType<typeof openTestDeps>>

beforeAll(async () => {
  opened = await openTestDeps()
})

afterAll(() => opened.close())

const issue = {
  subject: 'Soil',
  preview: 'What it is made of',
  heading: 'On soil',
  blocks: [{ kind: 'paragraph', text: 'It has layers.' } as const],
}

const enter = (email: string) =>
  createNewsletterHandlers(opened.deps).subscribe(visitorContext(), { email, page: '/' })

const subscribe = async (email: string): Promise<void> => {
  const { deps } = opened
  await enter(email)
  const { id } = await deps.database
    .selectFrom('newsletter_subscriber')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const subscriber = await subscriberById(deps.database, id)
  if (!subscriber) throw new Error(`${email} is nobody`)
  const token = new URL(createNewsletterLinks(deps).confirmUrl(subscriber)).searchParams.get('token') ?? ''
  await createNewsletterHandlers(deps).confirmSubscription(visitorContext(), { token })
}

const due = () => opened.events.flatMap((one) => (one.kind === 'newsletter-issue-due' ? [one] : []))

test('an issue goes to each subscriber once, to nobody who unsubscribed, and what is refused is counted', async () => {
  const { deps } = opened
  for (const email of ['mara@example.com', 'june@example.com', 'ada@example.com']) await subscribe(email)
  // Has not pressed the link yet.
  await enter('otto@example.com')
  expect([await sendIssue(deps, issue), await sendIssue(deps, issue)]).toEqual([3, 0])
  const copies = due()
  const [first] = copies
  if (!first) throw new Error('nobody gets a letter')
  const token = new URL(createNewsletterLinks(deps).unsubscribeUrl(first.subscriberId)).searchParams.get(
    'token',
  )
  await createNewsletterHandlers(deps).unsubscribe(visitorContext('US'), { token: token ?? '' })
  const tried: string[] = []
  for (const copy of [...copies, ...copies])
    await sendToRecipient(deps, copy, async (_issue, { email }) => {
      tried.push(email)
      return tried.length === 1 ? 'sent' : 'refused'
    })
  expect([tried.length, new Set(tried).size]).toEqual([2, 2])
  expect(await issueStatistics(deps.database)).toMatchObject([
    { subject: 'Soil', waiting: 0, sent: 1, refused: 1, unsubscribed: 1 },
  ])
  // Later subscribers get it when the operator sends it once more.
  await subscribe('late@example.com')
  expect(await sendIssue(deps, issue)).toBe(1)
})
