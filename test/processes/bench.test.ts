import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** A line of each part of the bench. */
const figures = [
  'cold start on existing data',
  'whole order, 8 at a time',
  'whole order: web and worker CPU',
  'whole order: statements',
  'floor: the same rows',
  'product page, 16 at a time',
  'plans call, 16 at a time',
  'a price change of another process shows after',
  'refused sign-in, known e-mail, median',
  'cart + item, 8 at a time',
  'whole guest checkout, 8 at a time',
  'SQL statements per order',
  'renewals, 8 at a time',
  'mails to the outbox',
  'renewals with 100 stored',
]

test('the bench runs every part to its end and writes its figures', async () => {
  const results = await mkdtemp(join(tmpdir(), 'loam-bench-results-'))
  const child = spawn(process.execPath, ['bench/run.ts', 'smoke'], {
    cwd: root,
    env: { ...process.env, BENCH_RESULTS: results },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  await ended
  const written = await readdir(results)
  await rm(results, { recursive: true })
  expect(child.exitCode, errors).toBe(0)
  for (const figure of figures) expect(output).toContain(`\n${figure}  `)
  expect(written).toHaveLength(1)
})
