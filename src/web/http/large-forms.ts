import type { FastifyRequest } from 'fastify'
import type { AppDeps } from '#platform/app-deps.ts'
import { ShopError } from '#shared/errors.ts'
import { networkOf } from './network.ts'
import { createNetworkLimit } from './rate-limits.ts'

/** What a large form may be. */
export interface LargeForm {
  /** In bytes, with everything beside its files. */
  readonly maxBytes: number
  /** Up to this many bytes it is one like all others, and takes no place. */
  readonly maxSmallBytes: number
  /** What its sender reads above `maxBytes`. */
  readonly tooLarge: string
}

/** Large forms that a process has in memory at once: each one several times, as bytes, as files and as photos. */
const maxPlaces = 4
/** Of these, the places of one network: who sends slowly does not take them all. */
const maxPlacesOfNetwork = 2

const createPlaces = () => {
  const taken = new Map<string, number>()
  const countAll = (): number => taken.values().reduce((sum, count) => sum + count, 0)
  return {
    /** Runs with a place, or throws SHOP_BUSY. */
    within: async <Result>(network: string, run: () => Promise<Result>): Promise<Result> => {
      const own = taken.get(network) ?? 0
      if (own >= maxPlacesOfNetwork || countAll() >= maxPlaces) throw new ShopError('SHOP_BUSY')
      taken.set(network, own + 1)
      try {
        return await run()
      } finally {
        const left = (taken.get(network) ?? 1) - 1
        if (left === 0) taken.delete(network)
        else taken.set(network, left)
      }
    },
  }
}

type RawRequest = FastifyRequest['raw']

/** The length that a request says; null for one in chunks, which may be of any length. */
const statedBytes = ({ headers }: RawRequest): number | null =>
  headers['content-length'] === undefined ? null : Number(headers['content-length'])

/** The body. PAYLOAD_TOO_LARGE above the limit; MALFORMED_BODY when its sender goes away. */
const readBody = async (request: RawRequest, { maxBytes, tooLarge }: LargeForm): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      if (!Buffer.isBuffer(chunk)) continue
      bytes += chunk.length
      if (bytes > maxBytes) break
      chunks.push(chunk)
    }
  } catch (thrown) {
    throw new ShopError('MALFORMED_BODY', { cause: thrown })
  }
  if (bytes <= maxBytes) return Buffer.concat(chunks, bytes)
  // The rest is read and dropped: browsers show no answer of a connection that ends while they send.
  request.resume()
  throw new ShopError('PAYLOAD_TOO_LARGE', { detail: tooLarge })
}

/**
 * Takes large forms: counts the request for its network, then reads the body, and runs with it; its place is taken until the answer
 * is there. TOO_MANY_REQUESTS and SHOP_BUSY before the body is read, PAYLOAD_TOO_LARGE with the form's own words.
 * Node reads and drops the body of who is refused before.
 */
export const createLargeForms = (
  deps: Pick<AppDeps, 'clock' | 'database' | 'secret'>,
  form: LargeForm,
): (<Result>(request: FastifyRequest, run: (body: Buffer) => Promise<Result>) => Promise<Result>) => {
  const count = createNetworkLimit(deps, 'upload')
  const places = createPlaces()
  return async ({ raw, ip }, run) => {
    const network = networkOf(ip)
    await count(network)
    const stated = statedBytes(raw)
    if (stated !== null && stated > form.maxBytes)
      throw new ShopError('PAYLOAD_TOO_LARGE', { detail: form.tooLarge })
    const readAndRun = async () => run(await readBody(raw, form))
    return stated !== null && stated <= form.maxSmallBytes ? readAndRun() : places.within(network, readAndRun)
  }
}
