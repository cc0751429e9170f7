import { afterAll, beforeAll, expect, test } from 'vitest'
import { everySubscriber } from '#newsletter/rules/segment.ts'
import {
  claimCopy,
  copyDocument,
  followLink,
  isStillWanted,
  settleCopy,
} from '#newsletter/server/campaign-copies.ts'
import {
  campaignsOf,
  countCopies,
  countReach,
  createCampaign,
  moveCampaign,
  saveCampaign,
  scheduleCampaign,
  sendDueCampaigns,
  sendFromFile,
} from '#newsletter/server/campaigns.ts'
import { createNewsletterLinks } from '#newsletter/server/newsletter-links.ts'
import { createNewsletterHandlers, forgetSubscriber, subscriberById } from '#newsletter/server/subscribers.ts'
import { recordDeliveryReport, suppressionOf } from '#newsletter/server/suppressions.ts'
import { inTransaction } from '#platform/transaction.ts'
import { visitorContext } from '../support/request-context.ts'
import { openTestDeps } from '../support/test-deps.ts'

let opened: Awaited<ReturnType<typeof openTestDeps>>

beforeAll(async () => {
  opened = await openTestDeps()
})

afterAll(() => opened.close())

const content = {
  subject: 'Soil',
  preheader: 'What it is made of',
  heading: 'On soil',
  blocks: [
    { kind: 'paragraph' as const, text: 'It has [layers](/cultured).', claim: false },
    { kind: 'button' as const, label: 'Read on', href: 'https://example.org/soil' },
  ],
}

const enter = (email: string) =>
  createNewsletterHandlers(opened.deps).subscribe(visitorContext(), { email, page: '/' })

const subscribe = async (email: string): Promise<string> => {
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
  return id
}

const plan = { version: 1, sendAt: null, perHour: null, scheduledBy: null, approvedBy: null }

const schedule = async (perHour: number | null = null): Promise<string> => {
  const { deps } = opened
  const id = await inTransaction(deps, (tx) =>
    createCampaign(tx, { content, segment: everySubscriber, staffId: null }),
  )
  if (id === null) throw new Error('it is known already')
  await inTransaction(deps, (tx) => scheduleCampaign(tx, id, { ...plan, perHour }))
  return id
}

const dueOf = (campaignId: string) =>
  opened.events.flatMap((one) =>
    one.kind === 'newsletter-copy-due' && one.campaignId === campaignId ? [one] : [],
  )

const unsubscribe = (subscriberId: string, campaignId?: string) => {
  const url = createNewsletterLinks(opened.deps).unsubscribeUrl(subscriberId, campaignId)
  const token = new URL(url).searchParams.get('token') ?? ''
  return createNewsletterHandlers(opened.deps).unsubscribe(visitorContext('US'), { token })
}

let people: string[] = []

test('only subscribers with proof of consent are counted, and all others with the reason', async () => {
  const { deps } = opened
  for (const name of ['mara', 'june', 'ada', 'ines']) people.push(await subscribe(`${name}@example.com`))
  await enter('otto@example.com')
  const left = await subscribe('left@example.com')
  await unsubscribe(left)
  await subscribe('gone@example.com')
  await inTransaction(deps, (tx) => forgetSubscriber(tx, 'gone@example.com'))
  // An entry of the list that nobody consented to, as a faulty import would leave it.
  await deps.database
    .insertInto('newsletter_subscriber')
    .values({
      id: deps.ids.uuid(),
      email: 'import@example.com',
      state: 'subscribed',
      country: 'US',
      requested_at: deps.clock.now().toString(),
      changed_at: deps.clock.now().toString(),
    })
    .execute()
  expect(await countReach(deps, everySubscriber)).toMatchObject({
    count: 4,
    leftOut: { unconfirmed: 1, unsubscribed: 1, erased: 1, 'no-proof': 1, suppressed: 0 },
  })
  expect(
    (await countReach(deps, { ...everySubscriber, membership: 'members' })).leftOut['not-in-segment'],
  ).toBe(4)
})

test('each subscriber gets one copy, also when workers and jobs repeat, and a person who unsubscribes meanwhile gets none', async () => {
  const { deps } = opened
  const id = await schedule()
  await Promise.all([sendDueCampaigns(deps), sendDueCampaigns(deps)])
  await sendDueCampaigns(deps)
  const due = dueOf(id)
  expect(due.map(({ subscriberId }) => subscriberId).toSorted()).toEqual(people.toSorted())
  const [mara, june, ada, ines] = people.map((subscriberId) => ({ campaignId: id, subscriberId }))
  if (!mara || !june || !ada || !ines) throw new Error('somebody is missing')
  // After the schedule and before the claim.
  await unsubscribe(june.subscriberId, id)
  expect(await claimCopy(deps, june)).toBeNull()
  // Two jobs of one copy: one of them sends.
  const claims = await Promise.all([claimCopy(deps, mara), claimCopy(deps, mara)])
  expect(claims.filter((one) => one !== null)).toHaveLength(1)
  // The second one cannot know whether the first one still runs; the report of the first one counts.
  await settleCopy(deps, mara, 'sent', '')
  expect(await claimCopy(deps, mara)).toBeNull()
  expect(await campaignsOf(deps.database, 'mara@example.com')).toMatchObject([
    { subject: 'Soil', state: 'sent', clicks: 0 },
  ])
  expect(await campaignsOf(deps.database, 'nobody@example.com')).toEqual([])
  // Killed after the claim: nobody knows whether it was sent, so it is not sent again.
  expect(await claimCopy(deps, ada)).not.toBeNull()
  expect(await claimCopy(deps, ada)).toBeNull()
  expect(await claimCopy(deps, ada)).toBeNull()
  // Between the claim and the sending.
  expect(await claimCopy(deps, ines)).not.toBeNull()
  expect(await isStillWanted(deps, ines)).toBe(true)
  await unsubscribe(ines.subscriberId, id)
  expect(await isStillWanted(deps, ines)).toBe(false)
  expect(await countCopies(deps.database, id)).toMatchObject({
    sent: 1,
    unknown: 1,
    leftOut: 2,
    unsubscribed: 2,
    queued: 0,
    waiting: 0,
  })
  await sendDueCampaigns(deps)
  const { state } = await deps.database
    .selectFrom('newsletter_campaign')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(state).toBe('sent')
})

test('the hourly limit spreads copies; after a stop no copy is started, and a resumed campaign continues', async () => {
  const { deps } = opened
  people = [people[0] ?? '', people[2] ?? '']
  const id = await schedule(60)
  await sendDueCampaigns(deps)
  await sendDueCampaigns(deps)
  expect(dueOf(id)).toHaveLength(1)
  const [first] = dueOf(id)
  if (!first) throw new Error('no copy is due')
  await inTransaction(deps, (tx) => moveCampaign(tx, id, 'stop'))
  expect(await claimCopy(deps, first)).toBeNull()
  await sendDueCampaigns(deps)
  expect(await countCopies(deps.database, id)).toMatchObject({ waiting: 2, queued: 0, sending: 0 })
  await inTransaction(deps, (tx) => moveCampaign(tx, id, 'continue'))
  opened.travelTo('2026-11-20T10:01:00Z')
  await sendDueCampaigns(deps)
  opened.travelTo('2026-11-20T10:02:00Z')
  await sendDueCampaigns(deps)
  const copies = dueOf(id).slice(1)
  expect(new Set(copies.map(({ subscriberId }) => subscriberId)).size).toBe(2)
  // A mail server that took nothing: the copy is queued again, and the job tried again.
  const [copy] = copies
  if (!copy) throw new Error('no copy is due')
  expect(await claimCopy(deps, copy)).not.toBeNull()
  await settleCopy(deps, copy, 'not-taken', '')
  expect(await claimCopy(deps, copy)).not.toBeNull()
  await settleCopy(deps, copy, 'refused', '550 no such user')
  expect(await countCopies(deps.database, id)).toMatchObject({ failed: 1, queued: 1 })
})

test('of two people who schedule, or save, at once one succeeds', async () => {
  const { deps } = opened
  const id = await inTransaction(deps, (tx) =>
    createCampaign(tx, { content, segment: everySubscriber, staffId: null }),
  )
  if (id === null) throw new Error('it is known already')
  const saves = await Promise.allSettled(
    ['one', 'two'].map((heading) =>
      inTransaction(deps, (tx) =>
        saveCampaign(tx, id, {
          base: 1,
          content: { ...content, heading },
          staffId: deps.ids.uuid(),
        }),
      ),
    ),
  )
  expect(saves.map((one) => (one.status === 'fulfilled' ? one.value.kind : one.status)).toSorted()).toEqual([
    'conflict',
    'saved',
  ])
  await expect(inTransaction(deps, (tx) => scheduleCampaign(tx, id, plan))).rejects.toEqual(
    expect.objectContaining({ detail: 'Someone changed it meanwhile. Read it again first.' }),
  )
  const sendAt = Temporal.Instant.from('2027-01-01T00:00:00Z')
  const schedules = await Promise.allSettled(
    [1, 2].map(() => inTransaction(deps, (tx) => scheduleCampaign(tx, id, { ...plan, version: 2, sendAt }))),
  )
  expect(schedules.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await sendDueCampaigns(deps)
  expect(dueOf(id)).toEqual([])
})

test('a bounce or a complaint suppresses the address once, and a bounce after a complaint changes nothing', async () => {
  const { deps } = opened
  const [mara = ''] = people
  const report = { copyToken: null, detail: '5.1.1 unknown user' }
  const hard = { ...report, eventKey: 'test 1', kind: 'hard', email: 'mara@example.com' } as const
  expect(await recordDeliveryReport(deps, hard, 'test')).toBe('recorded')
  expect(await recordDeliveryReport(deps, hard, 'test')).toBe('known')
  expect(await suppressionOf(deps.database, 'mara@example.com')).toMatchObject({ reason: 'hard-bounce' })
  expect((await countReach(deps, everySubscriber)).leftOut.suppressed).toBe(1)
  const complaint = { ...hard, eventKey: 'test 2', kind: 'complaint' } as const
  await recordDeliveryReport(deps, complaint, 'test')
  await recordDeliveryReport(deps, { ...hard, eventKey: 'test 3' }, 'test')
  expect(await suppressionOf(deps.database, 'mara@example.com')).toMatchObject({ reason: 'complaint' })
  expect(await subscriberById(deps.database, mara)).toMatchObject({ state: 'unsubscribed' })
  for (const [place, expected] of [undefined, undefined, 'soft-bounces'].entries()) {
    await recordDeliveryReport(
      deps,
      { ...report, eventKey: `soft ${place}`, kind: 'soft', email: 'ada@example.com' },
      'test',
    )
    expect((await suppressionOf(deps.database, 'ada@example.com'))?.reason).toBe(expected)
  }
  await inTransaction(deps, (tx) => forgetSubscriber(tx, 'mara@example.com'))
  expect(await suppressionOf(deps.database, 'mara@example.com')).toBeNull()
})

test('links are plain without consent, a forged token leads nowhere, and a valid one leads to the campaign’s target', async () => {
  const { deps } = opened
  const nell = await subscribe('nell@example.com')
  const id = await inTransaction(deps, (tx) => sendFromFile(tx, content, 'a file'))
  await sendDueCampaigns(deps)
  const copy = await claimCopy(deps, { campaignId: id, subscriberId: nell })
  if (!copy) throw new Error('nell gets none')
  const plain = JSON.stringify((await copyDocument(deps, copy)).document)
  expect(plain).toContain('https://shop.example/cultured')
  expect(plain).not.toContain('/n/')
  const counted = JSON.stringify((await copyDocument(deps, { ...copy, countsClicks: true })).document)
  const [, ...tokens] = counted
    .split('https://shop.example/n/')
    .map((part) => /^[\w.-]+/.exec(part)?.[0] ?? '')
  const targets = []
  for (const token of tokens) targets.push(await followLink(deps, token))
  expect(targets).toEqual(['/cultured', 'https://example.org/soil'])
  const [token = ''] = tokens
  for (const forged of [
    '',
    'https://evil.example',
    `${token}x`,
    token.replace(/^./, 'A'),
    token.split('.')[0] ?? '',
  ])
    expect(await followLink(deps, forged)).toBeNull()
  // Nobody consented to analytics, so nothing is counted although a link was opened.
  expect((await countCopies(deps.database, id)).clicked).toBe(0)
  // The same file again is the same campaign, for who subscribed since.
  await settleCopy(deps, copy, 'sent', '')
  await sendDueCampaigns(deps)
  await subscribe('late@example.com')
  expect(await inTransaction(deps, (tx) => sendFromFile(tx, content, 'a file'))).toBe(id)
  await sendDueCampaigns(deps)
  expect(dueOf(id)).toHaveLength(2)
})
