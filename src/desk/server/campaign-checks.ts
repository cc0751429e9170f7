import { isPublished } from '#content/rules/publication.ts'
import { uploadedNames } from '#content/server/page-pictures.ts'
import { contentToday } from '#content/server/pages.ts'
import { checkContent, hasClaims, mostBytes } from '#newsletter/rules/campaign-check.ts'
import type { CampaignProblem } from '#newsletter/rules/campaign-check.ts'
import type { CampaignContent } from '#newsletter/rules/campaign-content.ts'
import { campaignDocument, campaignPlans, isMailPicture } from '#newsletter/server/campaigns.ts'
import type { CampaignPlans, CampaignVersion } from '#newsletter/server/campaigns.ts'
import { brand } from '#shared/brand.ts'
import { isUploadedName } from '#shared/uploaded-picture.ts'
import type { MailContent } from '#platform/mail.ts'
import { renderMail } from '#platform/render-mail.ts'
import type { PageServices } from './page-checks.ts'

/** What was found on a version as it would be sent. */
export interface CheckedCampaign {
  /** Null when it cannot be sent or shown at all. */
  readonly content: CampaignContent | null
  readonly problems: readonly CampaignProblem[]
  readonly hasClaims: boolean
  /** As a test copy; null when it cannot be shown. */
  readonly mail: MailContent | null
}

const uploadedIn = (content: unknown): string[] => [
  ...new Set(JSON.stringify(content).match(/u-[0-9a-f]{16}-\d{1,4}x\d{1,4}/g)),
]

const draw = (publicUrl: string, plans: CampaignPlans, content: CampaignContent): Promise<MailContent> =>
  renderMail(
    // The longest links that a copy can have, so that none is larger than what is measured.
    campaignDocument(content, {
      publicUrl,
      linkTo: (href) => href,
      unsubscribeUrl: `${publicUrl}/newsletter/`,
      plans,
    }),
  )

const mailProblems = ({ html, text }: MailContent): CampaignProblem[] => {
  const bytes = Buffer.byteLength(html)
  const isWhole = [html, text].every(
    (form) => form.includes('Unsubscribe') && brand.seller.lines.every((line) => form.includes(line)),
  )
  return [
    ...(bytes > mostBytes
      ? [
          {
            check: 'size' as const,
            field: '',
            message: `It is ${Math.ceil(bytes / 1_000)} kB; at most 100 kB are shown as a whole.`,
          },
        ]
      : []),
    ...(isWhole
      ? []
      : [
          {
            check: 'texts' as const,
            field: '',
            message: 'The way to unsubscribe or the postal address is missing.',
          },
        ]),
  ]
}

/** Checks a version as it would be sent now, and draws it. */
export const checkCampaign = async (
  { deps, pages, nameable, isScreen }: PageServices,
  { content: saved }: Pick<CampaignVersion, 'content'>,
): Promise<CheckedCampaign> => {
  const plans = await campaignPlans(deps)
  const uploaded = await uploadedNames(deps.database, uploadedIn(saved))
  const today = contentToday(deps)
  const checked = checkContent(saved, {
    known: {
      isScreen,
      pageAt: (path) => {
        const found = pages.byPath(path)
        return found && isPublished(found, today) ? found : undefined
      },
    },
    isPicture: (name) =>
      isMailPicture(name) && (isUploadedName(name) ? uploaded.has(name) : nameable.pictures.has(name)),
    isPlan: plans.isPlan,
    pageOf: plans.pageOf,
  })
  if (checked.kind === 'unreadable')
    return { content: null, problems: checked.problems, hasClaims: false, mail: null }
  const { content } = checked
  const mail = await draw(deps.publicUrl, plans, content)
  return {
    content,
    problems: [...checked.problems, ...mailProblems(mail)],
    hasClaims: hasClaims(content),
    mail,
  }
}
