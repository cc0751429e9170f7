import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sleep } from '#platform/clock.ts'

const settingsOf = (front: number, ports: readonly number[]): string =>
  [
    'defaults\n  mode http\n  timeout connect 2s\n  timeout client 60s\n  timeout server 60s\n  timeout check 5s\n  retries 0',
    // No request is sent twice by it: what fails at a process fails at the visitor.
    '  option redispatch 0\n  option forwardfor if-none',
    `listen shop\n  bind 127.0.0.1:${front}\n  balance roundrobin\n  option httpchk GET /readyz\n  http-check expect status 200`,
    '  default-server inter 200ms fall 2 rise 1',
    ...ports.map((port) => `  server web${port} 127.0.0.1:${port} check`),
    // When no process reaches the database, each answers all the same: pages from memory, 503 with Retry-After.
    '  option allbackups',
    ...ports.map((port) => `  server last${port} 127.0.0.1:${port} backup`),
    '',
  ].join('\n')

/** HAProxy before the web processes at these ports; it asks each for `/readyz` and repeats no request. */
export const startHaproxy = async (front: number, ports: readonly number[]) => {
  const folder = await mkdtemp(join(tmpdir(), 'loam-haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, settingsOf(front, ports))
  const child = spawn('haproxy', ['-f', file, '-db'], { stdio: ['ignore', 'inherit', 'inherit'] })
  const ended = once(child, 'exit')
  const isServing = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${front}/livez`).then(
      ({ status }) => status === 200,
      () => false,
    )
  while (!(await isServing())) {
    if (child.exitCode !== null) throw new Error('HAProxy did not start')
    await sleep(20)
  }
  return {
    stop: async (): Promise<void> => {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}
