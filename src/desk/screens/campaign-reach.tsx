import type { ReplyOf } from '#shared/endpoint.ts'
import type { viewCampaignReach } from '../campaign-endpoints.ts'
import { leftOutWords } from '../rules/campaign-words.ts'
import { Section, Sums } from './parts/section.tsx'

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
