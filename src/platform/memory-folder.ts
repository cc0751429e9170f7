import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'

/** Bytes; all tests together need less than one gigabyte. */
const enough = 2 * 1024 ** 3

const freeBytes = (): number => {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize
  } catch {
    return 0
  }
}

/**
 * The folder for data that nobody needs after this process. In memory where the system has enough of it, because each new
 * database is a thousand files; otherwise, or with TMPDIR set, the system's folder for temporary files.
 */
export const memoryFolder = (): string =>
  process.env['TMPDIR'] === undefined && freeBytes() >= enough ? memory : tmpdir()
