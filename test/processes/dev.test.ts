import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runInTerminal } from './terminal.ts'

test('npm run dev opens the shop, and Ctrl-C closes it with its database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'loam-dev-'))
  // The database's own user has to pass through.
  await chmod(folder, 0o711)
  const data = join(folder, 'data')
  const dev = await runInTerminal('dev', { DATA_DIR: data, DEMO: 'off' })
  try {
    await dev.opened
    const page = await fetch(dev.url)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Start with the ground')
  } finally {
    await dev.interrupt()
  }
  expect(await readdir(join(data, 'postgres', 'data'))).not.toContain('postmaster.pid')
  await rm(folder, { recursive: true })
})
