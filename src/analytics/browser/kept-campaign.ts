import { campaignFrom, keptCampaign, nextCampaign } from '../rules/campaign.ts'
import { isMetaClickId, metaClickId } from '../rules/meta-click.ts'
import { keepNote, keptNote } from './browser-ground.ts'

const campaignNote = 'campaign'
const clickNote = 'click'

interface Arrival {
  readonly search: string
  /** Without port. */
  readonly host: string
  /** Epoch milliseconds. */
  readonly now: number
  readonly may: (part: 'campaign' | 'click') => boolean
}

/** Keeps what the address says of a campaign and of a click, as far as it may be known; what may not be is forgotten. */
export const keepArrival = ({ search, host, now, may }: Arrival): void => {
  const query = new URLSearchParams(search)
  if (may('campaign')) {
    const told = campaignFrom(query)
    if (Object.keys(told).length > 0)
      keepNote(campaignNote, JSON.stringify(nextCampaign(keptCampaign(keptNote(campaignNote)), told)))
  } else keepNote(campaignNote, null)
  if (may('click')) {
    const click = metaClickId(query, host, now)
    if (click !== null) keepNote(clickNote, click)
  } else keepNote(clickNote, null)
}

/** What every message says beside what happened: the last and first campaign values, and the click. */
export const arrivalContext = () => {
  const { first, last } = keptCampaign(keptNote(campaignNote))
  const click = keptNote(clickNote) ?? ''
  return {
    ...(Object.keys(last).length > 0 ? { campaign: last, first_campaign: first } : {}),
    ...(isMetaClickId(click) ? { click_id: click } : {}),
  }
}
