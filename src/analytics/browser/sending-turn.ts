import { brand } from '#shared/brand.ts'
import { sendingLimits } from '../rules/event-sending.ts'
import type { EventKeep } from './kept-events.ts'

const lockKey = `${brand.keys.analyticsPrefix}lock`
const turnKey = `${brand.keys.analyticsPrefix}turn`

interface TurnHouse {
  readonly keep: EventKeep
  readonly page: string
  readonly now: () => number
  /** Milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>
}

/** Who holds a key; nobody for longer than it can be held, where the clock was set back meanwhile. */
const heldBy = (keep: EventKeep, key: string, now: number): string | null => {
  const [holder, until] = (keep.getItem(key) ?? '').split(' ')
  const left = Number(until) - now
  return holder !== undefined && left > 0 && left <= sendingLimits.turn ? holder : null
}

export interface SendingTurn {
  /** Whether this page may send now. */
  readonly take: () => Promise<boolean>
  readonly giveBack: () => void
}

/**
 * Whose turn it is to send, among all tabs. Taken under a lock of 50 ms, asked for three times more (spec §9). A storage
 * that takes nothing more makes nobody wait: a message that two tabs send counts once, by its id.
 */
export const createSendingTurn = ({ keep, page, now, pause }: TurnHouse): SendingTurn => {
  const { lock, lockRetries, turn } = sendingLimits
  const isMine = (key: string): boolean => heldBy(keep, key, now()) === page
  const hold = (key: string, milliseconds: number): boolean => {
    const holder = heldBy(keep, key, now())
    if (holder !== null && holder !== page) return false
    keep.setItem(key, `${page} ${now() + milliseconds}`)
    // Another tab may have written in between; the last one holds it.
    return isMine(key)
  }
  const release = (key: string): void => {
    try {
      if (isMine(key)) keep.removeItem(key)
    } catch {
      // Then nobody else sees it either.
    }
  }
  const takeTurn = async (): Promise<boolean> => {
    for (let retry = 0; !hold(lockKey, lock); retry += 1) {
      if (retry === lockRetries) return false
      await pause(lock)
    }
    const mine = hold(turnKey, turn)
    release(lockKey)
    return mine
  }
  return {
    take: () => takeTurn().catch(() => true),
    giveBack: () => release(turnKey),
  }
}
