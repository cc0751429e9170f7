import type { TestServer } from '../support/database.ts'
import type { Lived } from './many-lives.ts'
import { openStage } from './stage.ts'

/** One of the processes of `npm run simulate`: lives through the seeds that it is told, one after the other. */
const server: TestServer = JSON.parse(process.env['LIVES_ON'] ?? '{}')
const stage = await openStage(server)

const tell = (lived: Lived): void => void process.send?.(lived)

process.once('disconnect', () => process.exit(0))
process.on('message', (told: unknown) => {
  const seed = Number(told)
  stage.live(seed).then(
    (story) => tell({ seed, told: [...story.told], broken: [...story.broken], hash: story.hash }),
    (thrown: unknown) => {
      const words = thrown instanceof Error ? `${thrown.message}\n${String(thrown.cause)}` : String(thrown)
      tell({ seed, told: [], broken: [words], hash: '' })
    },
  )
})
process.send?.('ready')
