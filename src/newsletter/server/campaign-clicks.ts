import type { AppDeps } from '#platform/app-deps.ts'
import { brand } from '#shared/brand.ts'
import { CampaignContent, linksOf } from '../rules/campaign-content.ts'
import { campaignPlans } from './campaign-mail.ts'
import { selectCampaign, selectVersion } from './campaign-store.ts'
import { selectLinkClicks } from './copy-store.ts'

/** Readers who followed a link for the first time on a day of the shop's time zone. */
export interface LinkClicks {
  readonly href: string
  readonly day: string
  readonly readers: number
}

/** What a campaign leads to, in the order of its mail, and who followed what on which day. */
export interface CampaignClicks {
  readonly links: readonly string[]
  readonly clicks: readonly LinkClicks[]
}

/** By the version that was sent; empty for a campaign of which nothing was. A reader counts once for each link. */
export const campaignClicks = async (deps: AppDeps, id: string): Promise<CampaignClicks> => {
  const { database } = deps
  const sentVersion = (await selectCampaign(database, id))?.sentVersion ?? null
  const version = sentVersion === null ? null : await selectVersion(database, id, sentVersion)
  const content = version && CampaignContent.safeParse(version.content).data
  if (!content) return { links: [], clicks: [] }
  const links = linksOf(content, (await campaignPlans(deps)).pageOf)
  const clicks = (await selectLinkClicks(database, id, brand.timeZone)).map(({ link, ...rest }) => ({
    ...rest,
    href: links[link] ?? '',
  }))
  return { links, clicks }
}
