import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as endpoints from '../../src/partner/endpoints.ts'
import { openApiDocument } from '../../src/web/openapi/openapi-document.ts'
import { partnerDocument } from '../../src/web/openapi/partner-document.ts'
import { clientSource } from './client-source.ts'

/**
 * `npm run client`: writes the types and the operations of the partner API from its OpenAPI document to
 * clients/typescript/partner-api.ts, or to the file given by `--out`.
 */
const root = join(import.meta.dirname, '../..')
const { values } = parseArgs({
  options: { out: { type: 'string', default: join(import.meta.dirname, 'partner-api.ts') } },
})

const facts = { publicUrl: '', sessionCookie: '', agentCookie: '', deskCookie: '' }
const document = openApiDocument(Object.values(endpoints), facts, partnerDocument)
const formatted = spawnSync(
  join(root, 'node_modules/.bin/oxfmt'),
  ['--stdin-filepath=clients/typescript/partner-api.ts'],
  { cwd: root, input: clientSource(document), encoding: 'utf8' },
)
if (formatted.status !== 0) throw new Error(formatted.stderr)
await writeFile(values.out, formatted.stdout)
