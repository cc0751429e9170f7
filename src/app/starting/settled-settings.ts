import { StartFailure } from '#platform/start-failure.ts'
import { parseSettings, type Settings } from '../config.ts'
import { findFreePort } from './free-port.ts'

/** The settings with ports that are free now. Throws StartFailure. */
export const settleSettings = async (
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Settings> => {
  const asked = parseSettings(environment)
  const port = await findFreePort({ host: asked.host, port: asked.port, variable: 'PORT', patienceMs: 0 })
  const settled = parseSettings({ ...environment, PORT: String(port) })
  if (settled.processor.kind !== 'sandbox') return settled
  if (settled.processor.port === port) {
    throw new StartFailure(`PORT and SANDBOX_PORT are both ${port}; set one of them to another port.`)
  }
  // The processor of a shop that was killed notices that it is alone and ends a moment later.
  const wanted = {
    host: '127.0.0.1',
    port: settled.processor.port,
    variable: 'SANDBOX_PORT',
    patienceMs: 3_000,
  }
  return { ...settled, processor: { kind: 'sandbox', port: await findFreePort(wanted) } }
}
