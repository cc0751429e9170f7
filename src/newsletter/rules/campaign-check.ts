import { inlinePieces } from '#content/rules/inline-text.ts'
import { changedClaims } from '#content/rules/page-claims.ts'
import type { KnownAddresses } from '#content/rules/page-check.ts'
import { CampaignContent, linksOf } from './campaign-content.ts'
import type { CampaignBlock } from './campaign-content.ts'

/** What is looked at before a campaign is sent. */
export const campaignChecks = ['texts', 'links', 'pictures', 'claims', 'size'] as const

/** What keeps a campaign from being sent, and the field that it is in. */
export interface CampaignProblem {
  readonly check: (typeof campaignChecks)[number]
  /** `blocks.2.href`; empty for the whole. */
  readonly field: string
  readonly message: string
}

/** Gmail cuts off what is longer; the rest of a mail is hidden with its unsubscribe link. */
export const mostBytes = 100_000

interface CheckFacts {
  readonly known: KnownAddresses
  readonly isPicture: (name: string) => boolean
  readonly isPlan: (code: string) => boolean
  readonly pageOf: (plan: string) => string
}

const forbiddenWords = /\b(cures?|detox\w*|boosts?|boosting|clinically proven|miracles?)\b/i
const claimWords =
  /\b(supports?|supporting|promotes?|maintains?|strengthens?|improves?|relieves?|regulates?|balances?)\b/i

const pathOf = (href: string): string => (/^[^?#]*/.exec(href)?.[0] ?? '').replace(/(.)\/$/, '$1')

const linkProblems = (content: CampaignContent, { known, pageOf }: CheckFacts): CampaignProblem[] =>
  linksOf(content, pageOf).flatMap((href) => {
    if (/^https:\/\/[^\s/]/.test(href)) return []
    const path = pathOf(href)
    if (href.startsWith('/') && (known.pageAt(path) !== undefined || known.isScreen(path))) return []
    const message = href.startsWith('/')
      ? `The shop has no page at ${path}.`
      : `${href} is no address: begin with / or with https://.`
    return [{ check: 'links', field: '', message }]
  })

const pictureProblems = (block: CampaignBlock, field: string, facts: CheckFacts): CampaignProblem[] => {
  if (block.kind !== 'picture') return []
  const { name, alt } = block
  return [
    ...(facts.isPicture(name)
      ? []
      : [{ check: 'pictures' as const, field: `${field}.name`, message: `There is no picture ${name}.` }]),
    ...(alt.trim() === ''
      ? [
          {
            check: 'pictures' as const,
            field: `${field}.alt`,
            message: `The picture ${name} has no description.`,
          },
        ]
      : []),
  ]
}

const textProblems = (block: CampaignBlock, field: string, facts: CheckFacts): CampaignProblem[] => {
  if (!('text' in block)) return []
  const isPriced = inlinePieces(block.text).some(({ kind }) => kind === 'price' || kind === 'shipping')
  const problem = (check: 'texts' | 'claims', message: string) => ({ check, field: `${field}.text`, message })
  return [
    ...(isPriced
      ? [problem('texts', 'Prices and fees change after a mail is sent: lead to the page instead.')]
      : []),
    ...(forbiddenWords.test(block.text) ? [problem('claims', 'This promises what cannot be shown.')] : []),
    ...(!block.claim && claimWords.test(block.text)
      ? [problem('claims', 'This says what a product does: mark it as a claim.')]
      : []),
    ...(block.kind === 'product' && !facts.isPlan(block.plan)
      ? [{ check: 'texts' as const, field: `${field}.plan`, message: `There is no plan ${block.plan}.` }]
      : []),
  ]
}

const claimProblems = (content: CampaignContent): CampaignProblem[] => {
  const claims = changedClaims({}, content)
  const hasDisclaimer = content.blocks.some(({ kind }) => kind === 'disclaimer')
  return [
    ...(claims.length > 0 && !hasDisclaimer
      ? [
          {
            check: 'claims' as const,
            field: 'blocks',
            message: 'A newsletter with a claim has the disclaimer.',
          },
        ]
      : []),
    ...claims
      .filter(({ hasSource }) => !hasSource)
      .map(({ path }) => ({
        check: 'claims' as const,
        field: path.map(String).join('.'),
        message: 'A claim links to its source.',
      })),
  ]
}

/** Whether a campaign says what a product does to the body: then a second person reads it. */
export const hasClaims = (content: CampaignContent): boolean => changedClaims({}, content).length > 0

export type CheckedContent =
  | { readonly kind: 'unreadable'; readonly problems: readonly CampaignProblem[] }
  | {
      readonly kind: 'read'
      readonly content: CampaignContent
      readonly problems: readonly CampaignProblem[]
    }

/** The problems that prevent a campaign from being sent; empty for one that can be sent. */
export const checkContent = (saved: unknown, facts: CheckFacts): CheckedContent => {
  const read = CampaignContent.safeParse(saved)
  if (!read.success)
    return {
      kind: 'unreadable',
      problems: read.error.issues.map(({ path, message }) => ({
        check: 'texts',
        field: path.map(String).join('.'),
        message,
      })),
    }
  const content = read.data
  const inBlocks = content.blocks.flatMap((block, place) => [
    ...textProblems(block, `blocks.${place}`, facts),
    ...pictureProblems(block, `blocks.${place}`, facts),
  ])
  return {
    kind: 'read',
    content,
    problems: [...linkProblems(content, facts), ...inBlocks, ...claimProblems(content)],
  }
}
