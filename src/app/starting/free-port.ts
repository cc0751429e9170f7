import { once } from 'node:events'
import { createServer } from 'node:net'
import { StartFailure } from '#platform/start-failure.ts'

const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''

const sentenceFor = (code: string, host: string, port: number, variable: string): string => {
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use; stop what listens there or set ${variable} to another port.`
  if (code === 'EACCES')
    return `Port ${port} needs more rights than this user has; set ${variable} to a port above 1023.`
  return `The shop cannot listen on ${host}, port ${port} (${code}); check HOST and ${variable}.`
}

/** Refuses a port that cannot be listened on, before anything slow begins. `variable` is the one that sets it. */
export const assertPortFree = async (host: string, port: number, variable: string): Promise<void> => {
  const server = createServer()
  try {
    server.listen({ host, port, exclusive: true })
    await once(server, 'listening')
  } catch (thrown) {
    throw new StartFailure(sentenceFor(codeOf(thrown), host, port, variable), thrown)
  }
  server.close()
  await once(server, 'close')
}
