import { expect } from 'vitest'
import { viewOutbox } from '#dev-tools/endpoints.ts'
import { everySubscriber } from '#newsletter/rules/segment.ts'
import { claimCopy } from '#newsletter/server/campaign-copies.ts'
import { countCopies, createCampaign, scheduleCampaign } from '#newsletter/server/campaigns.ts'
import { inTransaction } from '#platform/transaction.ts'
import { subscribeToNewsletter } from '../support/newsletter.ts'
import { test } from '../support/shop.ts'
import { armed } from './armed-shop.ts'

const content = {
  subject: 'Soil',
  preheader: 'In short',
  heading: 'On soil',
  blocks: [{ kind: 'paragraph', text: 'It has layers.', claim: false }],
}

test('killed between claiming a copy and its mail, the copy is marked unknown and not sent again', async ({
  shop,
}) => {
  const reader = shop.visitor()
  await subscribeToNewsletter(shop, reader)
  const { died } = await armed(shop, 'newsletter: copy claimed')
  const { deps } = shop.app
  const campaignId = await inTransaction(deps, async (tx) => {
    const made = (await createCampaign(tx, { content, segment: everySubscriber, staffId: null })) ?? ''
    const plan = { version: 1, sendAt: null, perHour: null, scheduledBy: null, approvedBy: null }
    await scheduleCampaign(tx, made, plan)
    return made
  })
  await shop.advanceSeconds(6).catch(() => undefined)
  await died
  expect(await countCopies(deps.database, campaignId)).toMatchObject({ sending: 1, sent: 0 })
  await shop.app.start()
  const { id: subscriberId } = await deps.database
    .selectFrom('newsletter_subscriber')
    .select('id')
    .where('email', '=', reader.email)
    .executeTakeFirstOrThrow()
  // What the job does when the queue gives it to another process, without the wait for its heartbeat.
  expect(await claimCopy(deps, { campaignId, subscriberId })).toBeNull()
  expect(await countCopies(deps.database, campaignId)).toMatchObject({ sending: 0, unknown: 1, sent: 0 })
  const { mails } = await reader.client.call(viewOutbox, { to: reader.email })
  expect(mails.filter(({ subject }) => subject === content.subject)).toEqual([])
})
