import { brand } from '#shared/brand.ts'
import { sendingLimits } from '../rules/event-sending.ts'
import type { EventStorage } from './stored-events.ts'

const lockKey = `${brand.keys.analyticsPrefix}lock`
const leaseKey = `${brand.keys.analyticsPrefix}lease`

interface SendingLeaseDeps {
  readonly storage: EventStorage
  readonly page: string
  readonly now: () => number
  /** Milliseconds. */
  readonly sleep: (milliseconds: number) => Promise<void>
}

/** The page that has a lease; none if the lease is longer than possible, after the clock was set back. */
const holderOf = (storage: EventStorage, key: string, now: number): string | null => {
  const [holder, until] = (storage.getItem(key) ?? '').split(' ')
  const left = Number(until) - now
  return holder !== undefined && left > 0 && left <= sendingLimits.lease ? holder : null
}

export interface SendingLease {
  /** Whether this page may send now. */
  readonly acquire: () => Promise<boolean>
  readonly release: () => void
}

/**
 * Gives one of all tabs the lease to send. Taken under a lock of 50 ms, with three retries (spec §9). If the storage is
 * full nobody waits: a message that two tabs send counts once, by its id.
 */
export const createSendingLease = ({ storage, page, now, sleep }: SendingLeaseDeps): SendingLease => {
  const { lockDuration, lockRetries, lease: leaseDuration } = sendingLimits
  const isHolder = (key: string): boolean => holderOf(storage, key, now()) === page
  const hold = (key: string, milliseconds: number): boolean => {
    const holder = holderOf(storage, key, now())
    if (holder !== null && holder !== page) return false
    storage.setItem(key, `${page} ${now() + milliseconds}`)
    // Another tab may have written in between; the last one holds it.
    return isHolder(key)
  }
  const release = (key: string): void => {
    try {
      if (isHolder(key)) storage.removeItem(key)
    } catch {
      // Then no other tab sees it either.
    }
  }
  const acquireLease = async (): Promise<boolean> => {
    for (let retry = 0; !hold(lockKey, lockDuration); retry += 1) {
      if (retry === lockRetries) return false
      await sleep(lockDuration)
    }
    const isAcquired = hold(leaseKey, leaseDuration)
    release(lockKey)
    return isAcquired
  }
  return {
    acquire: () => acquireLease().catch(() => true),
    release: () => release(leaseKey),
  }
}
