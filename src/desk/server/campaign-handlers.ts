import { availableStock, listPlans } from '#catalogue/server/plans.ts'
import { formNode, textsOfValue, valueIn } from '#content/rules/form-shape.ts'
import { countries } from '#location/rules/countries.ts'
import { CampaignContent, emptyContent } from '#newsletter/rules/campaign-content.ts'
import { everySubscriber, segmentRefusals } from '#newsletter/rules/segment.ts'
import type { Segment } from '#newsletter/rules/segment.ts'
import {
  campaignClicks,
  campaignsBefore,
  countCopies,
  createCampaign,
  readCampaign,
  revenueOf,
  saveCampaign,
  selectCampaignOrders,
  selectCopyRows,
} from '#newsletter/server/campaigns.ts'
import type { Campaign } from '#newsletter/server/campaigns.ts'
import { recordAction } from '#staff/server/audits.ts'
import { listStaff } from '#staff/server/staff-members.ts'
import { staffOf } from '#platform/request-context.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import { currencies } from '#shared/currency-codes.ts'
import { ShopError } from '#shared/errors.ts'
import { isRecord } from '#shared/is-record.ts'
import { wirePrice } from '#shared/money.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import { seesNames } from '#shared/staff.ts'
import type { StaffRole } from '#shared/staff.ts'
import type * as endpoints from '../campaign-endpoints.ts'
import { maskedEmail } from '../rules/masked-email.ts'
import { campaignSubject, openCampaignRequest } from './campaign-approval.ts'
import { checkCampaign } from './campaign-checks.ts'
import { staffNames } from './page-checks.ts'
import type { PageServices } from './page-checks.ts'

type Handlers = HandlersFor<typeof endpoints>
type NameOf = (id: string | null) => string

const campaignsOfPage = 50
const rowsOfPage = 200

const contentForm = formNode(CampaignContent)

/** An address as a role may see it. */
export const shownEmail = (role: StaffRole, email: string): string =>
  seesNames(role) ? email : maskedEmail(email)

const wireCampaign = (campaign: Campaign, subject: string, nameOf: NameOf) => ({
  id: campaign.id,
  subject,
  state: campaign.state,
  send_at: campaign.sendAt?.toString() ?? null,
  ended_at: campaign.endedAt?.toString() ?? null,
  created_at: campaign.createdAt.toString(),
  created_by: nameOf(campaign.createdBy),
})

const subjectOf = (content: Readonly<Record<string, unknown>>): string =>
  typeof content['subject'] === 'string' ? content['subject'] : ''

/** What a version says, in the fields of its form. */
const wireTexts = (content: Readonly<Record<string, unknown>>) =>
  [...textsOfValue(contentForm, content)].map(([field, value]) => ({ field, value }))

const createListHandlers = ({
  deps,
}: PageServices): Pick<Handlers, 'listDeskCampaigns' | 'createDeskCampaign'> => ({
  listDeskCampaigns: async (_context, { after }) => {
    const [rows, nameOf] = await Promise.all([
      campaignsBefore(deps.database, after, campaignsOfPage),
      staffNames(deps),
    ])
    const page = rows.slice(0, campaignsOfPage)
    const last = page.at(-1)
    return {
      campaigns: page.map((one) => wireCampaign(one, one.subject, nameOf)),
      older: rows.length > campaignsOfPage && last ? `${last.createdAt.toString()}~${last.id}` : null,
    }
  },
  createDeskCampaign: async (context) => {
    const actor = staffOf(context)
    const id = await inTransaction(deps, async (tx) => {
      const made = await createCampaign(tx, {
        content: emptyContent,
        segment: everySubscriber,
        staffId: actor.staffId,
      })
      const subject = campaignSubject(made ?? '')
      recordAction(tx, { actor, requestId: context.requestId }, { action: 'newsletter.created', subject })
      return made
    })
    return { id: id ?? '' }
  },
})

const resultsOf = async ({ deps }: PageServices, id: string) => {
  const [counts, revenue] = await Promise.all([countCopies(deps.database, id), revenueOf(deps.database, id)])
  const { leftOut, countsClicks, waiting, queued, sending, ...rest } = counts
  return {
    counts: { ...rest, waiting: waiting + queued + sending, left_out: leftOut, counts_clicks: countsClicks },
    revenue: revenue.map(({ currency, orders, cents }) => ({
      currency,
      orders,
      amount: wirePrice(cents, currency),
    })),
  }
}

const createViewHandler = (services: PageServices): Pick<Handlers, 'viewDeskCampaign'> => ({
  viewDeskCampaign: async (context, { id }) => {
    const { deps } = services
    const { campaign, latest } = await readCampaign(deps.database, id)
    const [checked, staff, request, nameOf, results] = await Promise.all([
      checkCampaign(services, latest),
      listStaff(deps.database),
      openCampaignRequest(deps, id),
      staffNames(deps),
      resultsOf(services, id),
    ])
    return {
      ...wireCampaign(campaign, subjectOf(latest.content), nameOf),
      version: campaign.version,
      changed_at: latest.madeAt.toString(),
      changed_by: nameOf(latest.madeBy),
      values: wireTexts(latest.content),
      segment: latest.segment,
      problems: checked.problems.map((problem) => ({ ...problem })),
      has_claims: checked.hasClaims,
      per_hour: campaign.perHour,
      scheduled_by: campaign.scheduledBy && nameOf(campaign.scheduledBy),
      approved_by: campaign.approvedBy && nameOf(campaign.approvedBy),
      request: request && {
        id: request.id,
        by: request.requested_by_name,
        is_own: request.requested_by === staffOf(context).staffId,
      },
      staff: staff
        .filter(({ joinedAt, endedAt }) => joinedAt !== null && endedAt === null)
        .map(({ id: staffId, name }) => ({ id: staffId, name })),
      ...results,
    }
  },
})

const lightOnly = '@media not all'
const byPreference = '@media (prefers-color-scheme: dark)'

const createPreviewHandler = (services: PageServices): Pick<Handlers, 'previewDeskCampaign'> => ({
  previewDeskCampaign: async (_context, { id, look }) => {
    const { latest } = await readCampaign(services.deps.database, id)
    const { mail } = await checkCampaign(services, latest)
    if (mail === null) return { html: null, text: null, bytes: 0 }
    const html = mail.html.replace(byPreference, look === 'dark' ? '@media all' : lightOnly)
    return { html, text: mail.text, bytes: Buffer.byteLength(mail.html) }
  },
})

const save = (
  { deps }: PageServices,
  context: RequestContext,
  id: string,
  what: 'content' | 'segment',
  change: Omit<Parameters<typeof saveCampaign>[2], 'staffId'>,
): ReturnType<typeof saveCampaign> => {
  const actor = staffOf(context)
  return inTransaction(deps, async (tx) => {
    const saved = await saveCampaign(tx, id, { ...change, staffId: actor.staffId })
    if (saved.kind === 'conflict') return saved
    recordAction(
      tx,
      { actor, requestId: context.requestId },
      { action: 'newsletter.changed', subject: campaignSubject(id), after: { version: saved.version, what } },
    )
    return saved
  })
}

const requireKnownCodes = async (deps: PageServices['deps'], segment: Segment): Promise<void> => {
  const plans = await listPlans(deps, defaultCurrency)
  const stocks = Object.keys(await availableStock(deps.database))
  const products = [...plans.values()].map(({ productId }) => productId)
  const refusals = segmentRefusals(segment, {
    countries: new Set(countries().map(({ code }) => code)),
    currencies: new Set(currencies),
    plans: new Set(plans.keys()),
    products: new Set([...products, ...stocks]),
  })
  if (refusals.size === 0) return
  const fields = Object.fromEntries([...refusals].map(([field, text]) => [`segment.${field}`, text]))
  throw new ShopError('VALIDATION_ERROR', { fields })
}

const createSaveHandlers = (
  services: PageServices,
): Pick<Handlers, 'saveCampaignContent' | 'saveCampaignSegment'> => ({
  saveCampaignContent: async (context, { id, base, values }) => {
    const content = valueIn(contentForm, new Map(values.map(({ field, value }) => [field, value])))
    const saved = await save(services, context, id, 'content', {
      base,
      content: isRecord(content) ? content : {},
    })
    if (saved.kind === 'saved') return { state: 'saved', version: saved.version, theirs: null }
    const { theirs } = saved
    const nameOf = await staffNames(services.deps)
    return {
      state: 'conflict',
      version: theirs.number,
      theirs: {
        by: nameOf(theirs.madeBy),
        values: wireTexts(theirs.content),
        merged: wireTexts(saved.content),
      },
    }
  },
  saveCampaignSegment: async (context, { id, base, segment }) => {
    await requireKnownCodes(services.deps, segment)
    const saved = await save(services, context, id, 'segment', { base, segment })
    if (saved.kind === 'saved') return { state: 'saved', version: saved.version, theirs: null }
    const { theirs, segment: merged } = saved
    const nameOf = await staffNames(services.deps)
    return {
      state: 'conflict',
      version: theirs.number,
      theirs: { by: nameOf(theirs.madeBy), segment: theirs.segment, merged },
    }
  },
})

const createRowHandlers = ({
  deps,
}: PageServices): Pick<Handlers, 'listCampaignCopies' | 'listCampaignOrders'> => ({
  listCampaignCopies: async (context, { id, of, after }) => {
    const { latest } = await readCampaign(deps.database, id)
    const { role } = staffOf(context)
    const rows = await selectCopyRows(deps.database, id, of, after, rowsOfPage)
    const page = rows.slice(0, rowsOfPage)
    return {
      subject: subjectOf(latest.content),
      copies: page.map((row) => ({
        id: row.subscriber_id,
        email: shownEmail(role, row.email),
        state: row.state,
        // What a mail server answers may repeat the address.
        reason: seesNames(role) || row.state === 'left-out' ? (row.reason ?? '') : '',
        at: Temporal.Instant.from(row.at).toString(),
      })),
      older: rows.length > rowsOfPage ? (page.at(-1)?.subscriber_id ?? null) : null,
    }
  },
  listCampaignOrders: async (_context, { id, after }) => {
    const { latest } = await readCampaign(deps.database, id)
    const rows = await selectCampaignOrders(deps.database, id, after, rowsOfPage)
    const page = rows.slice(0, rowsOfPage)
    return {
      subject: subjectOf(latest.content),
      orders: page.map((row) => ({
        id: row.order_id,
        number: row.number,
        placed_at: Temporal.Instant.from(row.placed_at).toString(),
        currency: row.currency,
        amount: wirePrice(row.total_cents, row.currency),
      })),
      older: rows.length > rowsOfPage ? (page.at(-1)?.order_id ?? null) : null,
    }
  },
})

const createClicksHandler = ({ deps }: PageServices): Pick<Handlers, 'viewCampaignClicks'> => ({
  viewCampaignClicks: async (_context, { id }) => {
    await readCampaign(deps.database, id)
    const { links, clicks } = await campaignClicks(deps, id)
    return { links: [...links], clicks: [...clicks] }
  },
})

/** Newsletter campaigns at the desk: the list, one campaign, its draft and the rows behind its numbers. */
export const createCampaignHandlers = (services: PageServices) => ({
  ...createListHandlers(services),
  ...createViewHandler(services),
  ...createPreviewHandler(services),
  ...createSaveHandlers(services),
  ...createRowHandlers(services),
  ...createClicksHandler(services),
})
