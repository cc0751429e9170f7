import { createHash } from 'node:crypto'
import { inTransaction } from '#platform/transaction.ts'
import type { World } from '#platform/world.ts'
import type { Letter } from '../rules/letter-text.ts'
import {
  countCopies,
  insertCopies,
  isWaiting,
  keepLetter,
  readLetterById,
  settleCopy,
} from './letter-store.ts'
import { readSubscribedAfter, readSubscriber } from './subscriber-store.ts'
import type { StoredSubscriber } from './subscriber-store.ts'

const atOnce = 500

const fingerprintOf = (letter: Letter): string =>
  createHash('sha256').update(JSON.stringify(letter)).digest('hex')

/** Has a letter sent to every subscriber who has not got it, by jobs; answers how many that are. */
export const sendLetter = async (world: World, letter: Letter): Promise<number> => {
  let sent = 0
  for (let after: string | null = null; ;) {
    const ids: readonly string[] = await readSubscribedAfter(world.database, after, atOnce)
    sent += await inTransaction(world, async (work) => {
      const letterId = await keepLetter(work, fingerprintOf(letter), letter)
      const getters = await insertCopies(work, letterId, ids)
      for (const subscriberId of getters) work.announce({ kind: 'letter-due', letterId, subscriberId })
      return getters.length
    })
    if (ids.length < atOnce) return sent
    after = ids.at(-1) ?? null
  }
}

/** Has one copy sent to an address, whoever that is; it counts for nobody. */
export const tryLetter = (world: World, letter: Letter, email: string): Promise<void> =>
  inTransaction(world, async (work) => {
    const letterId = await keepLetter(work, fingerprintOf(letter), letter)
    work.announce({ kind: 'letter-tried', letterId, email })
  })

export const letterById = (database: World['database'], id: string): Promise<Letter | null> =>
  readLetterById(database, id)

/** What has become of every letter. */
export const lettersSent = (database: World['database']) => countCopies(database)

interface Copy {
  readonly letterId: string
  readonly subscriberId: string
}

type Deliver = (letter: Letter, to: StoredSubscriber) => Promise<'sent' | 'refused'>

/** Sends a copy that waits. Whoever unsubscribed meanwhile gets none; what the mail server refuses is counted. */
export const sendCopy = async (world: World, copy: Copy, deliver: Deliver): Promise<void> => {
  if (!(await isWaiting(world.database, copy))) return
  const letter = await readLetterById(world.database, copy.letterId)
  const subscriber = await readSubscriber(world.database, copy.subscriberId)
  if (!letter || !subscriber) return
  const state = subscriber.state === 'subscribed' ? await deliver(letter, subscriber) : 'left'
  await inTransaction(world, (work) => settleCopy(work, copy, state))
}
