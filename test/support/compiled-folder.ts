import { join } from 'node:path'

/** Where the processes of a run find each other's compiled code. */
export const compiledFolder = join(import.meta.dirname, '../../node_modules/.cache/loam-under-test')
