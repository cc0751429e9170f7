import { StartFailure } from '#platform/start-failure.ts'
import { parseSettings, type Settings } from '../config.ts'
import { findFreePort } from './free-port.ts'

/** The settings with ports that are free now. Throws StartFailure. */
export const resolveSettings = async (
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Settings> => {
  const requested = parseSettings(environment)
  const port = await findFreePort({
    host: requested.host,
    port: requested.port,
    variable: 'PORT',
    timeoutMs: 0,
  })
  const resolved = parseSettings({ ...environment, PORT: String(port) })
  if (resolved.processor.kind !== 'sandbox') return resolved
  if (resolved.processor.port === port) {
    throw new StartFailure(`PORT and SANDBOX_PORT are both ${port}; set one of them to another port.`)
  }
  // The processor of a killed shop notices that it is alone and ends a moment later.
  const wantedSandboxPort = {
    host: '127.0.0.1',
    port: resolved.processor.port,
    variable: 'SANDBOX_PORT',
    timeoutMs: 3_000,
  }
  return { ...resolved, processor: { kind: 'sandbox', port: await findFreePort(wantedSandboxPort) } }
}
