import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dataFolderPaths, loadOrCreateToken, makeDataFolder } from '#platform/data-folder.ts'
import { machineClock } from '#platform/clock.ts'
import { createIds } from '#platform/ids.ts'

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8)

test('the secret that the shop generates is readable by its own user only, and generated once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'loam-secret-'))
  const paths = dataFolderPaths(join(folder, 'data'))
  const ids = createIds(machineClock)
  await makeDataFolder(join(folder, 'data'))
  const secret = await loadOrCreateToken(paths.secretFile, ids)
  expect(secret).toHaveLength(43)
  expect(await modeOf(paths.secretFile)).toBe('600')
  // Mails in it have links that sign people in.
  expect(await modeOf(paths.outbox)).toBe('700')
  // Other users may enter and see no names.
  expect(await modeOf(join(folder, 'data'))).toBe('711')
  expect(await loadOrCreateToken(paths.secretFile, ids)).toBe(secret)
  await rm(folder, { recursive: true })
})
