import { z } from 'zod'
import { claim } from '#content/rules/content-block.ts'
import { inlinePieces } from '#content/rules/inline-text.ts'

const NonEmptyText = z.string().trim().min(1, 'Please enter something.')

const line = (most: number) =>
  NonEmptyText.max(most, `Please enter at most ${most} characters.`).regex(
    /^[^\r\n]*$/,
    'Please enter one line.',
  )

/** A page of the shop, or an address outside of it. */
const MailHref = z
  .string()
  .max(500)
  .regex(/^(\/(?![/\\])[^\s]*|https:\/\/[^\s]+)$/, 'Please enter an address such as /cultured or https://….')

const Text = NonEmptyText.max(4_000, 'Please enter at most 4,000 characters.')

const blocks = [
  z.strictObject({ kind: z.literal('paragraph'), text: Text, claim }),
  z.strictObject({ kind: z.literal('heading'), text: line(140), claim }),
  z.strictObject({
    kind: z.literal('picture'),
    name: NonEmptyText.max(100),
    alt: z.string().max(300),
    href: MailHref.optional(),
  }),
  z.strictObject({ kind: z.literal('button'), label: line(60), href: MailHref }),
  z.strictObject({ kind: z.literal('product'), plan: NonEmptyText.max(60), text: Text, claim }),
  z.strictObject({ kind: z.literal('quotation'), text: Text, source: line(140).optional(), claim }),
  z.strictObject({ kind: z.literal('divider') }),
  z.strictObject({ kind: z.literal('disclaimer') }),
] as const

const CampaignBlock = z.discriminatedUnion('kind', blocks)

export type CampaignBlock = z.output<typeof CampaignBlock>

/** What a campaign says. Texts have the marks of pages for links and for names of species. */
export const CampaignContent = z.strictObject({
  subject: line(140),
  /** The line that mail programs show next to the subject. */
  preheader: line(140),
  heading: line(140),
  blocks: z
    .array(CampaignBlock)
    .min(1, 'Please add at least one block.')
    .max(60, 'Please write at most 60 blocks.'),
})

export type CampaignContent = z.output<typeof CampaignContent>

/** What a new campaign says: nothing yet. */
export const emptyContent = { subject: '', preheader: '', heading: '', blocks: [] } as const

const hrefsOf = (block: CampaignBlock, pageOf: (plan: string) => string): readonly string[] => {
  const inText =
    'text' in block
      ? inlinePieces(block.text).flatMap((piece) => (piece.kind === 'link' ? [piece.href] : []))
      : []
  if (block.kind === 'product') return [...inText, pageOf(block.plan)]
  return 'href' in block && block.href !== undefined ? [...inText, block.href] : inText
}

/** The addresses that a campaign leads to, each once, in their order; `pageOf` is the page of a plan. */
export const linksOf = ({ blocks: all }: CampaignContent, pageOf: (plan: string) => string): string[] => [
  ...new Set(all.flatMap((block) => hrefsOf(block, pageOf))),
]

export const campaignStates = ['draft', 'scheduled', 'sending', 'sent', 'stopped'] as const

export type CampaignState = (typeof campaignStates)[number]

/** From this many recipients on a second person agrees. */
export const secondPersonFrom = 100

/** What is not sent within this time is not made up for: a worker that was away does not send everything at once. */
const longestBurst = Temporal.Duration.from({ minutes: 5 })

/** The most copies of one turn. */
const mostAtOnce = 500

interface ThrottleFacts {
  /** Null without a limit. */
  readonly perHour: number | null
  /** Until when the limit is used up; null before the first copy. */
  readonly releasedAt: Temporal.Instant | null
}

/** How many copies may be sent now, and until when the limit is used up then. */
export const copiesAllowed = (
  { perHour, releasedAt }: ThrottleFacts,
  now: Temporal.Instant,
): { readonly count: number; readonly usedUntil: (released: number) => Temporal.Instant } => {
  if (perHour === null) return { count: mostAtOnce, usedUntil: () => now }
  const msPerCopy = 3_600_000 / perHour
  const burstMs = Math.ceil(Math.max(longestBurst.total('milliseconds'), msPerCopy))
  const earliest = now.subtract({ milliseconds: burstMs })
  const from =
    releasedAt !== null && Temporal.Instant.compare(releasedAt, earliest) > 0 ? releasedAt : earliest
  const elapsed = now.epochMilliseconds - from.epochMilliseconds
  // At the beginning one copy, and then one after the other.
  const count = releasedAt === null ? 1 : Math.min(mostAtOnce, Math.floor(elapsed / msPerCopy))
  const start = releasedAt === null ? now : from
  return {
    count: Math.max(0, count),
    usedUntil: (released) =>
      Temporal.Instant.fromEpochMilliseconds(
        Math.ceil(start.epochMilliseconds + (releasedAt === null ? 0 : released * msPerCopy)),
      ),
  }
}

/** Whether a number of recipients is still about the one that somebody was shown and typed. */
export const isAboutSame = (counted: number, shown: number): boolean =>
  Math.abs(counted - shown) <= Math.max(20, shown / 100)
