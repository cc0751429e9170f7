import type { TestServer } from '../support/database.ts'
import type { Life, Lived } from './many-lives.ts'
import { openStage } from './stage.ts'

interface Asked {
  readonly seed: number
  readonly life: Life
}

/** One of the processes of the long simulations: lives through the seeds that it is told, one after the other. */
const server: TestServer = JSON.parse(process.env['LIVES_ON'] ?? '{}')
const stage = await openStage(server)

const live = async ({ seed, life }: Asked): Promise<Lived> => {
  const counts: Record<string, number> = {}
  if (life !== 'chance') {
    const story = await stage.previews(seed, life.sequences)
    Object.assign(counts, story.counts)
    return { seed, told: [...story.told], broken: [...story.broken], hash: story.hash, counts }
  }
  const { told, broken, hash } = await stage.live(seed)
  return { seed, told: [...told], broken: [...broken], hash, counts }
}

const failed = (seed: number, thrown: unknown): Lived => {
  const words = thrown instanceof Error ? `${thrown.message}\n${String(thrown.cause)}` : String(thrown)
  return { seed, told: [], broken: [words], hash: '', counts: {} }
}

process.once('disconnect', () => process.exit(0))
process.on('message', (asked: Asked) => {
  void live(asked)
    .catch((thrown: unknown) => failed(asked.seed, thrown))
    .then((lived) => process.send?.(lived))
})
process.send?.('ready')
