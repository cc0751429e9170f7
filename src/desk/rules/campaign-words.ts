import type { CampaignState } from '#newsletter/rules/campaign-content.ts'
import type { CopyList } from '#newsletter/rules/delivery-report.ts'
import type { LeftOutReason } from '#newsletter/rules/segment.ts'
import type { Mark } from './order-marks.ts'

export const campaignMarks: Readonly<Record<CampaignState, Mark>> = {
  draft: { word: 'draft', level: 'empty', tone: 'plain' },
  scheduled: { word: 'scheduled', level: 'low', tone: 'plain' },
  sending: { word: 'sending', level: 'half', tone: 'plain' },
  sent: { word: 'sent', level: 'full', tone: 'ok' },
  stopped: { word: 'stopped', level: 'struck', tone: 'bad' },
}

const fieldNames: ReadonlyMap<string, string> = new Map([
  ['subject', 'Subject'],
  ['preheader', 'Preview text'],
  ['heading', 'Heading'],
])

/** A problem with the name of the field that it is in: `Subject: Please enter one line.`, or of its block. */
export const problemWords = ({
  field,
  message,
}: {
  readonly field: string
  readonly message: string
}): string => {
  const block = /^blocks\.(\d+)/.exec(field)?.[1]
  const name = block === undefined ? fieldNames.get(field) : `Block ${Number(block) + 1}`
  return name === undefined ? message : `${name}: ${message}`
}

/** What the numbers of a campaign are called, and what they count. */
export const copyListWords: Readonly<Record<CopyList, readonly [name: string, what: string]>> = {
  waiting: ['Waiting', 'Copies that are not sent yet.'],
  sent: ['Sent', 'Copies that the mail server took.'],
  failed: ['Failed', 'Copies that the mail server refused for good.'],
  unknown: [
    'Result unknown',
    'Copies that may have been sent when a process ended; they are not sent again.',
  ],
  'left-out': ['Left out', 'Subscribers who were not to get it any more when their turn came.'],
  bounced: ['Bounced', 'Copies that came back, for good or for now.'],
  complained: ['Complained', 'Readers who called it spam.'],
  unsubscribed: ['Unsubscribed', 'Readers who left by the link of this campaign.'],
  clicked: ['Clicked', 'Readers who opened a link, of those who allow analytics.'],
}

export const leftOutWords: Readonly<Record<LeftOutReason, string>> = {
  unconfirmed: 'never confirmed the address',
  unsubscribed: 'unsubscribed',
  erased: 'erased their data',
  'no-proof': 'without proof of consent',
  suppressed: 'suppressed after a bounce or a complaint',
  'not-in-segment': 'not in the segment',
}

/** Why a copy was not sent, for people: a reason of the shop in words, or what the mail server said. */
export const copyReasonWords = (reason: string): string =>
  Object.entries(leftOutWords).find(([name]) => name === reason)?.[1] ?? reason
