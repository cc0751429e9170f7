import { listPlans } from '#catalogue/server/plans.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import { parseTopic, topics } from '#contact/rules/message.ts'
import { ShopError } from '#shared/errors.ts'
import { allows } from '#shared/staff.ts'
import { readDaySoFar } from '#report/server/day-totals.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { failedJobs } from '#platform/job-history.ts'
import { staffOf } from '#platform/request-context.ts'
import type { Handler, Staff } from '#platform/request-context.ts'
import type * as endpoints from '../home-endpoints.ts'
import type { DaySoFarReply, RunAccountReply } from '../home-endpoints.ts'
import { runAccount } from '../rules/run-account.ts'
import { parkedText } from '../rules/parked-words.ts'
import { refusedRefundText } from '../rules/refused-refund-words.ts'
import { problemAddress } from '../rules/problem-words.ts'
import { readKind, waitingText } from '../rules/approval.ts'
import { workKindsFor, workText, workTitle } from '../rules/work-kinds.ts'
import type { WorkKind } from '../rules/work-kinds.ts'
import { isStockWork, stockWorkRows } from './stock-work.ts'
import { undeliveredActions, workViewOf } from './undelivered.ts'
import { createWorkCounts, instant, kindOfJob, readWork, stoppedOf, wireSum } from './work-lines.ts'
import type { WorkServices } from './work-lines.ts'
import { selectRun, selectRunEntries, selectRunGroups, selectWork } from './work-store.ts'
import type { WorkRow } from './work-store.ts'

/** This many rows are listed; the next ones appear once these are done. */
const maxRows = 200

const wireRun = async (
  { database }: AppDeps,
  run: NonNullable<Awaited<ReturnType<typeof selectRun>>>,
): Promise<RunAccountReply> => {
  const account = runAccount(run.due, await selectRunGroups(database, run.id))
  return {
    ...run,
    due_sums: account.dueSums.map(wireSum),
    rows: account.rows.map((row) => ({ ...row, sums: row.sums.map(wireSum) })),
    missing: account.missingCount,
    missing_sums: account.missingSums.map(wireSum),
  }
}

/** The day so far: figures without names, for everybody who sees the report. */
const wireDay = async (
  deps: AppDeps,
  { role }: Staff,
  now: Temporal.Instant,
): Promise<DaySoFarReply | null> => {
  if (!allows(role, 'report:read')) return null
  const { days, rows } = await readDaySoFar(deps, now, allows(role, 'orders:read'))
  return {
    days: [days.today, days.yesterday, days['last-week']],
    rows: rows.map(({ name, definition, currency, figures, href, today, yesterday }) => ({
      name,
      definition,
      figures: figures.map((figure) =>
        currency === null
          ? { count: figure, sums: [] }
          : { count: null, sums: [wireSum({ currency, cents: figure })] },
      ),
      href,
      line: { today: [...today], yesterday: [...yesterday] },
    })),
  }
}

const stoppedRowsOf = async (services: WorkServices) => {
  const stopped = await stoppedOf(services)
  return {
    count: stopped.length,
    rows: stopped.map(({ name, title, stopReason, endedAt }) => ({
      id: name,
      text: `${title === '' ? name : title}: ${stopReason}`,
      href: `/desk/experiments/${name}`,
      at: endedAt,
      due_at: null,
      amount: null,
      actions: [],
      retry: null,
    })),
  }
}

const rowTexts: Partial<Readonly<Record<WorkKind, (row: WorkRow) => string>>> = {
  'delivery-late': ({ detail }) => `A delivery of ${detail}`,
  'renewal-parked': ({ detail, about }) => `${about ?? 'A subscription'}: ${parkedText(detail)}`,
  'payment-unknown': ({ detail }) => `A charge of a ${detail}`,
  'approval-waiting': ({ about, order_number: number }) => waitingText(readKind(about ?? ''), number),
  'shipment-silent': ({ order_number: number }) => `Order ${number ?? ''}: on its way`,
  'refund-refused': ({ order_number: number, detail }) =>
    `Order ${number ?? ''}: ${refusedRefundText(detail)}`,
  'problem-open': ({ id, detail }) => `${id}: ${detail.replaceAll('-', ' ')}`,
  'message-waiting': ({ detail }) => topics[parseTopic(detail)],
}

const plainText = ({ order_number: number, detail }: WorkRow): string =>
  [number === null ? '' : `Order ${number}`, detail].filter((word) => word !== '').join(': ')

/** What a row opens: its order, the list that it is decided in, or its member where the role may see them. */
const hrefOf = (kind: WorkKind, row: WorkRow, mayOpenMember: boolean): string | null => {
  if (kind === 'approval-waiting') return `/desk/approvals/${row.id}`
  if (kind === 'lot-expiring' || kind === 'lot-unsold')
    return `/desk/stock/${encodeURIComponent(row.id.split(' ')[0] ?? '')}`
  if (kind === 'delivery-late') return `/desk/stock/${encodeURIComponent(row.detail)}`
  if (kind === 'review-waiting') return '/desk/reviews'
  // A return is named by its own number, a withdrawal by that of its order.
  if (kind === 'return-expected') return `/desk/fulfillment/returns/${encodeURIComponent(row.detail)}`
  if (kind === 'withdrawal-open' && row.order_number !== null)
    return `/desk/fulfillment/returns/${encodeURIComponent(row.order_number)}`
  if (kind === 'renewal-parked') return mayOpenMember ? `/desk/subscriptions/${row.id}` : null
  if (kind === 'refund-refused') return `/desk/refunds/${row.id}`
  if (kind === 'problem-open') return problemAddress(row.id)
  if (kind === 'webhook-failed') return `/desk/developers/webhooks/${row.id}`
  if (kind === 'message-waiting') return `/desk/messages/${row.id}`
  if (row.order_number !== null) return `/desk/orders/${encodeURIComponent(row.order_number)}`
  return row.account_id !== null && mayOpenMember ? `/desk/members/${row.account_id}` : null
}

/** Jobs that were given up, one row for each kind of job. */
const jobRowsOf = async ({ database }: AppDeps, kind: WorkKind) => {
  const jobs = (await failedJobs(database)).filter((job) => kindOfJob(job.kind) === kind)
  return {
    count: jobs.reduce((sum, { count }) => sum + count, 0),
    rows: jobs.map(({ kind: id, count, since }) => ({
      id,
      text: `${id} (${count})`,
      href: null,
      at: instant(since)?.toString() ?? null,
      due_at: null,
      amount: null,
      actions: [],
      retry: null,
    })),
  }
}

/** Parked subscriptions are named by their plans. */
const withPlanNames = async (deps: AppDeps, rows: readonly WorkRow[]): Promise<readonly WorkRow[]> => {
  const plans = await listPlans(deps, defaultCurrency)
  return rows.map((row) => ({ ...row, about: plans.get(row.about ?? '')?.name ?? row.about }))
}

const rowsOf = async (services: WorkServices, kind: WorkKind, actor: Staff) => {
  const { deps } = services
  if (kind === 'experiment-stopped') return stoppedRowsOf(services)
  if (isStockWork(kind)) return stockWorkRows(deps, kind)
  if (kind === 'job-failed' || kind === 'mail-failed') return jobRowsOf(deps, kind)
  const mayOpenMember = allows(actor.role, 'members:read')
  const found = await selectWork(deps.database, kind, workViewOf(deps, actor), maxRows + 1)
  const rows = kind === 'renewal-parked' ? await withPlanNames(deps, found) : found
  const wire = rows.map((row) => ({
    id: row.id,
    text: (rowTexts[kind] ?? plainText)(row),
    href: hrefOf(kind, row, mayOpenMember),
    at: instant(row.at)?.toString() ?? null,
    due_at: instant(row.due_at)?.toString() ?? null,
    amount:
      row.cents === null || row.currency === null
        ? null
        : wireSum({ cents: row.cents, currency: row.currency }),
    actions: undeliveredActions(kind, row, actor.role),
    retry: kind === 'renewal-parked' ? row.id : null,
  }))
  return { count: Math.min(rows.length, maxRows), rows: wire }
}

const createWorkHandlers = (services: WorkServices) => {
  const { deps } = services
  const counts = createWorkCounts(services)
  const viewDeskHome: Handler<typeof endpoints.viewDeskHome> = async (context) => {
    const actor = staffOf(context)
    const now = deps.clock.now()
    const [work, run, day] = await Promise.all([
      readWork(services, actor),
      allows(actor.role, 'orders:read') ? selectRun(deps.database, null) : null,
      wireDay(deps, actor, now),
    ])
    counts.remember(actor, work)
    return { now: now.toString(), work: [...work], run: run === null ? null : await wireRun(deps, run), day }
  }
  const listDeskWork: Handler<typeof endpoints.listDeskWork> = async (context, { kind }) => {
    const actor = staffOf(context)
    if (!workKindsFor(actor.role).includes(kind)) throw new ShopError('NOT_FOUND')
    const { count, rows } = await rowsOf(services, kind, actor)
    return {
      title: workTitle(kind, count),
      what: workText(kind).what,
      is_more: rows.length > maxRows,
      rows: rows.slice(0, maxRows),
    }
  }
  const countDeskWork: Handler<typeof endpoints.countDeskWork> = async (context) => ({
    places: (await counts.read(staffOf(context))).map(({ isUrgent, ...place }) => ({
      ...place,
      is_urgent: isUrgent,
    })),
  })
  return { viewDeskHome, listDeskWork, countDeskWork }
}

const createRunHandlers = (deps: AppDeps) => {
  const listRenewalEntries: Handler<typeof endpoints.listRenewalEntries> = async (_context, payload) => {
    const run = await selectRun(deps.database, payload.id)
    if (run === null) throw new ShopError('NOT_FOUND')
    const plans = await listPlans(deps, defaultCurrency)
    const entries = await selectRunEntries(deps.database, run.id, payload.outcome, maxRows + 1)
    return {
      run: await wireRun(deps, run),
      is_more: entries.length > maxRows,
      entries: entries.slice(0, maxRows).map(({ currency, due_cents: cents, plan_code: plan, ...entry }) => ({
        ...entry,
        name: plans.get(plan ?? '')?.name ?? plan ?? '',
        due: currency === null || cents === null ? null : wireSum({ currency, cents }),
      })),
    }
  }
  return { listRenewalEntries }
}

/** The home of the desk: what needs a person, the last renewal run, and the day so far. */
export const createHomeHandlers = (services: WorkServices) => ({
  ...createWorkHandlers(services),
  ...createRunHandlers(services.deps),
})
