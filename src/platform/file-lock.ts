import { DatabaseSync } from 'node:sqlite'
import { sleep } from '#platform/clock.ts'

/** A lock that this process holds until `release`, or until it ends in any way. */
export interface FileLock {
  readonly release: () => void
}

const isBusy = (thrown: unknown): boolean =>
  thrown instanceof Error && 'errcode' in thrown && (thrown.errcode === 5 || thrown.errcode === 6)

/**
 * Takes the lock `path` (a small file that stays), or null while another process holds it. SQLite's file locks are the
 * operating system's own: they end with the process, also by SIGKILL, and need no cleanup.
 */
export const takeFileLock = (path: string): FileLock | null => {
  const file = new DatabaseSync(path, { timeout: 0 })
  try {
    // Nothing is ever written, so the lock needs no journal.
    file.exec('pragma journal_mode = memory')
    file.exec('begin exclusive')
    return { release: () => file.close() }
  } catch (thrown) {
    file.close()
    if (isBusy(thrown)) return null
    throw thrown
  }
}

/** Takes the lock once nobody holds it. */
export const waitForFileLock = async (path: string): Promise<FileLock> => {
  for (;;) {
    const lock = takeFileLock(path)
    if (lock !== null) return lock
    await sleep(50)
  }
}
