import { findAccountByEmail } from '#account/server/accounts.ts'
import { messageFacts, topics, threadState } from '#contact/rules/message.ts'
import type { Thread } from '#contact/rules/message.ts'
import { latestMessagesOf, messagesFrom } from '#contact/server/messages.ts'
import type { StoredMessage } from '#contact/server/messages.ts'
import {
  answersOfThread,
  answerThread,
  assignThread,
  closeThread,
  countWaitingThreads,
  listThreads,
  threadById,
} from '#contact/server/threads.ts'
import type { AlsoInThread, Answer, ThreadPlace } from '#contact/server/threads.ts'
import { recordAction, recordView } from '#staff/server/audits.ts'
import { listStaff } from '#staff/server/staff-members.ts'
import { ShopError } from '#shared/errors.ts'
import { allows } from '#shared/staff.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import type * as endpoints from '../message-endpoints.ts'
import type { DeskThreadView } from '../message-endpoints.ts'

/** Conversations of one page of the list. */
const pageSize = 50

/** So much of a message is shown in the list. */
const shownCharacters = 140

const placeIn = (text: string | undefined): ThreadPlace | null => {
  const [at, id] = text?.split('~') ?? []
  if (at === undefined || id === undefined) return null
  try {
    return { at: Temporal.Instant.from(at).toString(), id }
  } catch {
    throw new ShopError('VALIDATION_ERROR', { fields: { after: 'Please open the list again.' } })
  }
}

const placeOf = ({ id, lastAt, waitingSince }: Thread): string =>
  `${(waitingSince ?? lastAt).toString()}~${id}`

type Names = ReadonlyMap<string, string>

const staffNames = async ({ database }: AppDeps): Promise<Names> =>
  new Map((await listStaff(database)).map(({ id, name }) => [id, name]))

const wireThread = (thread: Thread, last: StoredMessage | undefined, names: Names) => ({
  id: thread.id,
  state: threadState(thread),
  name: last?.name ?? '',
  email: thread.email,
  topic: topics[last?.topic ?? 'other'],
  beginning: (last?.fields['message'] ?? '').replaceAll(/\s+/g, ' ').slice(0, shownCharacters),
  last_at: thread.lastAt.toString(),
  waiting_since: thread.waitingSince?.toString() ?? null,
  assigned_to: thread.assignedTo === null ? null : (names.get(thread.assignedTo) ?? ''),
})

type Entries = DeskThreadView['entries']

const messageEntry = (message: StoredMessage): Entries[number] => ({
  at: Temporal.Instant.from(message.at).toString(),
  by: message.name,
  is_answer: false,
  topic: topics[message.topic],
  facts: [...messageFacts(message)],
  text: message.fields['message'] ?? '',
})

const answerEntry = ({ at, staffId, text }: Answer, names: Names): Entries[number] => ({
  at: at.toString(),
  by: names.get(staffId) ?? '',
  is_answer: true,
  topic: null,
  facts: [],
  text,
})

const inOrder = (entries: Entries): Entries =>
  entries.toSorted((a, b) =>
    Temporal.Instant.compare(Temporal.Instant.from(a.at), Temporal.Instant.from(b.at)),
  )

const viewThread = async (deps: AppDeps, thread: Thread): Promise<DeskThreadView> => {
  const { database } = deps
  const messages = await messagesFrom(database, thread.email)
  const answers = await answersOfThread(database, thread.id)
  const staff = await listStaff(database)
  const names: Names = new Map(staff.map(({ id, name }) => [id, name]))
  const account = await findAccountByEmail(database, thread.email)
  return {
    ...wireThread(thread, messages.at(-1), names),
    version: thread.version,
    entries: inOrder([...messages.map(messageEntry), ...answers.map((answer) => answerEntry(answer, names))]),
    account_id: account?.id ?? null,
    staff: staff.filter(mayAnswer).map(({ id, name }) => ({ id, name })),
    assigned_id: thread.assignedTo,
  }
}

type StaffRow = Awaited<ReturnType<typeof listStaff>>[number]

const mayAnswer = ({ role, joinedAt, endedAt }: StaffRow): boolean =>
  joinedAt !== null && endedAt === null && allows(role, 'messages')

const subjectOf = (id: string): string => `message:${id}`

const createReadHandlers = (
  deps: AppDeps,
): Pick<HandlersFor<typeof endpoints>, 'listDeskThreads' | 'viewDeskThread'> => ({
  listDeskThreads: async (context, { state, mine, after }) => {
    const { database } = deps
    const wanted = {
      state,
      assignedTo: mine ? staffOf(context).staffId : null,
      after: placeIn(after),
      limit: pageSize + 1,
    }
    const found = await listThreads(database, wanted)
    const threads = found.slice(0, pageSize)
    const latest = await latestMessagesOf(
      database,
      threads.map(({ email }) => email),
    )
    const byEmail = new Map(latest.map((message) => [message.email, message]))
    const names = await staffNames(deps)
    const last = threads.at(-1)
    return {
      threads: threads.map((thread) => wireThread(thread, byEmail.get(thread.email), names)),
      older: found.length > pageSize && last ? placeOf(last) : null,
      waiting: await countWaitingThreads(database),
      now: deps.clock.now().toString(),
    }
  },
  viewDeskThread: async (context, { id }) => {
    const thread = await threadById(deps.database, id)
    if (thread === null) throw new ShopError('NOT_FOUND')
    const view = await viewThread(deps, thread)
    const by = { actor: staffOf(context), requestId: context.requestId }
    await recordView(deps, by, {
      action: 'message.viewed',
      subject: subjectOf(id),
      accountId: view.account_id,
    })
    return view
  },
})

const threadDeps = async (deps: AppDeps) => {
  const names = await staffNames(deps)
  return { deps, nameOf: (staffId: string) => names.get(staffId) ?? '' }
}

/** The entry of the log, in the transaction of the action. */
const entry = (
  context: RequestContext,
  action: string,
  id: string,
  after: Record<string, string> = {},
): AlsoInThread => {
  const by = { actor: staffOf(context), requestId: context.requestId }
  return (tx) => recordAction(tx, by, { action, subject: subjectOf(id), after })
}

/** Who is to take it; null for nobody. VALIDATION_ERROR for who cannot answer messages. */
const takerOf = async ({ database }: AppDeps, staffId: string | null): Promise<StaffRow | null> => {
  if (staffId === null) return null
  const taker = (await listStaff(database)).find(({ id }) => id === staffId)
  if (taker && mayAnswer(taker)) return taker
  throw new ShopError('VALIDATION_ERROR', {
    fields: { staff_id: 'Please choose a person who answers messages.' },
  })
}

/** Messages of the forms: read, given to somebody, answered and closed. */
export const createMessageHandlers = (deps: AppDeps): HandlersFor<typeof endpoints> => ({
  ...createReadHandlers(deps),
  answerDeskThread: async (context, { id, version, text, request_id: requestId }) => {
    const answer = { id, version, text, requestId, staffId: staffOf(context).staffId }
    await answerThread(await threadDeps(deps), answer, entry(context, 'message.answered', id))
    return { success: true }
  },
  assignDeskThread: async (context, { id, version, staff_id: staffId }) => {
    const taker = await takerOf(deps, staffId)
    const also = entry(context, 'message.assigned', id, { assigned_to: taker?.name ?? 'nobody' })
    await assignThread(await threadDeps(deps), { id, version }, staffId, also)
    return { success: true }
  },
  closeDeskThread: async (context, { id, version }) => {
    await closeThread(await threadDeps(deps), { id, version }, entry(context, 'message.closed', id))
    return { success: true }
  },
})
