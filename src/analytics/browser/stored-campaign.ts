import {
  campaignFrom,
  parseCampaignHistory,
  nextCampaign,
  isMetaClickId,
  metaClickId,
} from '../rules/campaign.ts'
import { storeItem, storedItem } from './browser-storage.ts'

const campaignKey = 'campaign'
const clickKey = 'click'

interface Arrival {
  readonly search: string
  /** Without port. */
  readonly host: string
  /** Epoch milliseconds. */
  readonly now: number
  readonly isAllowed: (part: 'campaign' | 'click') => boolean
}

/** Stores what the URL says about a campaign and a click, as far as consent allows; the rest is removed. */
export const storeArrival = ({ search, host, now, isAllowed }: Arrival): void => {
  const query = new URLSearchParams(search)
  if (isAllowed('campaign')) {
    const campaign = campaignFrom(query)
    if (Object.keys(campaign).length > 0)
      storeItem(
        campaignKey,
        JSON.stringify(nextCampaign(parseCampaignHistory(storedItem(campaignKey)), campaign)),
      )
  } else storeItem(campaignKey, null)
  if (isAllowed('click')) {
    const click = metaClickId(query, host, now)
    if (click !== null) storeItem(clickKey, click)
  } else storeItem(clickKey, null)
}

/** What every message contains in addition to the event: the last and first campaign values, and the click. */
export const arrivalContext = () => {
  const { first, last } = parseCampaignHistory(storedItem(campaignKey))
  const click = storedItem(clickKey) ?? ''
  return {
    ...(Object.keys(last).length > 0 ? { campaign: last, first_campaign: first } : {}),
    ...(isMetaClickId(click) ? { click_id: click } : {}),
  }
}
