import { flagSentence } from '#experiment/rules/flag-sentence.ts'
import { everyone } from '#experiment/rules/audience.ts'
import { FlagDocument } from '#experiment/rules/flags-file.ts'
import { accountsInUse } from '#experiment/server/experiment-results.ts'
import { flagHistory, publishChange, versionOf } from '#experiment/server/flag-versions.ts'
import type { DocumentVersion } from '#experiment/server/flag-versions.ts'
import { recordAction } from '#staff/server/audits.ts'
import { listStaff } from '#staff/server/staff-members.ts'
import { ShopError } from '#shared/errors.ts'
import type { PayloadOf } from '#shared/endpoint.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import type * as endpoints from '../flag-endpoints.ts'
import { openRequest } from './approval-requests.ts'
import type { FlagServices, RolloutPayload } from './flag-approval.ts'

const versionsShown = 50

const sources: Readonly<Record<DocumentVersion['kind'], string>> = {
  files: 'the shop’s files',
  import: 'an import',
  guardrail: 'a guardrail',
  desk: 'a former colleague',
  approved: 'a former colleague',
}

/** The versions of a name for people, the newest first; `what` says what a document says. */
export const wireHistory = async (
  { database }: AppDeps,
  kind: 'flag' | 'experiment',
  name: string,
  what: (document: unknown, before: unknown) => string,
) => {
  const [history, staff] = await Promise.all([
    flagHistory(database, kind, name, versionsShown),
    listStaff(database),
  ])
  const names = new Map(staff.map(({ id, name: person }) => [id, person ?? '']))
  return history.map(({ number, kind: source, madeAt, staffId, document }, at) => ({
    number,
    at: madeAt.toString(),
    by: names.get(staffId ?? '') ?? sources[source],
    what: what(document, history[at + 1]?.document ?? null),
  }))
}

const flagText = (document: unknown): string => {
  const read = FlagDocument.safeParse(document)
  return read.success ? flagSentence(read.data) : 'cannot be read, so the flag has its default'
}

const wireAudience = ({ countries, ...rest }: FlagDocument['audience']) => ({
  ...rest,
  countries: [...countries],
})

type Handlers = HandlersFor<typeof endpoints>

const createReadHandlers = ({
  deps,
  flags,
}: FlagServices): Pick<Handlers, 'listDeskFlags' | 'viewDeskFlag'> => ({
  listDeskFlags: async () => {
    const current = await flags.current()
    return {
      flags: [...current.flags]
        .map(([name, flag]) => ({ name, ...flag, audience: wireAudience(flag.audience) }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      is_decided_elsewhere: flags.isDecidedElsewhere,
    }
  },
  viewDeskFlag: async (_context, { name }) => {
    const current = await flags.reader.read(deps.database)
    const flag = current.flags.get(name)
    if (!flag) throw new ShopError('NOT_FOUND')
    return {
      name,
      ...flag,
      audience: wireAudience(flag.audience),
      version: versionOf(current, 'flag', name),
      is_decided_elsewhere: flags.isDecidedElsewhere,
      history: await wireHistory(deps, 'flag', name, flagText),
    }
  },
})

const refused = (detail: string): ShopError => new ShopError('ACTION_NOT_ALLOWED', { detail })

const audited = (flag: FlagDocument | undefined) =>
  flag === undefined ? null : { rule: flagSentence(flag), description: flag.description }

const change = async (
  { deps, flags }: FlagServices,
  context: RequestContext,
  { name, base, reason, ...wanted }: PayloadOf<typeof endpoints.changeDeskFlag>,
) => {
  const actor = staffOf(context)
  const document: FlagDocument = wanted
  if (base === 0 && (await flags.reader.read(deps.database)).flags.has(name))
    throw new ShopError('VALIDATION_ERROR', { fields: { name: 'There is a flag of this name.' } })
  return inTransaction(deps, async (tx) => {
    const publication = { kind: 'desk', staffId: actor.staffId } as const
    let before: FlagDocument | undefined
    const version = await publishChange(
      tx,
      flags.reader,
      publication,
      { kind: 'flag', name, base },
      (now) => {
        before = now.flags.get(name)
        if (document.percent === 100 && before?.percent !== 100)
          throw refused('For everyone it needs a second person. Ask for it below.')
        return { kind: 'flag', name, document }
      },
    )
    recordAction(
      tx,
      { actor, requestId: context.requestId },
      {
        action: base === 0 ? 'flag.created' : 'flag.changed',
        subject: `flag:${name}`,
        before: audited(before),
        after: audited(document),
        reason,
      },
    )
    return { version }
  })
}

const farOff = (counted: number, shown: number): boolean =>
  Math.abs(counted - shown) > Math.max(20, shown / 100)

/** Whether someone typed the number that they were shown, and it is still about right. */
export const requireReach = async (
  { database }: AppDeps,
  { accounts, typed }: { readonly accounts: number; readonly typed: string },
): Promise<void> => {
  if (typed.replaceAll(',', '') !== String(accounts))
    throw new ShopError('VALIDATION_ERROR', {
      fields: { typed: `Please type the number of accounts, ${accounts.toLocaleString('en-US')}.` },
    })
  const counted = await accountsInUse(database)
  if (farOff(counted, accounts))
    throw refused(`By now it is about ${counted.toLocaleString('en-US')} accounts. Read it again first.`)
}

/** Asks for a second person, exactly for what was shown. */
export const askForRollout = (
  { deps }: FlagServices,
  context: RequestContext,
  payload: RolloutPayload,
  { request_id: requestId, reason }: { readonly request_id: string; readonly reason: string },
): Promise<{ id: string }> =>
  openRequest(deps, context, {
    kind: 'flag-rollout',
    requestId,
    order: null,
    payload,
    sum: null,
    shipments: null,
    reason,
  })

/** Flags at the desk. */
export const createDeskFlagHandlers = (services: FlagServices): Handlers => ({
  ...createReadHandlers(services),
  changeDeskFlag: (context, payload) => change(services, context, payload),
  requestFlagRollout: async (context, { name, description, audience, ...requested }) => {
    const current = await services.flags.reader.read(services.deps.database)
    if (versionOf(current, 'flag', name) !== requested.base)
      throw refused('Someone changed it meanwhile. Nothing was asked for; what you entered is kept.')
    await requireReach(services.deps, requested)
    const document = { description, percent: 100, audience: audience ?? everyone }
    const { base, accounts } = requested
    return askForRollout(services, context, { kind: 'flag', name, base, document, accounts }, requested)
  },
})
