import { fork } from 'node:child_process'
import { once } from 'node:events'
import { openBenchEnvironment } from './environment.ts'
import { startCommand } from './start-command.ts'
import { tmpdir } from 'node:os'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
const stack = new AsyncDisposableStack()
const bench = await openBenchEnvironment(stack)
const { flags } = await startCommand()
const dirs = readdirSync(tmpdir())
  .filter((n) => n.startsWith('loam-bench-'))
  .map((n) => join(tmpdir(), n))
  .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
const dataFolder = dirs[0]
const target = { port: bench.port, dataFolder, sandboxUrl: bench.sandboxUrl, address: bench.address }
const child = fork('/work/h/fast/bench/shop-process.ts', {
  env: { ...process.env, NODE_ENV: 'production', BENCH_SHOP: JSON.stringify(target) },
  execArgv: [...flags, '--cpu-prof', '--cpu-prof-dir=/tmp/prof', '--cpu-prof-interval=500'],
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
})
let id = 0
const send = async (task) => {
  const my = ++id
  child.send({ id: my, task })
  for (;;) {
    const [m] = await once(child, 'message')
    if (m.id === my) {
      if (m.fault) throw new Error(m.fault)
      return m.result
    }
  }
}
await send({ kind: 'seed' })
const { load, sandboxUrl, shopUrl } = bench
const buy = async (n) => {
  await load.send({ kind: 'tokens', sandboxUrl, count: n })
  return load.send({ kind: 'checkouts', shopUrl, count: n, width: 8, plans: ['syn-wk', 'vs-wk'] })
}
const cpu = async () => (await send({ kind: 'usage' })).cpuMilliseconds
if (process.env.WHAT === 'orders') {
  await buy(150)
  await buy(150)
  for (let i = 0; i < 3; i++) {
    const b = await cpu()
    const r = await buy(200)
    console.log('order ms', ((await cpu()) - b) / 200, r.done / r.seconds)
  }
} else {
  await buy(300)
  if (process.env.WHAT === 'mails') {
    await send({ kind: 'mails' })
    await buy(200)
    const m = await send({ kind: 'mails' })
    console.log('mails', m.cpuMilliseconds / 200)
  } else
    for (let i = 0; i < 4; i++) {
      await send({ kind: 'travel', days: 31 })
      const r = await send({ kind: 'renew' })
      console.log('renewal ms', r.cpuMilliseconds / r.done, r.done / r.seconds)
    }
}
child.disconnect()
await once(child, 'exit')
await stack.disposeAsync()
process.exit(0)
