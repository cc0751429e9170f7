import { answerPool, serverOfPool, thrownText } from './process-pool.ts'
import { openSimulation } from './simulation-environment.ts'
import { brokenResult, type SimulationResult } from './simulation-result.ts'
import type { SimulationRequest } from './simulation-runner.ts'

/** One of the processes of the long simulations: runs the seeds that it gets. */
const simulation = await openSimulation(serverOfPool())

const simulate = async ({ seed, kind }: SimulationRequest): Promise<SimulationResult> => {
  const { log, broken, hash, counts } =
    kind === 'chance' ? await simulation.simulate(seed) : await simulation.previews(seed, kind.sequences)
  return { seed, log: [...log], broken: [...broken], hash, counts: { ...counts } }
}

answerPool(simulate, ({ seed }, thrown) => brokenResult(seed, thrownText(thrown)))
