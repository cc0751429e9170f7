import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { memoryFolder } from '#platform/memory-folder.ts'

/**
 * A folder for the data of a processor that no test ends: in memory if possible, because nothing in it has to outlive
 * the test, and every charge would wait for the disk.
 */
export const newProcessorFolder = (): string => mkdtempSync(join(memoryFolder(), 'loam-processor-'))
