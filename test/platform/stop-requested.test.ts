import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'

const program = `
  import { stopRequested } from './src/app/starting/stop-requested.ts'
  setInterval(() => undefined, 60_000)
  stopRequested(0).then((signal) => console.log(signal))
  console.log('ready')`

test('a process that does not finish its shutdown is ended by a second signal', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said: string[] = []
  child.stdout.setEncoding('utf8').on('data', (piece: string) => said.push(...piece.trim().split('\n')))
  const ended = once(child, 'close')
  while (!said.includes('ready')) await sleep(10)
  child.kill('SIGTERM')
  while (!said.includes('SIGTERM')) await sleep(10)
  while (child.exitCode === null) {
    child.kill('SIGTERM')
    await sleep(50)
  }
  expect(await ended).toEqual([1, null])
})
