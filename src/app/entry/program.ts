import './own-brand.ts'
import { extname, join } from 'node:path'
import { refuse } from '../starting/refuse.ts'

const root = join(import.meta.dirname, '../../..')
// Beside this file, which is a source or packed.
const threadFile = new URL(`worker-thread${extname(import.meta.filename)}`, import.meta.url)

// Loaded by a call: packed modules are evaluated before the file that names them, and this one's read the brand.
const { runShop } = await import('../program/run-shop.ts')
await runShop({ root, threadFile }).catch(refuse)
process.exit(0)
