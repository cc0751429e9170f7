import type { LoaderFunctionArgs } from 'react-router'
import type { ReplyOf } from '#shared/endpoint.ts'
import { allows } from '#shared/staff.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { viewDeskCampaign } from '../campaign-endpoints.ts'
import type { viewCampaignReach } from '../campaign-endpoints.ts'
import { campaignMarks, leftOutWords } from '../rules/campaign-words.ts'
import { DeskHead, Views } from './parts/desk-head.tsx'
import { StateMark } from './parts/mark.tsx'
import { timeText } from './parts/times.tsx'
import { Section, Sums } from './parts/section.tsx'

export type DeskCampaign = ReplyOf<typeof viewDeskCampaign>

/** The campaign of the address, and whether this person may change it. */
export const loadCampaign = async ({ context, params }: Pick<LoaderFunctionArgs, 'context' | 'params'>) => {
  const { call, actor, requestId } = context.get(shopContext)
  const campaign = await call(viewDeskCampaign, { id: params['id'] ?? '' })
  const mayChange = actor.kind === 'staff' && allows(actor.role, 'newsletters:change')
  const staffId = actor.kind === 'staff' ? actor.staffId : ''
  return { title: campaign.subject || 'Campaign', campaign, mayChange, staffId, requestId }
}

const parts = [
  ['write', 'Write', ''],
  ['audience', 'Who gets it', '/audience'],
  ['send', 'Check and send', '/send'],
  ['results', 'Results', '/results'],
] as const

type CampaignPart = (typeof parts)[number][0]

const stateText = ({ state, send_at: at, changed_by: by, changed_at: changed }: DeskCampaign): string => {
  if (state === 'draft') return `saved ${timeText(changed)} by ${by}`
  return at === null ? '' : `from ${timeText(at)} on`
}

/** The head of every page of a campaign. */
export const CampaignHead = ({ campaign, part }: { campaign: DeskCampaign; part: CampaignPart }) => (
  <>
    <DeskHead
      crumb={<a href="/desk/newsletters">Newsletters</a>}
      title={campaign.subject === '' ? 'No subject yet' : campaign.subject}
      sub={
        <>
          <StateMark mark={campaignMarks[campaign.state]} /> {stateText(campaign)}
        </>
      }
    />
    <Views
      label="Parts of the campaign"
      views={parts.map(([name, label, path]) => ({
        label,
        href: `/desk/newsletters/${campaign.id}${path}`,
        isCurrent: name === part,
      }))}
    />
  </>
)

export const numberText = (value: number): string => value.toLocaleString('en-US')

/** Who gets a campaign now, and why others on the list do not. */
export const CampaignReach = ({ reach }: { readonly reach: ReplyOf<typeof viewCampaignReach> }) => {
  const all = reach.left_out.reduce((sum, { count }) => sum + count, reach.count)
  return (
    <>
      <Section title="Who gets it">
        <Sums
          label="Subscribers who get it"
          rows={[
            { name: 'On the list', amount: numberText(all) },
            ...reach.left_out
              .filter(({ count }) => count > 0)
              .map(({ reason, count }) => ({ name: leftOutWords[reason], amount: `−${numberText(count)}` })),
            { name: 'Get it', amount: numberText(reach.count), isTotal: true },
          ]}
        />
        <p>Nobody without proof of consent can be chosen.</p>
      </Section>
      {reach.sample.length === 0 ? null : (
        <Section title="Some of them">
          <ul>
            {reach.sample.map((email) => (
              <li key={email}>{email}</li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}
