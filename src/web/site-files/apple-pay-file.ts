import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { StartFailure } from '#platform/start-failure.ts'

/** Where Apple looks for it. */
const applePayPath = '/.well-known/apple-developer-merchantid-domain-association'

/**
 * Serves the file by which Apple Pay knows that this address belongs to the shop; it comes from the processor. Throws
 * StartFailure when the file cannot be read. Without a file there is nothing at the address.
 */
export const registerApplePayFile = async (app: FastifyInstance, file: string | null): Promise<void> => {
  if (file === null) return
  const content = await readFile(file, 'utf8').catch((thrown: unknown) => {
    throw new StartFailure(`APPLE_PAY_DOMAIN_FILE names ${file}, which cannot be read.`, thrown)
  })
  app.get(applePayPath, async (_request, reply) =>
    reply
      .header('content-type', 'text/plain; charset=utf-8')
      .header('cache-control', 'public, no-cache')
      .send(content),
  )
}
