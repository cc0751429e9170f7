import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root, rootFile } from './source-files.ts'

test('the partner client equals the one generated from the partner API document', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loam-client-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const out = join(folder, 'partner-api.ts')
  const made = spawnSync(process.execPath, ['clients/typescript/generate.ts', '--out', out], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(made.status, made.stderr).toBe(0)
  expect(readFileSync(out, 'utf8')).toBe(rootFile('clients/typescript/partner-api.ts'))
})
