import { listPlans } from '#catalogue/server/plans.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import { parseTopic, topics } from '#contact/rules/message.ts'
import type { FlagSource } from '#experiment/server/flag-providers.ts'
import { ShopError } from '#shared/errors.ts'
import { wirePrice } from '#shared/money.ts'
import { allows } from '#shared/staff.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { failedJobs } from '#platform/job-history.ts'
import { staffOf } from '#platform/request-context.ts'
import type { Handler, Staff } from '#platform/request-context.ts'
import type * as endpoints from '../home-endpoints.ts'
import type { DeskWork, RunAccountReply } from '../home-endpoints.ts'
import { runAccount } from '../rules/run-account.ts'
import type { CurrencySum } from '../rules/run-account.ts'
import { WorkKind, workKindsFor, workLayer, workText, workTitle } from '../rules/work-kinds.ts'
import { undeliveredActs, workViewOf } from './undelivered.ts'
import { selectRun, selectRunEntries, selectRunGroups, selectWork, selectWorkGroups } from './work-store.ts'
import type { WorkGroup, WorkRow } from './work-store.ts'

interface HomeServices {
  readonly deps: AppDeps
  readonly flags: FlagSource
}

/** This many rows are listed; the next ones appear once these are done. */
const maxRows = 200

const wireSum = ({ currency, cents }: CurrencySum) => ({ currency, amount: wirePrice(cents, currency) })

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

/** The kind of a job in the worklist. */
const kindOfJob = (kind: string): 'mail-failed' | 'job-failed' =>
  kind.startsWith('mail: ') ? 'mail-failed' : 'job-failed'

const failedGroups = async ({ database }: AppDeps, kinds: readonly WorkKind[]): Promise<WorkGroup[]> =>
  kinds.includes('job-failed')
    ? (await failedJobs(database)).map(({ kind, count, since }) => ({
        kind: kindOfJob(kind),
        count,
        since,
        currency: null,
        cents: null,
        due_at: null,
      }))
    : []

/** Experiments that a guardrail ended, until somebody has decided what comes of them. */
const stoppedOf = async ({ flags }: HomeServices) =>
  (await flags.current()).experiments.filter(
    ({ state, stoppedBy }) => state === 'stopped' && stoppedBy === 'guardrail',
  )

const stoppedGroups = async (services: HomeServices, kinds: readonly WorkKind[]): Promise<WorkGroup[]> => {
  const stopped = kinds.includes('experiment-stopped') ? await stoppedOf(services) : []
  const since = stopped.map(({ endedAt }) => endedAt).toSorted()[0] ?? null
  return stopped.length === 0
    ? []
    : [
        {
          kind: 'experiment-stopped',
          count: stopped.length,
          since,
          currency: null,
          cents: null,
          due_at: null,
        },
      ]
}

const stoppedRowsOf = async (services: HomeServices) => {
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
      acts: [],
    })),
  }
}

const instant = (text: string | null): Temporal.Instant | null =>
  text === null ? null : Temporal.Instant.from(text)

const earliest = (times: readonly (string | null)[]): Temporal.Instant | null =>
  times
    .flatMap((time) => instant(time) ?? [])
    .toSorted((a, b) => Temporal.Instant.compare(a, b))
    .at(0) ?? null

/** One line of the worklist: a kind in all its currencies. */
const workOf = (kind: WorkKind, groups: readonly WorkGroup[], now: Temporal.Instant): DeskWork => {
  const count = groups.reduce((sum, group) => sum + group.count, 0)
  const due = earliest(groups.map(({ due_at: at }) => at))
  return {
    kind,
    layer: workLayer(kind, due, now),
    title: workTitle(kind, count),
    what: workText(kind).what,
    count,
    since: earliest(groups.map(({ since }) => since))?.toString() ?? null,
    due_at: due?.toString() ?? null,
    sums: groups.flatMap(({ currency, cents }) =>
      currency === null || cents === null ? [] : [wireSum({ currency, cents })],
    ),
  }
}

const rowTexts: Partial<Readonly<Record<WorkKind, (row: WorkRow) => string>>> = {
  backorder: ({ id, detail }) => `${id}: ${detail} units below zero`,
  'stock-low': ({ id, detail }) => `${id}: ${detail} left`,
  'delivery-late': ({ detail }) => `A delivery of ${detail}`,
  'renewal-parked': ({ detail }) => `A subscription, at the step “${detail}”`,
  'payment-unknown': ({ detail }) => `A charge of a ${detail}`,
  'approval-waiting': ({ order_number: number }) =>
    number === null ? 'Many orders or subscriptions at once' : `A refund of order ${number}`,
  'shipment-silent': ({ order_number: number }) => `Order ${number ?? ''}: on its way`,
  'message-waiting': ({ detail }) => topics[parseTopic(detail)],
}

const plainText = ({ order_number: number, detail }: WorkRow): string =>
  [number === null ? '' : `Order ${number}`, detail].filter((word) => word !== '').join(': ')

/** What a row opens: its order, the list that it is decided in, or its member where the role may see them. */
const hrefOf = (kind: WorkKind, row: WorkRow, mayOpenMember: boolean): string | null => {
  if (kind === 'approval-waiting') return `/desk/approvals/${row.id}`
  if (kind === 'stock-low') return `/desk/stock/${encodeURIComponent(row.id)}`
  if (kind === 'lot-expiring') return `/desk/stock/${encodeURIComponent(row.id.split(' ')[0] ?? '')}`
  if (kind === 'delivery-late') return `/desk/stock/${encodeURIComponent(row.detail)}`
  if (kind === 'review-waiting') return '/desk/reviews'
  // A return is named by its own number, a withdrawal by that of its order.
  if (kind === 'return-expected') return `/desk/fulfillment/returns/${encodeURIComponent(row.detail)}`
  if (kind === 'withdrawal-open' && row.order_number !== null)
    return `/desk/fulfillment/returns/${encodeURIComponent(row.order_number)}`
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
      acts: [],
    })),
  }
}

const rowsOf = async (services: HomeServices, kind: WorkKind, actor: Staff) => {
  const { deps } = services
  if (kind === 'experiment-stopped') return stoppedRowsOf(services)
  if (kind === 'job-failed' || kind === 'mail-failed') return jobRowsOf(deps, kind)
  const mayOpenMember = allows(actor.role, 'members:read')
  const rows = await selectWork(deps.database, kind, workViewOf(deps, actor), maxRows + 1)
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
    acts: undeliveredActs(kind, row, actor.role),
  }))
  return { count: Math.min(rows.length, maxRows), rows: wire }
}

const createWorkHandlers = (services: HomeServices) => {
  const { deps } = services
  const viewDeskHome: Handler<typeof endpoints.viewDeskHome> = async (context) => {
    const actor = staffOf(context)
    const { role } = actor
    const now = deps.clock.now()
    const kinds = workKindsFor(role)
    const [groups, failed, stopped, run] = await Promise.all([
      selectWorkGroups(deps.database, kinds, workViewOf(deps, actor)),
      failedGroups(deps, kinds),
      stoppedGroups(services, kinds),
      allows(role, 'orders:read') ? selectRun(deps.database, null) : null,
    ])
    const byKind = Map.groupBy([...groups, ...failed, ...stopped], ({ kind }) => kind)
    return {
      now: now.toString(),
      work: WorkKind.options.flatMap((kind) => {
        const own = byKind.get(kind)
        return own ? [workOf(kind, own, now)] : []
      }),
      run: run === null ? null : await wireRun(deps, run),
    }
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
  return { viewDeskHome, listDeskWork }
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

/** The home of the desk: what needs a person, and the last renewal run. */
export const createHomeHandlers = (services: HomeServices) => ({
  ...createWorkHandlers(services),
  ...createRunHandlers(services.deps),
})
