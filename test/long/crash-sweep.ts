import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { startVitest } from 'vitest/node'
import { z } from 'zod'
import { networkFaults } from '../simulation/outside.ts'
import { runPooled } from '../simulation/process-pool.ts'
import { openSimulation } from '../simulation/simulation-environment.ts'
import type { SweepRequest } from '../simulation/sweep-process.ts'
import { startTemporaryServer } from '#platform/postgres/temporary-server.ts'
import { createTemplate } from '../support/database.ts'
import { seedFrom } from '../support/found-seeds.ts'

/**
 * `npm run crash-sweep [-- --ends 5] [--first 201] [--processes 3] [--only 'POST /v1/charges']`: a month that ends at each of
 * its moments alone, and one with each fault of the network at each request, alone and followed by so many ends by chance; then
 * real processes that are killed at every step. `--only` takes the moments and requests whose names include a text, and no kills.
 */
const { values } = parseArgs({
  options: {
    ends: { type: 'string', default: '3' },
    first: { type: 'string', default: 'random' },
    // One more than cores: a month waits for its database half of the time.
    processes: { type: 'string', default: String(availableParallelism() + 1) },
    only: { type: 'string', default: '' },
  },
})
const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** The month without trouble, whose moments and requests have the same names in every process. */
const calmMonth = async () => {
  const server = await startTemporaryServer()
  try {
    const template = await createTemplate(server.address)
    const simulation = await openSimulation({ address: server.address, template })
    const { moments, requests, broken } = await simulation.sweep({})
    await simulation.close()
    if (broken.length > 0) throw new Error(`the month without trouble is broken: ${broken.join('; ')}`)
    return { moments, requests }
  } finally {
    await server.stop()
  }
}

const isWanted = ({ key }: { readonly key: string }): boolean => key.includes(values.only)

const first = seedFrom(values.first)
const { moments, requests } = await calmMonth()
const planned: SweepRequest[] = [
  ...requests.filter(isWanted).flatMap(({ key }, at) =>
    networkFaults.map((kind, fault) => ({
      fault: { key, kind },
      endsAfter: Number(values.ends),
      seed: first + at * networkFaults.length + fault,
    })),
  ),
  ...moments.filter(isWanted).map(({ key }) => ({ end: key })),
]
say(
  `${moments.length} moments and ${requests.length} requests; ${planned.length} kinds of trouble, seed ${first}`,
)

const Answer = z.object({ months: z.int(), wrong: z.array(z.string()) })

const wrong: string[] = []
let [months, done] = [0, 0]
const note = (sentences: readonly string[]): void => {
  wrong.push(...sentences)
  for (const sentence of sentences) say(sentence)
}
const start = performance.now()
const reportProgress = (): void => {
  const seconds = (performance.now() - start) / 1000
  const left = Math.ceil(((planned.length - done) * seconds) / Math.max(1, done) / 60)
  say(
    `${done} of ${planned.length} kinds of trouble, ${months} months, ${wrong.length} wrong, ${left} min left`,
  )
}
const progress = setInterval(reportProgress, 60_000)
await runPooled<SweepRequest>({
  program: 'sweep-process.ts',
  requests: planned,
  processes: Number(values.processes),
  onAnswer: (request, message) => {
    done += 1
    const answer = Answer.safeParse(message)
    months += answer.data?.months ?? 0
    note(answer.data?.wrong ?? [`${JSON.stringify(request)}: its answer cannot be read`])
  },
  onEnd: (request, reason) => {
    done += 1
    note([`${JSON.stringify(request)}: ${reason}`])
  },
})
clearInterval(progress)
reportProgress()
if (wrong.length > 0 || done !== planned.length) process.exitCode = 1

// A test that kills at every step takes minutes, and much longer beside other work.
const longestKillMs = 7_200_000

if (values.only === '') {
  // Every step, and not only those that the tests of every day kill at.
  process.env['SWEEP'] = 'full'
  const run = await startVitest('test', ['test/crash'], {
    project: ['faults'],
    run: true,
    watch: false,
    testTimeout: longestKillMs,
  })
  await run.close()
}
