import { codeOf } from '#platform/contention.ts'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartFailure } from '#platform/start-failure.ts'
import { parseSettings } from '../config.ts'
import type { Settings } from '../config.ts'

const messageFor = (code: string, host: string, port: number, variable: string): string => {
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use; stop what listens there or set ${variable} to another port.`
  if (code === 'EACCES')
    return `Port ${port} needs more rights than this user has; set ${variable} to a port above 1023.`
  return `The shop cannot listen on ${host}, port ${port} (${code}); check HOST and ${variable}.`
}

const tryPort = async (host: string, port: number): Promise<number> => {
  const server = createServer()
  server.listen({ host, port, exclusive: true })
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : port
}

interface WantedPort {
  readonly host: string
  /** 0 leaves the choice to the system. */
  readonly port: number
  /** The variable that sets it. */
  readonly variable: string
  /** How long a port in use may take to become free. */
  readonly timeoutMs: number
}

/** The port, after making sure that it can be listened on. Throws StartFailure with a sentence. */
const findFreePort = async ({ host, port, variable, timeoutMs }: WantedPort): Promise<number> => {
  for (let waitedMs = 0; ; waitedMs += 50) {
    try {
      return await tryPort(host, port)
    } catch (thrown) {
      const code = codeOf(thrown)
      if (code !== 'EADDRINUSE' || waitedMs >= timeoutMs) {
        throw new StartFailure(messageFor(code, host, port, variable), thrown)
      }
      await sleep(50)
    }
  }
}

/** The port of a sandbox, which nobody else of this shop has (`taken`: by port, the variable). Throws StartFailure. */
const findSandboxPort = async (
  variable: string,
  port: number,
  taken: Map<number, string>,
): Promise<number> => {
  const other = port === 0 ? undefined : taken.get(port)
  if (other !== undefined)
    throw new StartFailure(`${other} and ${variable} are both ${port}; set one of them to another port.`)
  // The sandbox of a killed shop notices that it is alone and ends a moment later.
  const found = await findFreePort({ host: '127.0.0.1', port, variable, timeoutMs: 3_000 })
  taken.set(found, variable)
  return found
}

/** The settings with ports that are free now. Throws StartFailure. */
export const resolveSettings = async (
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Settings> => {
  const requested = parseSettings(environment)
  const { host } = requested
  const port = await findFreePort({ host, port: requested.port, variable: 'PORT', timeoutMs: 0 })
  const resolved = parseSettings({ ...environment, PORT: String(port) })
  const { processor, carrier } = resolved
  const taken = new Map([[port, 'PORT']])
  return {
    ...resolved,
    processor:
      processor.kind === 'sandbox' && processor.url === null
        ? { ...processor, port: await findSandboxPort('SANDBOX_PORT', processor.port, taken) }
        : processor,
    carrier:
      carrier.kind === 'sandbox' && carrier.url === null
        ? { ...carrier, port: await findSandboxPort('CARRIER_PORT', carrier.port, taken) }
        : carrier,
  }
}
