import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as endpoints from '../../src/partner/endpoints.ts'
import { openApiDocument } from '../../src/web/openapi/openapi-document.ts'
import { partnerDocument } from '../../src/web/openapi/partner-document.ts'
import { clientSource } from './client-source.ts'

/** `npm run client`: writes the types and the operations of the partner API from its OpenAPI document. */
const target = join(import.meta.dirname, 'partner-api.ts')
const root = join(import.meta.dirname, '../..')

const facts = { publicUrl: '', sessionCookie: '', agentCookie: '', deskCookie: '' }
await writeFile(target, clientSource(openApiDocument(Object.values(endpoints), facts, partnerDocument)))
spawnSync(join(root, 'node_modules/.bin/oxfmt'), [target], { cwd: root, stdio: 'inherit' })
