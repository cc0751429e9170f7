import type { TestServer } from '../support/database.ts'
import type { SimulationResult } from './simulation-result.ts'
import type { SimulationKind } from './simulation-runner.ts'
import { openSimulation } from './simulation-environment.ts'

interface SimulationRequest {
  readonly seed: number
  readonly kind: SimulationKind
}

/** One of the processes of the long simulations: runs the seeds that it gets, one after the other. */
const server: TestServer = JSON.parse(process.env['SIMULATION_SERVER'] ?? '{}')
const simulation = await openSimulation(server)

const simulate = async ({ seed, kind }: SimulationRequest): Promise<SimulationResult> => {
  const { log, broken, hash, counts } =
    kind === 'chance' ? await simulation.simulate(seed) : await simulation.previews(seed, kind.sequences)
  return { seed, log: [...log], broken: [...broken], hash, counts: { ...counts } }
}

const failed = (seed: number, thrown: unknown): SimulationResult => {
  const message = thrown instanceof Error ? `${thrown.message}\n${String(thrown.cause)}` : String(thrown)
  return { seed, log: [], broken: [message], hash: '', counts: {} }
}

process.once('disconnect', () => process.exit(0))
process.on('message', (request: SimulationRequest) => {
  void simulate(request)
    .catch((thrown: unknown) => failed(request.seed, thrown))
    .then((result) => process.send?.(result))
})
process.send?.('ready')
