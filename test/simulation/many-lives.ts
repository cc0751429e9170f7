import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { z } from 'zod'
import { compiledFolder } from '../support/children.ts'
import type { TestServer } from '../support/database.ts'

const Lived = z.object({
  seed: z.int(),
  told: z.array(z.string()),
  broken: z.array(z.string()),
  hash: z.string(),
})

export type Lived = z.output<typeof Lived>

/** A process keeps some of what it has seen; a fresh one takes its place before that is much. */
const livesOfAProcess = 300

const launch = (server: TestServer): ChildProcess =>
  fork(join(import.meta.dirname, 'lives-process.ts'), {
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: compiledFolder,
      NODE_ENV: 'production',
      LIVES_ON: JSON.stringify(server),
    },
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })

/** Seeds that processes take one after the other. */
interface Seeds {
  readonly next: () => number | null
  readonly areLeft: () => boolean
}

const seedsFrom = (first: number, count: number): Seeds => {
  let given = 0
  const areLeft = (): boolean => given < count
  return { areLeft, next: () => (areLeft() ? first + given++ : null) }
}

/** One process, from its start to its end; a seed in which it ends by itself is told as broken. */
const liveInProcess = async (
  server: TestServer,
  seeds: Seeds,
  tell: (lived: Lived) => void,
): Promise<void> => {
  const child = launch(server)
  let [inHand, left]: [number | null, number] = [null, livesOfAProcess]
  child.on('message', (said: unknown) => {
    const lived = Lived.safeParse(said)
    if (lived.success) tell(lived.data)
    inHand = left > 0 ? seeds.next() : null
    left -= 1
    if (inHand === null) child.disconnect()
    else child.send(inHand)
  })
  const { promise: ended, resolve } = Promise.withResolvers<number | null>()
  child.once('exit', resolve)
  const code = await ended
  if (inHand !== null) tell({ seed: inHand, told: [], broken: [`its process ended with ${code}`], hash: '' })
  else if (code !== 0) throw new Error(`a process of lives ended with ${code}`)
}

/** Lives through many seeds in so many processes at once; `tell` hears of each as it ends, in any order. */
export const liveManyLives = async (
  server: TestServer,
  { first, count, processes }: { readonly first: number; readonly count: number; readonly processes: number },
  tell: (lived: Lived) => void,
): Promise<void> => {
  const seeds = seedsFrom(first, count)
  const lane = async (): Promise<void> => {
    while (seeds.areLeft()) await liveInProcess(server, seeds, tell)
  }
  await Promise.all(Array.from({ length: processes }, lane))
}
