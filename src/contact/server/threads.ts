import { ShopError } from '#shared/errors.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { threadRefusal } from '../rules/message.ts'
import type { Thread } from '../rules/message.ts'
import { insertAnswer, lockThread, selectAnswer, selectAnswers, updateThread } from './thread-store.ts'

export {
  countWaitingThreads,
  deleteAnswersBefore as forgetAnswersBefore,
  selectAnswer as answerById,
  selectAnswers as answersOfThread,
  selectThread as threadById,
  selectThreadOf as threadOf,
  selectThreads as listThreads,
} from './thread-store.ts'
export type { Answer, ThreadPlace } from './thread-store.ts'

/** Written in the transaction of the action: the entry of the log. */
export type AlsoInThread = (tx: Tx, thread: Thread) => void

interface ReadThread {
  readonly id: string
  /** The version that was read. */
  readonly version: number
}

interface ThreadActions {
  readonly deps: AppDeps
  readonly nameOf: (staffId: string) => string
}

const lastAnswererOf = async ({ nameOf }: ThreadActions, tx: Tx, id: string): Promise<string | null> => {
  const last = (await selectAnswers(tx.db, id)).at(-1)
  return last ? nameOf(last.staffId) : null
}

/** The conversation as it was read, locked. NOT_FOUND; ACTION_NOT_ALLOWED when it has changed since. */
const lockRead = async (actions: ThreadActions, tx: Tx, { id, version }: ReadThread): Promise<Thread> => {
  const thread = await lockThread(tx, id)
  if (thread === null) throw new ShopError('NOT_FOUND')
  const lastAnswerer = thread.version === version ? null : await lastAnswererOf(actions, tx, id)
  const refusal = threadRefusal(thread, version, lastAnswerer)
  if (refusal !== null) throw new ShopError('ACTION_NOT_ALLOWED', { detail: refusal })
  return thread
}

interface NewAnswer extends ReadThread {
  readonly staffId: string
  readonly requestId: string
  readonly text: string
}

/**
 * Answers what was read, by mail. The same request again changes nothing. Of two people at the same moment one answers;
 * the other gets ACTION_NOT_ALLOWED, as for a new message that nobody has read. NOT_FOUND.
 */
export const answerThread = async (
  actions: ThreadActions,
  answer: NewAnswer,
  also: AlsoInThread,
): Promise<void> => {
  const { id, staffId, requestId, text } = answer
  await inTransaction(actions.deps, async (tx) => {
    if ((await lockThread(tx, id)) === null) throw new ShopError('NOT_FOUND')
    const sent = await selectAnswer(tx.db, requestId)
    if (sent?.threadId === id && sent.text === text) return
    if (sent) throw new ShopError('ACTION_NOT_ALLOWED', { detail: 'Another answer was sent with this form.' })
    const thread = await lockRead(actions, tx, answer)
    await insertAnswer(tx, { id: requestId, threadId: id, staffId, text, at: tx.now })
    const assignedTo = thread.assignedTo ?? staffId
    await updateThread(tx, { ...thread, lastAt: tx.now, waitingSince: null, closedAt: null, assignedTo })
    tx.publish({ kind: 'contact-message-answered', answerId: requestId })
    also(tx, thread)
  })
}

/** Gives a conversation to a person of staff, or to nobody. NOT_FOUND, ACTION_NOT_ALLOWED. */
export const assignThread = async (
  actions: ThreadActions,
  read: ReadThread,
  staffId: string | null,
  also: AlsoInThread,
): Promise<void> => {
  await inTransaction(actions.deps, async (tx) => {
    const thread = await lockRead(actions, tx, read)
    await updateThread(tx, { ...thread, assignedTo: staffId })
    also(tx, thread)
  })
}

/** Closes a conversation without an answer, or after it. A new message opens it again. NOT_FOUND, ACTION_NOT_ALLOWED. */
export const closeThread = async (
  actions: ThreadActions,
  read: ReadThread,
  also: AlsoInThread,
): Promise<void> => {
  await inTransaction(actions.deps, async (tx) => {
    const thread = await lockRead(actions, tx, read)
    await updateThread(tx, { ...thread, waitingSince: null, closedAt: tx.now })
    also(tx, thread)
  })
}
