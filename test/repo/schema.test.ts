import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, rootFile } from './source-files.ts'

test('the database types in the code equal those of the migrated database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loam-schema-'))
  try {
    const out = join(folder, 'schema.ts')
    const made = spawnSync(process.execPath, ['db/generate-schema.ts', '--out', out], {
      cwd: root,
      encoding: 'utf8',
    })
    expect(made.status, made.stderr).toBe(0)
    expect(readFileSync(out, 'utf8')).toBe(rootFile('src/platform/schema.ts'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
