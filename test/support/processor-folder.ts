import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A folder for the data of a processor that no test ends: in memory if possible, because nothing in it has to outlive
 * the test, and every charge would wait for the disk.
 */
export const newProcessorFolder = (): string =>
  mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'loam-processor-'))
